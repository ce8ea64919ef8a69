"""The class run: every submission through preflight, graded in parallel, written by one writer.

Grading itself is `submission.grade`, which any executor can run. This coordinator alone writes
the gradebook and the folders autograded/ and feedback/. Each submission is complete or absent:
the old folder stands aside while the grades are committed, then the new one takes its place, so
that what is in place always agrees with the gradebook, and a run that was killed can go on.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import os
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor, as_completed
from pathlib import Path

import nbformat
from nbgrader.api import MissingEntry
from sqlalchemy.exc import OperationalError

from dikkat.course import Course, CourseError, Lesson
from dikkat.grading import feedback, gradebook, preflight
from dikkat.grading.nbgrader import Grading
from dikkat.grading.result import Result, read_result
from dikkat.grading.submission import Job, fingerprint, grade, settings_of
from dikkat.grading.warm import close_servers, start_servers

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


@dataclasses.dataclass
class Graded:
    """One line of the class's table. needs_person: why a teacher should look, or ""."""

    lesson: str
    student: str
    score: float
    points: float
    findings: list[dict]
    verdicts: list[dict]
    skipped: bool = False
    error: str = ""

    @property
    def needs_person(self) -> str:
        reasons = [self.error, *(f["text"] for f in self.findings if f["needs_person"])]
        return " ".join(r for r in reasons if r)


@contextlib.contextmanager
def only_run(course: Course):
    """Holds the course for one class run. Raises CourseError while another one grades it."""
    path = course.root / "gradebook.db.lock"
    with open(path, "a") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CourseError(
                    "Another run is grading this course right now. Wait for it to end."
                ) from None
        yield


def submissions(course: Course, lessons: list[str], student: str | None):
    """{(lesson, student): folders} of all that was handed in, in order.

    A name written in two ways (ö as one letter or as o and dots) is one student: the id is the
    composed form. Where both were handed in, the newest folder comes last.
    """
    found: dict[tuple[str, str], list[Path]] = {}
    wanted = unicodedata.normalize("NFC", student) if student else None
    for folder in course.students():
        name = unicodedata.normalize("NFC", folder)
        if folder.startswith(".") or (wanted and name != wanted):
            continue
        for lesson in lessons:
            path = course.root / "submitted" / folder / lesson
            if path.is_dir() or path.is_symlink():
                found.setdefault((lesson, name), []).append(path)
    for paths in found.values():
        if len(paths) > 1:
            paths.sort(key=_changed)
    return dict(sorted(found.items()))


def _changed(folder: Path) -> float:
    """When a submission was last written to."""
    return max(path.lstat().st_mtime for path in [folder, *folder.rglob("*")])


def grade_class(
    course: Course,
    lessons: list[str],
    *,
    student: str | None = None,
    workers: int | None = None,
    force: bool = False,
    own_work: bool = False,
    executor: Executor | None = None,
    told: Callable[[str, int, int], None] = lambda *_: None,
) -> list[Graded]:
    """Grades what was handed in; returns a line for each submission.

    own_work: no sandbox is needed. told(what, done, all): called as it goes on. executor: the
    default is threads, `workers` of them, which share one warm server. Raises CourseError where
    nothing can be graded, and where the disk is full; what was graded until then is kept.
    """
    with only_run(course), _room_on_disk(), gradebook.opened(course) as book:
        gradebook.recover(course)
        for name in lessons:
            if not gradebook.knows(book, course.lesson(name)):
                told(f"generating {name}", 0, 0)
                gradebook.generate(course, name)
                book.db.expire_all()
        settings = Grading(config=_grading_config(course))
        jobs, lines = [], []
        with tempfile.TemporaryDirectory(
            prefix=".grading-", dir=course.root, ignore_cleanup_errors=True
        ) as scratch:
            for (lesson, name), folders in submissions(course, lessons, student).items():
                job = Job(
                    str(course.root), lesson, name, str(folders[-1]),
                    str(Path(scratch, f"{len(jobs)}")), settings.limits(), settings.times(),
                )  # fmt: skip
                old = None if force else _already(course, book, job)
                if old is not None:
                    lines.append(old)
                else:
                    jobs.append((job, folders))
            if jobs:
                lines += _run(course, book, jobs, settings, workers, own_work, executor, told)
            _bring_pages_in_step(course, book, lines)
    return sorted(lines, key=lambda line: (line.lesson, line.student))


