"""The course folder: where lessons, submissions and grades are, and what a lesson is."""

from __future__ import annotations

import copy
import dataclasses
import functools
import hashlib
import re
import unicodedata
from pathlib import Path

import nbformat
from nbformat import NotebookNode

DATA_IGNORED = {".ipynb_checkpoints", "__pycache__"}


class CourseError(Exception):
    """Something about the course folder that a person can put right; the text says how."""


@dataclasses.dataclass(frozen=True)
class Lesson:
    """One assignment: its teacher's notebook, and what the learner gets of it.

    source: with solutions and hidden tests. files: {name: content} of the lesson's data and
    pictures.
    """

    name: str
    source: NotebookNode
    files: dict[str, bytes]
    course: Course

    @functools.cached_property
    def released(self) -> NotebookNode:
        """The notebook without solutions and hidden tests."""
        return released(self.source, self.course.config)

    @functools.cached_property
    def text(self) -> str:
        """All of the teacher's notebook, to look for words in it."""
        return "\n".join(c.source for c in self.source.cells)

    @functools.cached_property
    def points(self) -> float:
        return sum(c.metadata.nbgrader.points for c in self.source.cells if is_test(c))

    @functools.cached_property
    def digest(self) -> str:
        """Names the content of the lesson: its notebook and its files."""
        digest = hashlib.sha256(nbformat.v4.writes(self.source).encode())
        for name, content in sorted(self.files.items()):
            digest.update(f"{name} {len(content)} ".encode() + content)
        return digest.hexdigest()

    @property
    def title(self) -> str:
        for cell in self.source.cells:
            match = re.search(r"^# (.+)$", cell.source, re.M)
            if cell.cell_type == "markdown" and match:
                return match[1].strip()
        return self.name


def grade_id(cell) -> str | None:
    """The nbgrader id of a cell, or None; never raises, whatever the metadata holds."""
    meta = cell.get("metadata", {})
    meta = meta.get("nbgrader", {}) if isinstance(meta, dict) else {}
    name = meta.get("grade_id") if isinstance(meta, dict) else None
    return name if isinstance(name, str) else None


def is_test(cell) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("grade"))


def is_solution(cell) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("solution"))


def is_exercise(cell) -> bool:
    return is_solution(cell) and (grade_id(cell) or "").startswith("exercise-")


def property_of(cell) -> str:
    """The property that a test cell tests, from its first line: `# Kind · points · property`."""
    first = cell.source.strip().splitlines()[0] if cell.source.strip() else ""
    return first.lstrip("# ").split(" · ")[-1].strip() or grade_id(cell)


class Course:
    """A course folder: the one with nbgrader_config.py in it.

    A copy that was made for students has release/ and no source/: it can be learnt from, and
    whoever gave it out grades.
    """

    def __init__(self, root: Path):
        self.root = Path(root).resolve()
        self._lessons: dict[str, Lesson] = {}

    @classmethod
    def find(cls, start: Path | None = None) -> Course:
        """The course that `start` (or the current folder) lies in. Raises CourseError."""
        here = Path(start or Path.cwd()).resolve()
        for folder in [here, *here.parents]:
            has_lessons = (folder / "source").is_dir() or (folder / "release").is_dir()
            if (folder / "nbgrader_config.py").is_file() and has_lessons:
                return cls(folder)
        raise CourseError(
            f"{here} is not inside a course. Go to the folder with nbgrader_config.py in it "
            "(`cd dikkat`), then try again."
        )

    @functools.cached_property
    def config(self):
        """nbgrader's configuration, as nbgrader itself reads it."""
        from traitlets.config.loader import PyFileConfigLoader

        return PyFileConfigLoader("nbgrader_config.py", path=str(self.root)).load_config()

    def lesson_names(self) -> list[str]:
        top = "source" if (self.root / "source").is_dir() else "release"
        names = [p.parent.name for p in self.root.glob(f"{top}/*/*.ipynb")]
        return sorted({unicodedata.normalize("NFC", n) for n in names})

    def resolve(self, text: str) -> str:
        """The lesson that a person means: its number, name, the start of it, or a path."""
        names = self.lesson_names()
        parts = [text, *Path(text).parts, Path(text).stem]
        for part in parts:
            if part in names:
                return part
        if text.isdigit():
            found = [n for n in names if n.split("_")[0].lstrip("0") == text.lstrip("0")]
        else:
            found = [n for n in names if text and text.lower() in n.lower()]
        if len(found) == 1:
            return found[0]
        known = "\n  ".join(names)
        problem = "could be several" if found else "is not one"
        raise CourseError(f"{text!r} {problem} of the lessons here. They are:\n  {known}")

    def lesson(self, name: str) -> Lesson:
        """Reads a lesson from source/. Raises CourseError where there is none."""
        if name not in self._lessons:
            folder = self.root / "source" / name
            path = folder / f"{name}.ipynb"
            if not (self.root / "source").is_dir():
                raise CourseError(
                    "This copy of the course has no hidden checks and no solutions: whoever gave "
                    "it to you keeps them. Use the visible checks and *Validate* in JupyterLab."
                )
            if not path.is_file():
                raise CourseError(f"There is no lesson {path.relative_to(self.root)}.")
            source = nbformat.read(path, as_version=4)
            self._lessons[name] = Lesson(name, source, data_files(folder), self)
        return self._lessons[name]

    def graded_notebook(self, lesson: str, student: str) -> Path:
        return self.root / "autograded" / student / lesson / f"{lesson}.ipynb"

    def feedback_page(self, lesson: str, student: str) -> Path:
        return self.root / "feedback" / student / lesson / f"{lesson}.html"

    def students(self) -> list[str]:
        """Everybody with a folder under submitted/."""
        folder = self.root / "submitted"
        return sorted(p.name for p in folder.iterdir() if p.is_dir()) if folder.is_dir() else []


def released(source: NotebookNode, config) -> NotebookNode:
    """What a learner gets of a teacher's notebook: nbgrader's own preprocessors make it."""
    from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions

    notebook = copy.deepcopy(source)
    for preprocessor in (ClearSolutions, ClearHiddenTests):
        notebook, _ = preprocessor(config=config).preprocess(notebook, {})
    return notebook


def data_files(folder: Path) -> dict[str, bytes]:
    """A lesson's own files without its notebook: {path inside the folder: content}."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.suffix != ".ipynb"
        and not DATA_IGNORED & set(path.relative_to(folder).parts)
    }


def content_of(folder: Path) -> dict[str, bytes]:
    """{path inside the folder: content} of its files."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
