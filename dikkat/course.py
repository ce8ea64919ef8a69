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

    def released_cell(self, name: str) -> NotebookNode:
        """One cell as the learner gets it. Raises KeyError if there is none of this id."""
        return self._released_cells[name]

    @functools.cached_property
    def _released_cells(self) -> dict[str, NotebookNode]:
        return {grade_id(c): c for c in self.released.cells if grade_id(c)}

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

    def lessons(self, names: list[str] | None = None) -> list[Lesson]:
        """Reads these lessons, or all of them, from source/. Raises CourseError."""
        return [self.lesson(name) for name in names or self.lesson_names()]

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
        """Reads a lesson from source/. Raises CourseError if there is none."""
        if name not in self._lessons:
            path = self.source_notebook(name)
            if not (self.root / "source").is_dir():
                raise CourseError(
                    "This copy of the course has no hidden checks and no solutions: whoever gave "
                    "it to you keeps them. Use the visible checks and *Validate* in JupyterLab."
                )
            if not path.is_file():
                raise CourseError(f"There is no lesson {path.relative_to(self.root)}.")
            source = nbformat.read(path, as_version=4)
            self._lessons[name] = Lesson(name, source, data_files(path.parent), self)
        return self._lessons[name]

    # --- where things are ---------------------------------------------------------------

    def source_notebook(self, lesson: str) -> Path:
        """The teacher's notebook, with solutions and hidden tests."""
        return self.root / "source" / lesson / f"{lesson}.ipynb"

    def release_folder(self, lesson: str) -> Path:
        """What learners get of a lesson."""
        return self.root / "release" / lesson

    def released_notebook(self, lesson: str) -> Path:
        """The notebook that learners get."""
        return self.release_folder(lesson) / f"{lesson}.ipynb"

    def student_folder(self, student: str) -> Path:
        """Everything that a student submitted, or a learner works on."""
        return self.submitted / student

    def submission_folder(self, lesson: str, student: str) -> Path:
        """One submission; a learner's own copy of a lesson."""
        return self.student_folder(student) / lesson

    def submitted_notebook(self, lesson: str, student: str) -> Path:
        """The notebook of a submission, if it has its usual name."""
        return self.submission_folder(lesson, student) / f"{lesson}.ipynb"

    def graded_notebook(self, lesson: str, student: str) -> Path:
        """A graded submission, with outputs and the stored result."""
        return self.root / "autograded" / student / lesson / f"{lesson}.ipynb"

    def feedback_page(self, lesson: str, student: str) -> Path:
        """The page that a learner reads."""
        return self.feedback / student / lesson / f"{lesson}.html"

    @property
    def submitted(self) -> Path:
        """The folder of all submissions."""
        return self.root / "submitted"

    @property
    def feedback(self) -> Path:
        """The folder of all pages."""
        return self.root / "feedback"

    @property
    def class_page(self) -> Path:
        """The report on the whole class."""
        return self.feedback / "class.html"

    @property
    def config_file(self) -> Path:
        """nbgrader's configuration."""
        return self.root / "nbgrader_config.py"

    @property
    def gradebook(self) -> Path:
        """nbgrader's database."""
        return self.root / "gradebook.db"

    def students(self) -> list[str]:
        """The name of every folder in submitted/."""
        folder = self.submitted
        return sorted(p.name for p in folder.iterdir() if p.is_dir()) if folder.is_dir() else []

    def graded(self) -> list[tuple[str, str]]:
        """(lesson, student) of every graded notebook."""
        paths = sorted(self.root.glob("autograded/*/*/*.ipynb"))
        return [(path.stem, path.parents[1].name) for path in paths]


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
