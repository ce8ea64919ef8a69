"""nbgrader's gradebook: what the coordinator, and nobody else, writes into it."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from nbgrader.api import (
    Assignment,
    Gradebook,
    MissingEntry,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import compute_checksum, parse_utc
from sqlalchemy import text
from traitlets.config import Config

from dikkat.course import (
    Course,
    CourseError,
    Lesson,
    content_of,
    grade_id,
    is_solution,
    is_test,
)
from dikkat.grading import feedback

BUSY_SECONDS = 60  # how long a writer waits while the formgrader, say, is writing
TEMPORARY = (".grading-*", ".release-*")  # folders of a run, in the course folder
ASIDE = "aside"  # in such a folder: what is being replaced, at its path in the course


@contextlib.contextmanager
def opened(course: Course) -> Iterator[Gradebook]:
    """The course's gradebook, set so that readers and one writer do not lock each other out."""
    # nbgrader makes a new gradebook with a command of alembic's, which it looks for on the PATH.
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    coursedir = CourseDirectory(config=course.config)
    with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
        if coursedir.db_url.startswith("sqlite"):
            gradebook.db.execute(text("PRAGMA journal_mode=WAL"))
            gradebook.db.execute(text(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}"))
        # A commit would else make every cell of a lesson be read again, one by one.
        gradebook.db().expire_on_commit = False
        yield gradebook


def cells_of(gradebook: Gradebook, lesson: str) -> list:
    """What the gradebook knows of a lesson's cells. Whoever holds them saves reading them again."""
    notebook = gradebook.find_notebook(lesson, lesson)
    return [*notebook.grade_cells, *notebook.solution_cells]


def knows(gradebook: Gradebook, lesson: Lesson) -> bool:
    """Whether the gradebook has this very version of the lesson."""
    try:
        notebook = gradebook.find_notebook(lesson.name, lesson.name)
    except MissingEntry:
        return False
    known = {cell.name: cell.source for cell in notebook.source_cells if cell.locked}
    points = {cell.name: cell.max_score for cell in notebook.grade_cells}
    locked = {
        grade_id(c): c.source
        for c in lesson.source.cells
        if c.metadata.get("nbgrader", {}).get("locked")
    }
    return known == locked and points == {
        grade_id(c): float(c.metadata.nbgrader.points) for c in lesson.source.cells if is_test(c)
    }


def convert(converter: type, course: Course, name: str, **directories: str) -> None:
    """Runs one of nbgrader's converters on a lesson, quietly. directories: settings of its
    CourseDirectory that differ from the course's. Raises what the converter raises."""
    config = Config(course.config)
    config.CourseDirectory.update(directories, assignment_id=name)
    made = converter(coursedir=CourseDirectory(config=config), config=config)
    made.force = True
    made.log.setLevel(logging.CRITICAL)
    made.start()


def generate(course: Course, name: str) -> None:
    """Does what `nbgrader generate_assignment` does, and keeps release/ whole if it fails.

    Raises CourseError where nbgrader refuses, as it does when a test that has grades is gone.
    """
    with tempfile.TemporaryDirectory(prefix=".release-", dir=course.root) as temporary:
        try:
            convert(GenerateAssignment, course, name, release_directory=temporary)
        except Exception as error:
            raise CourseError(
                f"nbgrader will not generate {name} again: {error or type(error).__name__}. "
                f"release/{name} was kept. If a test with grades was renamed or removed, put it "
                "back, or start a new gradebook (keep the old gradebook.db)."
            ) from None
        new, old = Path(temporary, name), course.root / "release" / name
        if content_of(new) != content_of(old):
            with replaced(course, new, old):
                pass


@contextlib.contextmanager
def replaced(course: Course, new: Path, old: Path) -> Iterator[None]:
    """Puts the folder `new` in the place of `old`, by renaming, when the block has ended well.

    While the block runs, `old` stands aside, in the temporary folder that `new` lies in: what is
    in its place is never older than what the block writes. Where the block fails, `old` is put
    back; where the process is killed, the next run's `recover` does.
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
    """Clears away what killed runs left, and puts back what stood aside. One run at a time."""
    for pattern in TEMPORARY:
        for scratch in course.root.glob(pattern):
            kept = scratch / ASIDE
            for aside in [*kept.glob("release/*"), *kept.glob("autograded/*/*")]:
                old = course.root / aside.relative_to(kept)
                if not old.exists():
                    old.parent.mkdir(parents=True, exist_ok=True)
                    os.rename(aside, old)
            shutil.rmtree(scratch, ignore_errors=True)
    for page in course.root.glob(f"feedback/**/{feedback.TEMPORARY}*"):
        page.unlink(missing_ok=True)


def save(gradebook: Gradebook, config, result, notebook, folder: Path) -> list[str]:
    """Writes one result as nbgrader's SaveAutoGrades would; the caller commits.

    A grade that a person gave stays, and is marked for another look. Returns what was noticed.
    """
    notes = []
    gradebook.update_or_create_student(result.student)
    timestamp, note = read_timestamp(folder)
    if note:
        notes.append(note)
    with gradebook.db.no_autoflush:
        submission = gradebook.update_or_create_submission(
            result.lesson, result.student, timestamp=timestamp
        )
    stored = gradebook.find_submission_notebook(result.lesson, result.lesson, result.student)
    scores = {verdict["id"]: verdict["score"] for verdict in result.verdicts}
    for grade in stored.grades:
        grade.auto_score = None if result.error else scores.get(grade.cell.name, 0.0)
        grade.needs_manual_grade = grade.manual_score is not None or grade.auto_score is None
    answers = {grade_id(c): c for c in notebook.cells if is_solution(c)}
    for comment in stored.comments:
        cell = answers.get(comment.cell.name)
        empty = cell is not None and cell.metadata.nbgrader.get("checksum") == compute_checksum(
            cell
        )
        comment.auto_comment = "No response." if empty else None
    gradebook.db.flush()
    seconds = submission.total_seconds_late
    penalty = None
    if seconds > 0:
        late = AssignLatePenalties(config=config)
        late.init_plugin()
        penalty = late.plugin_inst.late_submission_penalty(result.student, stored.score, seconds)
        penalty = None if penalty is None else min(max(penalty, 0), stored.score)
        notes.append(f"Handed in {seconds / 3600:.1f} hours late.")
    stored.late_submission_penalty = penalty
    gradebook.db.flush()
    return notes


@dataclasses.dataclass(frozen=True)
class Remarks:
    """What a teacher and the clock added to a submission.

    late: points taken off. comments: {cell: text}. by_hand: {test cell: points}, where a person
    set them or added to them.
    """

    late: float
    comments: dict[str, str]
    by_hand: dict[str, float]

    def __bool__(self) -> bool:
        return bool(self.late or self.comments or self.by_hand)

    @property
    def digest(self) -> str:
        """Names the content, so that a page tells whether it has what a teacher wrote since."""
        return hashlib.sha256(json.dumps(dataclasses.astuple(self)).encode()).hexdigest()


def remarks(gradebook: Gradebook, lesson: str, student: str) -> Remarks:
    """Reads what was added to a graded submission."""
    stored = gradebook.find_submission_notebook(lesson, lesson, student)
    by_hand = {}
    for grade in stored.grades:
        if grade.manual_score is not None or grade.extra_credit:
            score = grade.auto_score if grade.manual_score is None else grade.manual_score
            by_hand[grade.name] = (score or 0.0) + (grade.extra_credit or 0.0)
    comments = {c.name: c.manual_comment for c in stored.comments if c.manual_comment}
    return Remarks(stored.late_submission_penalty or 0.0, comments, by_hand)


def standing(gradebook: Gradebook, student: str) -> dict[str, tuple[float, float]]:
    """{lesson: (points, most points)} of all that was graded of a student, lateness included."""
    found = (
        gradebook.db.query(
            Assignment.name,
            Assignment.max_score,
            SubmittedNotebook.score,
            SubmittedNotebook.late_submission_penalty,
        )
        .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
        .filter(SubmittedAssignment.student_id == student)
    )
    return {name: (score - (late or 0.0), most) for name, most, score, late in found}


def read_timestamp(folder: Path):
    """Returns (time or None, note): when it was handed in, if timestamp.txt says so readably."""
    path = folder / "timestamp.txt"
    if not path.is_file() or path.is_symlink():
        return None, ""
    try:
        with open(path, encoding="utf-8-sig") as file:
            return parse_utc(file.read(100).strip()), ""
    except (OSError, ValueError, OverflowError, AttributeError, TypeError):
        return None, "Its timestamp.txt cannot be read; graded without a time."