@contextlib.contextmanager
def _room_on_disk():
    """Says so in a sentence where there is none."""
    try:
        yield
    except (OSError, OperationalError) as error:
        if not _is_full(error):
            raise
        raise CourseError(
            f"The disk is full, or a limit on file size was met ({error}). What was graded until "
            "then is kept. Make room, then run the same command again."
        ) from None


def _is_full(error: BaseException) -> bool:
    full = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    sqlite_says = ("disk is full", "disk I/O error")
    return (isinstance(error, OSError) and error.errno in full) or (
        isinstance(error, OperationalError) and any(text in str(error) for text in sqlite_says)
    )


def _grading_config(course: Course):
    config = course.config.copy()
    config.Grading = config.TwoSided
    return config


def _run(course, book, jobs, settings, workers, own_work, executor, told) -> list[Graded]:
    told("starting Python and its libraries once", 0, len(jobs))
    try:
        warm = start_servers([course.lesson(n).text for n in sorted({j.lesson for j, _ in jobs})])
    except (RuntimeError, OSError) as error:
        raise CourseError(f"Nothing was graded: {error}") from None
    if not own_work:
        settings.refuse_without_sandbox(warm.level, warm.reason)
    lines = []
    cells = {name: gradebook.cells_of(book, name) for name in {job.lesson for job, _ in jobs}}
    pool = executor or ThreadPoolExecutor(workers or _cores())
    try:
        for job, folders, result in _results(pool, course, jobs):
            try:
                line = _keep(course, book, job, folders, result)
            except Exception as error:
                if _is_full(error):
                    raise
                line = _give_up(course, book, job, error)
            lines.append(line)
            told(f"{job.lesson} of {job.student}", len(lines), len(jobs))
    except BaseException:
        close_servers()  # what runs now ends, and is graded again by the next run
        raise
    finally:
        if executor is None:
            pool.shutdown(cancel_futures=True)
        del cells
    return lines


def _cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _results(pool: Executor, course: Course, jobs) -> Iterator[tuple[Job, list[Path], Result]]:
    """(job, folders, result) of all jobs, as they end. What our side failed at is tried twice.

    A process of ours may be killed by the system, for memory say; most often once.
    """
    for last in (False, True):
        waiting = {pool.submit(grade, job): (job, folders) for job, folders in jobs}
        jobs = []
        try:
            for future in as_completed(waiting):
                job, folders = waiting[future]
                result = _result(course, future, job)
                if result.error and not last:
                    shutil.rmtree(job.out, ignore_errors=True)
                    jobs.append((job, folders))
                else:
                    yield job, folders, result
        finally:
            for future in waiting:
                future.cancel()


def _result(course: Course, future, job: Job) -> Result:
    """What came of a job; one submission's fault stays with that submission."""
    try:
        return future.result()
    except BrokenExecutor as error:
        raise CourseError(
            f"A worker process was killed ({error}). What was graded until then is kept. Run the "
            "same command again, with fewer --workers if memory was short."
        ) from None
    except Exception as error:
        if _is_full(error):
            raise
        return _failed(course, job, f"{type(error).__name__}: {error}")


def _failed(course: Course, job: Job, error: str) -> Result:
    """A result for what our own side could not grade; its old score does not stay."""
    shutil.rmtree(job.out, ignore_errors=True)
    lesson = course.lesson(job.lesson)
    notebook, _ = preflight.restore(nbformat.v4.new_notebook(), lesson)
    Path(job.out).mkdir(parents=True)
    nbformat.write(notebook, Path(job.out, f"{job.lesson}.ipynb"))
    return Result(job.lesson, job.student, "", [], [], f"This could not be graded: {error}")


