"""The course folder: its lessons, and the paths of submissions, grades and feedback pages."""

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

# Folders of other tools; they are no part of a lesson or a submission.
# Beside a teacher's notebook, and never released: the fault model and what is computed from it.
FAULTS, HIDDEN_CHECKS = "faults.py", "hidden_checks.npz"
DATA_IGNORED = {".ipynb_checkpoints", "__pycache__"}


class CourseError(Exception):
    """A problem with the course folder that a person can fix; the message says how."""


@dataclasses.dataclass(frozen=True)
class Lesson:
    """One lesson, which nbgrader calls an assignment.

    name: of its folder, such as "02_merge_heads". source: the teacher's notebook, with solutions
    and hidden tests. files: {path inside the folder: content} of its data and pictures.
    """

    name: str
    source: NotebookNode
    files: dict[str, bytes]
    course: Course
    checks: bytes | None = None

    @functools.cached_property
    def released(self) -> NotebookNode:
        """The notebook as learners get it: without solutions and hidden tests."""
        return released(self.source, self.course.config)

    def released_cell(self, name: str) -> NotebookNode:
        """The released cell with this nbgrader id. Raises KeyError if there is none."""
        return self._released_cells[name]

    @functools.cached_property
    def _released_cells(self) -> dict[str, NotebookNode]:
        return {grade_id(c): c for c in self.released.cells if grade_id(c)}

    @functools.cached_property
    def text(self) -> str:
        """The text of every cell of the teacher's notebook, for searching."""
        return "\n".join(c.source for c in self.source.cells)

    @functools.cached_property
    def points(self) -> float:
        """The most that the lesson gives, including cells that a person grades."""
        return sum(points_of(c) for c in self.source.cells if is_test(c) or is_manual(c))

    @functools.cached_property
    def digest(self) -> str:
        """A SHA-256 hash, in hexadecimal, of the notebook and the files."""
        digest = hashlib.sha256(nbformat.v4.writes(self.source).encode())
        for name, content in sorted(self.files.items()):
            digest.update(f"{name} {len(content)} ".encode() + content)
        digest.update(self.checks or b"")
        return digest.hexdigest()

    @property
    def title(self) -> str:
        """The first top-level heading of the notebook, or the name if it has none."""
        for cell in self.source.cells:
            match = re.search(r"^# (.+)$", cell.source, re.M)
            if cell.cell_type == "markdown" and match:
                return match[1].strip()
        return self.name


def grade_id(cell) -> str | None:
    """The nbgrader id of a cell, or None. Never raises, whatever the metadata holds."""
    meta = cell.get("metadata", {})
    meta = meta.get("nbgrader", {}) if isinstance(meta, dict) else {}
    name = meta.get("grade_id") if isinstance(meta, dict) else None
    return name if isinstance(name, str) else None


def is_test(cell) -> bool:
    """Whether the cell is a test, which is graded automatically."""
    return bool(cell.metadata.get("nbgrader", {}).get("grade")) and not is_manual(cell)


def is_manual(cell) -> bool:
    """Whether a person grades the cell: an answer that has points itself, or a task."""
    meta = cell.metadata.get("nbgrader", {})
    answer = meta.get("grade") and (meta.get("solution") or cell.cell_type != "code")
    return bool(answer or meta.get("task"))


def points_of(cell) -> float:
    """The most points that a test or a manually graded cell gives."""
    return float(cell.metadata.nbgrader.points)


def is_solution(cell) -> bool:
    """Whether the learner writes in the cell: an exercise, an answer or a prediction."""
    return bool(cell.metadata.get("nbgrader", {}).get("solution"))


def is_exercise(cell) -> bool:
    """Whether the cell is a solution cell with the id `exercise-...`."""
    return is_solution(cell) and (grade_id(cell) or "").startswith("exercise-")


def property_of(cell) -> str:
    """The property that a test cell checks, taken from its first line.

    The line is `# Kind · points · property`. Without one, the property is the cell's id.
    """
    first = cell.source.strip().splitlines()[0] if cell.source.strip() else ""
    return first.lstrip("# ").split(" · ")[-1].strip() or grade_id(cell)


