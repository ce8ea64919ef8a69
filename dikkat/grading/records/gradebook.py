"""nbgrader's gradebook: what the coordinator, and nobody else, writes into it."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import logging
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from alembic.script import ScriptDirectory
from nbformat import NotebookNode
from nbgrader.api import (
    Assignment,
    Gradebook,
    MissingEntry,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import ALEMBIC_DIR
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import compute_checksum, parse_utc
from sqlalchemy import create_engine, inspect, text
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
from dikkat.grading.records.folders import replaced
from dikkat.grading.records.results import Finding, Result

BUSY_SECONDS = 60  # how long a writer waits while the formgrader, say, is writing


@contextlib.contextmanager
def opened(course: Course) -> Iterator[Gradebook]:
    """The course's gradebook, set so that readers and one writer do not lock each other out."""
    coursedir = CourseDirectory(config=course.config)
    _prepare(coursedir.db_url)
    with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
        if coursedir.db_url.startswith("sqlite"):
            gradebook.db.execute(text("PRAGMA journal_mode=WAL"))
            gradebook.db.execute(text(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}"))
        # Otherwise a commit makes SQLAlchemy read every cell of a lesson again, one by one.
        gradebook.db().expire_on_commit = False
        yield gradebook


def _prepare(db_url: str) -> None:
    """Gives a new gradebook the version of its tables, which nbgrader's migrations go by.

    nbgrader would ask the command `alembic` for it, which is on the PATH only while the virtual
    environment is activated. Raises CourseError if an older nbgrader made the gradebook.
    """
    newest = ScriptDirectory(ALEMBIC_DIR).get_current_head()
    engine = create_engine(db_url)
    with engine.begin() as connection:
        if not inspect(connection).get_table_names():
            connection.execute(
                text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
            )
            connection.execute(
                text("INSERT INTO alembic_version VALUES (:version)"), {"version": newest}
            )
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    engine.dispose()
    if version != newest:
        raise CourseError(
            "The gradebook was made by another version of nbgrader. Make a copy of it, run "
            "`nbgrader db upgrade` in the course folder, then try again."
        )


def cells_of(gradebook: Gradebook, lesson: str) -> list:
    """The rows of a lesson's cells. While a caller holds them, SQLAlchemy does not reload them."""
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
    """Runs one of nbgrader's converters on a lesson, without its log.

    directories: settings of its CourseDirectory that differ from the course's. Raises whatever
    the converter raises.
    """
    config = Config(course.config)
    config.CourseDirectory.update(directories, assignment_id=name)
    made = converter(coursedir=CourseDirectory(config=config), config=config)
    made.force = True
    made.log.setLevel(logging.CRITICAL)
    made.start()


def generate(course: Course, name: str) -> None:
    """Runs `nbgrader generate_assignment`, and keeps the old release if that fails.

    Raises CourseError if nbgrader refuses, as it does when a test that has grades is gone.
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
        new, old = Path(temporary, name), course.release_folder(name)
        if content_of(new) != content_of(old):
            with replaced(course, new, old):
                pass


def save(
    gradebook: Gradebook, config: Config, result: Result, notebook: NotebookNode, folder: Path
) -> list[Finding]:
    """Writes one result as nbgrader's SaveAutoGrades would; the caller commits.

    notebook: the graded one. folder: the submission, which may hold a timestamp.txt. A grade that
    a person gave stays, and is marked for another look. Returns what was noticed.
    """
    gradebook.update_or_create_student(result.student)
    timestamp, note = read_timestamp(folder)
    notes = [Finding(note)] if note else []
    with gradebook.db.no_autoflush:
        submission = gradebook.update_or_create_submission(
            result.lesson, result.student, timestamp=timestamp
        )
    stored = gradebook.find_submission_notebook(result.lesson, result.lesson, result.student)
    scores = {verdict.id: verdict.score for verdict in result.verdicts}
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
        notes.append(Finding(f"Submitted {seconds / 3600:.1f} hours late."))
    stored.late_submission_penalty = penalty
    gradebook.db.flush()
    return notes


@dataclasses.dataclass(frozen=True)
class Remarks:
    """What a teacher and the clock added to a submission.

    late: points taken off. comments: {cell: text}. by_hand: {test cell: points}, for the cells
    whose points a person set or added to.
    """

    late: float
    comments: dict[str, str]
    by_hand: dict[str, float]

    def __bool__(self) -> bool:
        return bool(self.late or self.comments or self.by_hand)

    @property
    def digest(self) -> str:
        """A hash of the content: a page that carries another one is out of date."""
        return hashlib.sha256(json.dumps(dataclasses.astuple(self)).encode()).hexdigest()


def remarks(gradebook: Gradebook, lesson: str, student: str) -> Remarks:
    """What a teacher and the clock added to a graded submission."""
    stored = gradebook.find_submission_notebook(lesson, lesson, student)
    by_hand = {}
    for grade in stored.grades:
        if grade.manual_score is not None or grade.extra_credit:
            score = grade.auto_score if grade.manual_score is None else grade.manual_score
            by_hand[grade.name] = (score or 0.0) + (grade.extra_credit or 0.0)
    comments = {c.name: c.manual_comment for c in stored.comments if c.manual_comment}
    return Remarks(stored.late_submission_penalty or 0.0, comments, by_hand)


def standing(gradebook: Gradebook, student: str) -> dict[str, tuple[float, float]]:
    """{lesson: (points after the late penalty, most points)} of a student's graded lessons."""
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
    """Returns (time or None, note): when it was submitted, if timestamp.txt can be read."""
    path = folder / "timestamp.txt"
    if os.path.islink(path) or not os.path.isfile(path):
        return None, ""
    try:
        with open(path, encoding="utf-8-sig") as file:
            return parse_utc(file.read(100).strip()), ""
    except (OSError, ValueError, OverflowError, AttributeError, TypeError):
        return None, "Its timestamp.txt cannot be read; graded without a time."
