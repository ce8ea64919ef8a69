"""Archives of a learning platform, collected by `nbgrader zip_collect` and graded."""

from __future__ import annotations

import io
import json
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest
from conftest import new_course, run, scores
from faults import LESSON, NAME, solved

from dikkat.course import Course

SECRET = "the-secret-of-another-folder"
SUBMITTED = f"{{}}_{LESSON}_attempt_2027-03-01-20-15-00_{NAME}"


@pytest.fixture
def course(tmp_path) -> Course:
    return new_course(tmp_path / "course", [LESSON])


def collect(course: Course) -> str:
    return run("nbgrader", "zip_collect", LESSON, cwd=course.root).stderr


def archives(course: Course) -> Path:
    folder = course.root / "downloaded" / LESSON / "archive"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def pack_zip(path: Path, entries: dict[str, str], links: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in entries.items():
            archive.writestr(name, text)
        for name, target in links.items():
            info = zipfile.ZipInfo(name)
            info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, target)


def pack_tar(path: Path, entries: dict[str, str], links: dict[str, str]) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in entries.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
        for name, target in links.items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname = tarfile.SYMTYPE, target
            archive.addfile(info)


@pytest.mark.parametrize(("ending", "pack"), [("zip", pack_zip), ("tar.gz", pack_tar)])
def test_links_and_paths_that_lead_out_are_left_out_and_named(course, ending, pack):
    secret = course.root.parent / "secret"
    secret.write_text(SECRET)
    planted = course.root.parent / "planted"
    good = json.dumps(solved(course))
    entries = {SUBMITTED.format("ada"): good, SUBMITTED.format("zoe"): good}
    entries |= {f"{'../' * n}{SUBMITTED.format(f'up{n}')}": good for n in (1, 3, 5)}
    entries |= {"../../../../source/planted.py": "1", str(planted): "1", "a/../../../b": "1"}
    links = {SUBMITTED.format("cem"): str(course.root / "source" / LESSON / NAME)}
    links |= {"key": str(secret)}
    pack(archives(course) / f"class.{ending}", entries, links)
    before = set(course.root.parent.rglob("*"))
    said = collect(course)
    made = set(course.root.parent.rglob("*")) - before
    inside = [course.root / "submitted", course.root / "downloaded" / LESSON / "extracted"]
    assert all(any(top == p or top in p.parents for top in inside) for p in made), made
    assert not any(p.is_symlink() for p in made)
    assert said.count("its path leads out of the archive") == 6
    assert said.count("it is a link, or no plain file") == 2
    assert {p.name for p in (course.root / "submitted").iterdir()} == {"ada", "zoe"}
    run("dikkat", "grade", cwd=course.root)
    assert all(sum(scores(course, LESSON, who).values()) == 10 for who in ("ada", "zoe"))
    for path in made:
        assert not path.is_file() or SECRET not in path.read_text(errors="replace")


def test_one_students_bad_archive_does_not_stop_the_others(course):
    folder = archives(course)
    good = json.dumps(solved(course))
    pack_zip(folder / "ada.zip", {SUBMITTED.format("ada"): good}, {})
    pack_zip(folder / "bad.zip", {"../" + SUBMITTED.format("bad"): good}, {})
    (folder / "broken.zip").write_bytes((folder / "ada.zip").read_bytes()[:-300])
    (folder / "not-one.tar.gz").write_text("hello")
    pack_zip(folder / "zoe.zip", {SUBMITTED.format("zoe"): good}, {})
    inner = (folder / "zoe.zip").read_bytes()
    for number in range(9):  # an archive in an archive in an archive ...
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr(f"{number}.zip", inner)
        inner = packed.getvalue()
    (folder / "deep.zip").write_bytes(inner)
    with zipfile.ZipFile(folder / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.ipynb", bytes(101 * 2**20))
    said = collect(course)
    assert "bomb.zip was left out: too large" in said
    assert said.count("cannot be unpacked any further") == 2
    assert {p.name for p in (course.root / "submitted").iterdir()} == {"ada", "zoe"}
