"""nbgrader's gradebook: what the coordinator, and nobody else, writes into it."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import logging
import math
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import nbformat
from alembic.script import ScriptDirectory
from nbformat import NotebookNode
from nbgrader.api import (
    Assignment,
    Base,
    BaseCell,
    Grade,
    Gradebook,
    MissingEntry,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import ALEMBIC_DIR
from nbgrader.plugins import BasePlugin
from nbgrader.preprocessors import AssignLatePenalties
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.engine import Connection, make_url
from traitlets import TraitError
from traitlets.config import Config

from dikkat.course import (
    Course,
    CourseError,
    Lesson,
    content_of,
    grade_id,
    is_manual,
    is_solution,
    is_test,
    points_of,
)
from dikkat.grading.reading.manual import is_empty
from dikkat.grading.records.exchange import read_timestamp
from dikkat.grading.records.folders import replaced
from dikkat.grading.records.results import Final, Finding, Result

BUSY_SECONDS = 60  # how long a writer waits while the formgrader, say, is writing


@contextlib.contextmanager
def opened(course: Course, db_url: str | None = None) -> Iterator[Gradebook]:
    """The course's gradebook, set so that readers and one writer do not lock each other out.

    db_url: another one than the configuration names. Raises CourseError if nbgrader must bring
    the gradebook up to date first.
    """
    coursedir = CourseDirectory(config=course.config)
    db_url = db_url or coursedir.db_url
    _prepare(db_url)
    with Gradebook(db_url, coursedir.course_id) as gradebook:
        if db_url.startswith("sqlite"):
            gradebook.db.execute(text("PRAGMA journal_mode=WAL"))
            gradebook.db.execute(text(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}"))
        # Otherwise a commit makes SQLAlchemy read every cell of a lesson again, one by one.
        gradebook.db().expire_on_commit = False
        yield gradebook


def location(course: Course) -> str:
    """Where the gradebook is, as a person would write it, without a password."""
    url = make_url(CourseDirectory(config=course.config).db_url)
    if url.get_backend_name() == "sqlite" and url.database:
        relative = os.path.relpath(url.database)
        return url.database if relative.startswith("..") else relative
    return url.render_as_string(hide_password=True)


def _prepare(db_url: str) -> None:
    """Gives a new gradebook the version of its tables, which nbgrader's migrations go by.

    nbgrader would ask the command `alembic` for it, which is on the PATH only while the virtual
    environment is activated. Raises CourseError if another nbgrader made the gradebook.
    """
    revisions = ScriptDirectory(ALEMBIC_DIR)
    newest = revisions.get_current_head()
    engine = create_engine(db_url)
    try:
        with engine.begin() as connection:
            if not inspect(connection).get_table_names():
                connection.execute(
                    text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
                )
                connection.execute(
                    text("INSERT INTO alembic_version VALUES (:version)"), {"version": newest}
                )
                return
            version = _version(connection)
            current = version == newest and not _lacks_columns(connection)
    finally:
        engine.dispose()
    if version is not None and version not in {r.revision for r in revisions.walk_revisions()}:
        raise CourseError(
            "The gradebook was made by a newer version of nbgrader. Install that version, or go "
            "back to your copy of the gradebook from before it was upgraded."
        )
    if not current:
        raise CourseError(
            "The gradebook was made by an older version of nbgrader. Make a copy of it, run "
            "`nbgrader db upgrade` in the course folder, then try again."
        )


def _version(connection: Connection) -> str | None:
    """The version of the gradebook's tables; None if it has none, as those before 2017."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _lacks_columns(connection: Connection) -> bool:
    """Whether a table has fewer columns than nbgrader asks for, whatever its version says."""
    found = inspect(connection)
    return any(
        {column.name for column in table.columns}
        - {column["name"] for column in found.get_columns(table.name)}
        for table in Base.metadata.sorted_tables
        if found.has_table(table.name)
    )


def cells_of(gradebook: Gradebook, lesson: str) -> list:
    """The rows of a lesson's cells. While a caller holds them, SQLAlchemy does not reload them."""
    notebook = gradebook.find_notebook(lesson, lesson)
    return [*notebook.grade_cells, *notebook.solution_cells, *notebook.task_cells]