class Course:
    """A course folder, which is the folder that holds nbgrader_config.py.

    root: its path. A copy for students has release/ but no source/: learners can work in it, but
    only the teacher can grade.
    """

    def __init__(self, root: Path):
        self.root = Path(root).resolve()
        self._lessons: dict[str, Lesson] = {}

    @classmethod
    def find(cls, start: Path | None = None) -> Course:
        """The course that contains the folder `start` (default: the current folder).

        Raises CourseError if there is none.
        """
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
        """The contents of nbgrader_config.py, loaded as nbgrader loads them."""
        from traitlets.config.loader import PyFileConfigLoader

        return PyFileConfigLoader("nbgrader_config.py", path=str(self.root)).load_config()

    def lesson_names(self) -> list[str]:
        """The names of all lessons, sorted; in a copy for students, those in release/."""
        top = "source" if (self.root / "source").is_dir() else "release"
        names = [p.parent.name for p in self.root.glob(f"{top}/*/*.ipynb")]
        return sorted({unicodedata.normalize("NFC", n) for n in names})

    def lessons(self, names: list[str] | None = None) -> list[Lesson]:
        """Reads these lessons (default: all) from source/. Raises CourseError; see `lesson`."""
        return [self.lesson(name) for name in names or self.lesson_names()]

    def resolve(self, text: str) -> str:
        """The name of the lesson that a person means.

        text: a number, a name, a part of a name, or a path, such as "2", "merge" or
        "release/02_merge_heads". Raises CourseError if no lesson fits, or more than one.
        """
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
        problem = "matches more than one lesson" if found else "is not a lesson of this course"
        raise CourseError(f"{text!r} {problem}. The lessons are:\n  {known}")

    def lesson(self, name: str) -> Lesson:
        """Reads a lesson from source/. Raises CourseError if it or source/ does not exist."""
        if name not in self._lessons:
            path = self.source_notebook(name)
            if not (self.root / "source").is_dir():
                raise CourseError(
                    "This copy of the course has no hidden checks and no solutions; your teacher "
                    "keeps them. Use the visible checks and *Validate* in JupyterLab."
                )
            if not path.is_file():
                raise CourseError(
                    f"The lesson {name} does not exist: there is no {path.relative_to(self.root)}."
                )
            source = nbformat.read(path, as_version=4)
            checks = path.with_name(HIDDEN_CHECKS)
            self._lessons[name] = Lesson(
                name,
                source,
                data_files(path.parent),
                self,
                checks.read_bytes() if checks.is_file() else None,
            )
        return self._lessons[name]

    # --- paths --------------------------------------------------------------------------

    def source_notebook(self, lesson: str) -> Path:
        """The teacher's notebook, with solutions and hidden tests."""
        return self.root / "source" / lesson / f"{lesson}.ipynb"

    def release_folder(self, lesson: str) -> Path:
        """The folder of a released lesson."""
        return self.root / "release" / lesson

    def released_notebook(self, lesson: str) -> Path:
        """The notebook of a released lesson."""
        return self.release_folder(lesson) / f"{lesson}.ipynb"

    def student_folder(self, student: str) -> Path:
        """The folder of all submissions of one student; a self-learner works in it."""
        return self.submitted / student

    def submission_folder(self, lesson: str, student: str) -> Path:
        """The folder of one submission, or of a self-learner's own copy of a lesson."""
        return self.student_folder(student) / lesson

    def submitted_notebook(self, lesson: str, student: str) -> Path:
        """The notebook of a submission, if the student has not renamed it."""
        return self.submission_folder(lesson, student) / f"{lesson}.ipynb"

    def graded_notebook(self, lesson: str, student: str) -> Path:
        """The graded notebook of a submission, with its outputs and the stored result."""
        return self.root / "autograded" / student / lesson / f"{lesson}.ipynb"

    def feedback_page(self, lesson: str, student: str) -> Path:
        """The feedback page on a submission."""
        return self.feedback / student / lesson / f"{lesson}.html"

    @property
    def submitted(self) -> Path:
        """The folder of all submissions."""
        return self.root / "submitted"

    @property
    def feedback(self) -> Path:
        """The folder of all feedback pages."""
        return self.root / "feedback"

    @property
    def class_page(self) -> Path:
        """The report on the whole class."""
        return self.feedback / "class.html"

    @property
    def config_file(self) -> Path:
        """The file with nbgrader's configuration."""
        return self.root / "nbgrader_config.py"

    @property
    def gradebook(self) -> Path:
        """nbgrader's database."""
        return self.root / "gradebook.db"

    def students(self) -> list[str]:
        """The names of the folders in submitted/, sorted."""
        folder = self.submitted
        return sorted(p.name for p in folder.iterdir() if p.is_dir()) if folder.is_dir() else []

    def graded(self) -> list[tuple[str, str]]:
        """(lesson, student) for every notebook in autograded/."""
        paths = sorted(self.root.glob("autograded/*/*/*.ipynb"))
        return [(path.stem, path.parents[1].name) for path in paths]


def released(source: NotebookNode, config) -> NotebookNode:
    """The notebook that learners get of a teacher's notebook.

    config: nbgrader's configuration, which names the text that replaces a solution. nbgrader's
    own preprocessors remove solutions, hidden tests and mark schemes; `source` stays as it is.
    """
    from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, ClearSolutions

    notebook = copy.deepcopy(source)
    for preprocessor in (ClearSolutions, ClearHiddenTests, ClearMarkScheme):
        notebook, _ = preprocessor(config=config).preprocess(notebook, {})
    return notebook


def data_files(folder: Path) -> dict[str, bytes]:
    """{path inside the folder: content} of a lesson's data and pictures, without notebooks."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.suffix != ".ipynb"
        and path.name not in (FAULTS, HIDDEN_CHECKS)
        and not DATA_IGNORED & set(path.relative_to(folder).parts)
    }


def content_of(folder: Path) -> dict[str, bytes]:
    """{path inside the folder: content} of all files of a folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
