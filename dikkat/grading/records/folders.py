"""Folders and files that are complete or absent, whenever a run is killed."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dikkat.course import Course

SCRATCH = (".grading-*", ".release-*")  # folders of a run, in the course folder
ASIDE = "aside"  # in such a folder: what is being replaced, at its path in the course
UNFINISHED = ".page-"  # how the name of a file begins that is being written


@contextlib.contextmanager
def replaced(course: Course, new: Path, old: Path) -> Iterator[None]:
    """Renames the folder `new` to `old` when the block has ended well.

    While the block runs, the old folder stands aside, in the temporary folder that `new` lies in:
    what is in its place is never older than what the block writes. If the block fails, the old
    folder is put back; if the process is killed, the next run's `recover` puts it back.
    """
    aside = new.parent / ASIDE / old.relative_to(course.root)
    aside.parent.mkdir(parents=True, exist_ok=True)
    old.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(aside, ignore_errors=True)
    with contextlib.suppress(FileNotFoundError):
        os.rename(old, aside)
    try:
        yield
        os.rename(new, old)
    except BaseException:
        if aside.exists() and not old.exists():
            os.rename(aside, old)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def recover(course: Course) -> None:
    """Removes what killed runs left behind and puts back what stood aside. Not for two at once."""
    for pattern in SCRATCH:
        for scratch in course.root.glob(pattern):
            kept = scratch / ASIDE
            for aside in [*kept.glob("release/*"), *kept.glob("autograded/*/*")]:
                old = course.root / aside.relative_to(kept)
                if not old.exists():
                    old.parent.mkdir(parents=True, exist_ok=True)
                    os.rename(aside, old)
            shutil.rmtree(scratch, ignore_errors=True)
    for folder in (course.feedback, course.root / "autograded"):
        for unfinished in folder.glob(f"**/{UNFINISHED}*"):
            unfinished.unlink(missing_ok=True)


@contextlib.contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """Gives a temporary folder to fill, and renames it to `target` when the block has ended well.

    `target` must not exist. If the block fails, nothing is left.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        yield folder
        os.chmod(folder, 0o755)
        os.rename(folder, target)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Writes {path inside the folder: content}; makes the folders that are missing."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def write_whole(path: Path, text: str) -> None:
    """Writes a text file in UTF-8; a reader finds the old one or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        "w", prefix=UNFINISHED, dir=path.parent, delete=False, encoding="utf-8", newline=""
    ) as file:
        try:
            file.write(text)
            file.close()
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