def knows(gradebook: Gradebook, lesson: Lesson) -> bool:
    """Whether the gradebook has this very version of the lesson."""
    try:
        notebook = gradebook.find_notebook(lesson.name, lesson.name)
    except MissingEntry:
        return False
    known = {cell.name: cell.source for cell in notebook.source_cells if cell.locked}
    points = {c.name: c.max_score for c in [*notebook.grade_cells, *notebook.task_cells]}
    locked = {
        grade_id(c): c.source
        for c in lesson.source.cells
        if c.metadata.get("nbgrader", {}).get("locked")
    }
    return known == locked and points == {
        grade_id(c): points_of(c) for c in lesson.source.cells if is_test(c) or is_manual(c)
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
                "back, or start a new gradebook and keep the old one."
            ) from None
        new, old = Path(temporary, name), course.release_folder(name)
        if content_of(new) != content_of(old):
            with replaced(course, new, old):
                pass


# --- one result ------------------------------------------------------------------------------


def save(
    gradebook: Gradebook,
    lateness: BasePlugin,
    result: Result,
    notebook: NotebookNode,
    folder: Path,
    earlier: dict[str, str] | None = None,
) -> None:
    """Writes one result in place of nbgrader's SaveAutoGrades; the caller commits.

    lateness: see `lateness_plugin`. notebook: the graded one. folder: the submission, which may
    hold a timestamp.txt. earlier: the `answers` that were graded before, or None.

    A grade that a person gave stays; it is marked for another look if the answer has changed.
    What was noticed goes into the result.
    """
    gradebook.update_or_create_student(result.student)
    timestamp, note = read_timestamp(folder)
    result.findings += [Finding(note)] if note else []
    with gradebook.db.no_autoflush:
        gradebook.update_or_create_submission(result.lesson, result.student, timestamp=timestamp)
    stored = gradebook.find_submission_notebook(result.lesson, result.lesson, result.student)
    scores, now = result.auto_scores, answers(notebook)
    for grade in stored.grades:
        name, before = grade.cell.name, grade.auto_score
        grade.auto_score = None if result.error else scores.get(name, 0.0)
        if grade.manual_score is None:
            grade.needs_manual_grade = grade.auto_score is None
        elif earlier is None or grade.auto_score != before or _differ(earlier, now, name):
            grade.needs_manual_grade = True
    cells = {grade_id(c): c for c in notebook.cells if is_solution(c)}
    for comment in stored.comments:
        empty = comment.cell.name in cells and is_empty(cells[comment.cell.name])
        comment.auto_comment = "No response." if empty else None
    gradebook.db.flush()
    stored.late_submission_penalty = result.penalty = None
    bring_lateness_up_to_date(gradebook, lateness, result)


def answers(notebook: NotebookNode) -> dict[str, str]:
    """{cell: text} of the answers that a person grades; under "", all that the learner wrote."""
    own = [c for c in notebook.cells if is_solution(c) or grade_id(c) is None]
    found = {grade_id(c): c.source for c in own if is_manual(c)}
    return found | {"": "\n\n".join(c.source for c in own)}


def earlier_answers(path: Path) -> dict[str, str] | None:
    """The `answers` in a notebook that was graded before; None if there is none."""
    try:
        return answers(nbformat.v4.reads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, AttributeError, KeyError):
        return None


def _differ(earlier: dict[str, str], now: dict[str, str], cell: str) -> bool:
    """Whether what a person looked at to grade a cell has changed."""
    key = cell if cell in now else ""
    return earlier.get(key) != now[key]


def lateness_plugin(config: Config) -> BasePlugin:
    """What nbgrader_config.py says about lateness. Raises CourseError if it cannot be loaded."""
    try:
        late = AssignLatePenalties(config=config)
        late.init_plugin()
    except (TraitError, ImportError) as error:
        raise CourseError(
            "The lateness plug-in of nbgrader_config.py (c.AssignLatePenalties.plugin_class, "
            f"c.LateSubmissionPlugin) cannot be used: {error}"
        ) from None
    return late.plugin_inst


def bring_lateness_up_to_date(gradebook: Gradebook, lateness: BasePlugin, result: Result) -> bool:
    """Runs the lateness plug-in again; returns whether the penalty has changed.

    The due date, an extension, the plug-in or the points may have changed since the last run. A
    penalty that a person set in the gradebook stays until then. The caller commits.
    """
    submission = gradebook.find_submission(result.lesson, result.student)
    stored = gradebook.find_submission_notebook(result.lesson, result.lesson, result.student)
    seconds = submission.total_seconds_late if submission.assignment.duedate else 0
    penalty, result.late = None, None
    if seconds > 0:
        result.late = Finding(f"Submitted {seconds / 3600:.1f} hours late.")
        score = sum(map(_points, stored.grades))
        try:
            penalty = lateness.late_submission_penalty(result.student, score, seconds)
            if penalty is not None:
                penalty = min(max(float(penalty), 0.0), max(score, 0.0))
                if not math.isfinite(penalty):
                    raise ValueError("it returned something that is not a number")
        except Exception as error:  # the plug-in is the teacher's, and may fail for one student
            penalty = None
            result.late = Finding(
                f"{result.late.text} No points were taken off, because your lateness plug-in "
                f"{type(lateness).__name__} failed: {type(error).__name__}: {error}",
                needs_person=True,
            )
    if penalty == result.penalty:
        return False
    stored.late_submission_penalty = result.penalty = penalty
    gradebook.db.flush()
    return True