def _keep(course, book, job: Job, folders: list[Path], result: Result) -> Graded:
    """Writes a result: its grades, its folder and its feedback."""
    lesson = course.lesson(job.lesson)
    path = Path(job.out, f"{job.lesson}.ipynb")
    # Without validating it again: `grade` has written it a moment ago.
    notebook = nbformat.v4.reads(path.read_text(encoding="utf-8"))
    if len(folders) > 1:
        names = ", ".join(ascii(f.parent.name) for f in folders)
        result.findings.append(
            {
                "text": f"Two folders are one student ({names}); the newest was graded.",
                "needs_person": True,
            }
        )
    target = course.graded_notebook(job.lesson, job.student).parent
    with gradebook.replaced(course, Path(job.out), target):
        notes = gradebook.save(book, course.config, result, notebook, Path(job.folder))
        result.findings += [{"text": note, "needs_person": False} for note in notes]
        if notebook.metadata.get("dikkat") != dataclasses.asdict(result):
            notebook.metadata.dikkat = dataclasses.asdict(result)
            path.write_text(nbformat.v4.writes(notebook) + "\n", encoding="utf-8")
        book.db.commit()
    line = _line(lesson, result)
    write_feedback(course, book, notebook, line)
    return line


def _give_up(course: Course, book, job: Job, error: Exception) -> Graded:
    """What is left of a result that could not be kept: the gradebook knows that it is missing."""
    book.db.rollback()
    text = f"This could not be kept: {type(error).__name__}: {error}"
    result = Result(job.lesson, job.student, "", [], [], text)
    gradebook.save(book, course.config, result, nbformat.v4.new_notebook(), Path(job.folder))
    book.db.commit()
    return _line(course.lesson(job.lesson), result)


def write_feedback(course: Course, book, notebook, line: Graded) -> Path:
    """Writes the feedback page of one submission; returns its path."""
    path = course.feedback_page(line.lesson, line.student)
    remarks = gradebook.remarks(book, line.lesson, line.student)
    standing = _standing(course, book, line.student)
    text = feedback.page(
        course.lesson(line.lesson), line.student, notebook, line, remarks, standing
    )
    feedback.write_whole(path, text)
    return path


def _standing(course: Course, book, student: str) -> list[feedback.Standing]:
    known = gradebook.standing(book, student)
    return [feedback.Standing(n, *known.get(n, (None, None))) for n in course.lesson_names()]


def _bring_pages_in_step(course: Course, book, lines: list[Graded]) -> None:
    """Writes those pages anew that say too little: of a teacher's remarks since, or of lessons."""
    standings: dict[str, list] = {}
    for line in lines:
        path = course.feedback_page(line.lesson, line.student)
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if line.skipped:
            remarks = gradebook.remarks(book, line.lesson, line.student)
            if remarks.digest not in text:
                graded = course.graded_notebook(line.lesson, line.student)
                notebook = nbformat.read(graded, as_version=4)
                write_feedback(course, book, notebook, line)
                continue
        if line.student not in standings:
            standings[line.student] = _standing(course, book, line.student)
        new = feedback.with_standing(text, line.lesson, standings[line.student])
        if new != text:
            feedback.write_whole(path, new)


def _line(lesson: Lesson, result: Result, skipped=False) -> Graded:
    return Graded(
        lesson.name, result.student, result.score, lesson.points, result.findings,
        result.verdicts, skipped, result.error,
    )  # fmt: skip


def _already(course: Course, book, job: Job) -> Graded | None:
    """The line of a submission that was graded as it is now, or None."""
    result = read_result(course, job.lesson, job.student)
    lesson = course.lesson(job.lesson)
    if result is None or result.error:
        return None
    if result.fingerprint != fingerprint(Path(job.folder), lesson, settings_of(job)):
        return None
    try:
        stored = book.find_submission_notebook(job.lesson, job.lesson, job.student)
    except MissingEntry:
        return None
    scores = {verdict["id"]: verdict["score"] for verdict in result.verdicts}
    if {grade.cell.name: grade.auto_score for grade in stored.grades} != scores:
        return None
    return _line(lesson, result, skipped=True)