@dataclasses.dataclass(frozen=True)
class Remarks:
    """What a teacher and the clock added to a submission.

    late: points taken off. seconds_late: after the due date. comments: {cell: text}. by_hand:
    {cell: points}, for the cells whose points a person set or added to. waiting: the cells that
    a person has not graded yet.
    """

    late: float
    seconds_late: float
    comments: dict[str, str]
    by_hand: dict[str, float]
    waiting: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.late or self.seconds_late or self.comments or self.by_hand)

    @property
    def digest(self) -> str:
        """A hash of the content: a page that carries another one is out of date."""
        return hashlib.sha256(json.dumps(dataclasses.astuple(self)).encode()).hexdigest()


def remarks(gradebook: Gradebook, lesson: str, student: str) -> Remarks:
    """What a teacher and the clock added to a graded submission."""
    stored = gradebook.find_submission_notebook(lesson, lesson, student)
    submission = stored.assignment
    seconds = submission.total_seconds_late if submission.assignment.duedate else 0
    by_hand = {
        grade.name: _points(grade)
        for grade in stored.grades
        if grade.manual_score is not None or grade.extra_credit
    }
    waiting = tuple(sorted(grade.name for grade in stored.grades if grade.needs_manual_grade))
    comments = {c.name: c.manual_comment for c in stored.comments if c.manual_comment}
    late = stored.late_submission_penalty or 0.0
    return Remarks(late, seconds, comments, by_hand, waiting)


def _points(grade: Grade) -> float:
    """The points of a cell by nbgrader's rule.

    `Grade.score` keeps the value from when the row was loaded, so it is not used here.
    """
    score = grade.auto_score if grade.manual_score is None else grade.manual_score
    return 0.0 if score is None else score + (grade.extra_credit or 0.0)


# --- final points ----------------------------------------------------------------------------


def final_points(gradebook: Gradebook, student: str | None = None) -> dict[tuple[str, str], Final]:
    """{(lesson, student): final points} of all submissions, or of one student's.

    Everything that shows points takes them from here. Like nbgrader's export, the points of a
    submission are never negative.
    """
    rows = (
        gradebook.db.query(
            Assignment.name,
            SubmittedAssignment.student_id,
            Assignment.max_score,
            SubmittedNotebook.late_submission_penalty,
            BaseCell.name,
            Grade.score,
            Grade.needs_manual_grade,
        )
        .join(SubmittedAssignment, SubmittedAssignment.assignment_id == Assignment.id)
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
    )
    if student is not None:
        rows = rows.filter(SubmittedAssignment.student_id == student)
    grouped: dict[tuple[str, str], list] = {}
    for lesson, who, *rest in rows:
        grouped.setdefault((lesson, who), []).append(rest)
    return {key: _final(rest) for key, rest in grouped.items()}


def _final(rows: list) -> Final:
    """What a submission is worth, from a row (most, late, cell, score, waits) for each cell."""
    most, late = rows[0][0], rows[0][1] or 0.0
    cells = {cell: score for _, _, cell, score, _ in rows}
    waiting = tuple(sorted(cell for _, _, cell, _, waits in rows if waits))
    return Final(max(0.0, sum(cells.values()) - late), most, cells, late, waiting)


def with_final_points(course: Course, results: list[Result]) -> list[Result]:
    """Gives each result its final points, if there is a gradebook yet."""
    url = make_url(CourseDirectory(config=course.config).db_url)
    is_file = url.get_backend_name() == "sqlite"
    if results and not (is_file and not os.path.exists(url.database or "")):
        with opened(course) as gradebook:
            set_final_points(gradebook, results)
    return results


def set_final_points(gradebook: Gradebook, results: list[Result]) -> None:
    """Gives each result its final points."""
    students = {result.student for result in results}
    found = final_points(gradebook, students.pop() if len(students) == 1 else None)
    for result in results:
        result.final = found.get((result.lesson, result.student))
