"""The class run: every submission is read, graded in parallel, and recorded by one writer.

Grading itself is `one.grade`, which any executor can run. This coordinator alone writes the
gradebook and the folders autograded/ and feedback/. Each submission is complete or absent: the
old folder stands aside while the grades are committed, then the new one takes its place. What is
in place always agrees with the gradebook, and a run that was killed can go on.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor, as_completed
from pathlib import Path

import nbformat
from filelock import FileLock, Timeout
from nbgrader.api import Gradebook, MissingEntry
from sqlalchemy.exc import OperationalError

from dikkat.course import Course, CourseError, Lesson
from dikkat.grading.one import Job, fingerprint, grade
from dikkat.grading.pages import feedback
from dikkat.grading.plugins.autograde import TwoSided
from dikkat.grading.processes.client import close_servers, start_servers
from dikkat.grading.reading.files import is_there
from dikkat.grading.reading.names import refused, student_id
from dikkat.grading.reading.restoring import untouched
from dikkat.grading.reading.submissions import changed
from dikkat.grading.records import gradebook
from dikkat.grading.records.exchange import copy_for_release
from dikkat.grading.records.folders import recover, replaced, write_whole
from dikkat.grading.records.results import Finding, Result, read_result, store
from dikkat.grading.settings import NoSandbox, refuse_without_sandbox

Progress = Callable[[str, int, int], None]  # what is being done, how many are done, of how many


def grade_class(
    course: Course,
    lessons: list[Lesson],
    *,
    student: str | None = None,
    workers: int | None = None,
    force: bool = False,
    own_work: bool = False,
    executor: Executor | None = None,
    progress: Progress = lambda *_: None,
) -> list[Result]:
    """Grades the submissions of some lessons; returns a result for each, in order.

    student: grade only this one. force: grade again what has not changed. own_work: no sandbox
    is needed. executor: the default is `workers` threads, which share the fork servers. Raises
    CourseError if nothing can be graded, and if the disk is full; what was graded until then is
    kept.
    """
    with _only_run(course), _room_on_disk(), gradebook.opened(course) as book:
        recover(course)
        for lesson in lessons:
            if not gradebook.knows(book, lesson):
                progress(f"generating {lesson.name}", 0, 0)
                gradebook.generate(course, lesson.name)
                book.db.expire_all()
        with tempfile.TemporaryDirectory(
            prefix=".grading-", dir=course.root, ignore_cleanup_errors=True
        ) as scratch:
            run = _ClassRun(course, lessons, book, Path(scratch), progress, own_work)
            jobs, results, refusals = [], [], []
            found = submissions(course, lessons, student)
            for (name, who), folders in found.items():
                job = run.job(name, who, folders)
                refusal = refused(who)
                if refusal:
                    error = Result(name, who, run.lessons[name].points, error=refusal)
                    refusals.append(error)
                    continue
                old = None if force else run.already(job)
                if old is not None:
                    results.append(old)
                else:
                    jobs.append((job, folders))
            if jobs:
                results += run.grade(jobs, workers, executor)
            run.bring_up_to_date(results, found)
        gradebook.set_final_points(book, results)
        results += refusals
    return sorted(results, key=lambda result: (result.lesson, result.student))


def submissions(
    course: Course, lessons: list[Lesson], student: str | None
) -> dict[tuple[str, str], list[Path]]:
    """{(lesson, student): folders} of all submissions, in order.

    A name written in two ways (ö as one letter, or as o and dots) is one student, whose id is the
    composed form (see `student_id`). If there are folders of both, the newest comes last. A folder
    that cannot be opened counts as a submission: grading says what is wrong with it.
    """
    found: dict[tuple[str, str], list[Path]] = {}
    wanted = unicodedata.normalize("NFC", student) if student else None
    for folder in course.students():
        name = student_id(folder)
        if folder.startswith(".") or (wanted and name != wanted):
            continue
        for lesson in lessons:
            path = course.submission_folder(lesson.name, folder)
            if is_there(path):
                found.setdefault((lesson.name, name), []).append(path)
    for paths in found.values():
        if len(paths) > 1:
            paths.sort(key=changed)
    return dict(sorted(found.items()))


class _ClassRun:
    """What one class run needs everywhere: the lessons, the open gradebook, a scratch folder."""

    def __init__(
        self,
        course: Course,
        lessons: list[Lesson],
        book: Gradebook,
        scratch: Path,
        progress: Progress,
        own_work: bool,
    ):
        self.course, self.book, self.scratch, self.progress = course, book, scratch, progress
        self.lessons = {lesson.name: lesson for lesson in lessons}
        self.settings = TwoSided(config=course.config)
        self.lateness = gradebook.lateness_plugin(course.config)
        self.without_sandbox = own_work or self.settings.without_sandbox
        self.jobs = 0

    def job(self, lesson: str, student: str, folders: list[Path]) -> Job:
        """A job for the newest of a student's folders."""
        self.jobs += 1
        return Job(
            str(self.course.root),
            lesson,
            student,
            str(folders[-1]),
            str(self.scratch / str(self.jobs)),
            self.settings.limits(),
            self.settings.times(),
            without_sandbox=self.without_sandbox,
        )

    def already(self, job: Job) -> Result | None:
        """The result of a submission that was graded as it is now, or None."""
        result = read_result(self.course, job.lesson, job.student)
        if result is None or result.error:
            return None
        lesson = self.lessons[job.lesson]
        try:
            now = fingerprint(Path(job.folder), lesson, job.settings)
        except Exception:  # grading it will say what is wrong
            return None
        if result.fingerprint != now:
            return None
        try:
            stored = self.book.find_submission_notebook(job.lesson, job.lesson, job.student)
        except MissingEntry:
            return None
        if {g.cell.name: g.auto_score for g in stored.grades} != result.auto_scores:
            return None
        result.skipped = True
        return result

    def grade(
        self,
        jobs: list[tuple[Job, list[Path]]],
        workers: int | None,
        executor: Executor | None,
    ) -> list[Result]:
        """Grades jobs in parallel and records each result as it comes."""
        self.progress("starting Python and its libraries once", 0, len(jobs))
        names = sorted({job.lesson for job, _ in jobs})
        if executor is None:  # the workers of another one start their own, and refuse themselves
            try:
                server = start_servers([self.lessons[name].text for name in names])
                refuse_without_sandbox(server.level, server.reason, self.without_sandbox)
            except (RuntimeError, OSError) as error:
                raise CourseError(f"Nothing was graded: {error}") from None
            except NoSandbox as error:
                raise CourseError(str(error)) from None
        results = []
        # Keep these rows alive so that SQLAlchemy does not reload them for each submission.
        rows = [gradebook.cells_of(self.book, name) for name in names]
        pool = executor or ThreadPoolExecutor(workers or _cores())
        try:
            for job, folders, result in self._results(pool, jobs):
                try:
                    result = self._record(job, folders, result)
                except Exception as error:
                    if _is_full(error):
                        raise
                    result = self._give_up(job, error)
                results.append(result)
                self.progress(f"{job.lesson} of {job.student}", len(results), len(jobs))
        except BaseException:
            close_servers()  # what runs now ends, and is graded again by the next run
            raise
        finally:
            if executor is None:
                pool.shutdown(cancel_futures=True)
            rows.clear()
        return results

    def _results(self, pool: Executor, jobs) -> Iterator[tuple[Job, list[Path], Result]]:
        """(job, folders, result) of all jobs, as they end.

        The kernel may kill a worker (out of memory, say), so each failed job is retried once.
        """
        for last in (False, True):
            waiting = {pool.submit(grade, job): (job, folders) for job, folders in jobs}
            jobs = []
            try:
                for future in as_completed(waiting):
                    job, folders = waiting[future]
                    result = self._result(future, job)
                    if result.error and not last:
                        shutil.rmtree(job.out, ignore_errors=True)
                        jobs.append((job, folders))
                    else:
                        yield job, folders, result
            finally:
                for future in waiting:
                    future.cancel()

    def _result(self, future, job: Job) -> Result:
        """The result of a job; a failure of ours stays with that submission."""
        try:
            return future.result()
        except NoSandbox as error:  # the same for every other submission
            raise CourseError(str(error)) from None
        except BrokenExecutor as error:
            raise CourseError(
                f"A worker process was killed ({error}). What was graded until then is kept. Run "
                "the same command again, with fewer --workers if memory was short."
            ) from None
        except Exception as error:
            if _is_full(error):
                raise
            return self._failed(job, f"{type(error).__name__}: {error}")

    def _failed(self, job: Job, error: str) -> Result:
        """A result for what our own side could not grade; its old score does not stay."""
        shutil.rmtree(job.out, ignore_errors=True)
        lesson = self.lessons[job.lesson]
        Path(job.out).mkdir(parents=True)
        nbformat.write(untouched(lesson), Path(job.out, f"{job.lesson}.ipynb"))
        text = f"This could not be graded: {error}"
        return Result(job.lesson, job.student, lesson.points, error=text)

    def _record(self, job: Job, folders: list[Path], result: Result) -> Result:
        """Writes a result: its grades, its folder and its feedback."""
        path = Path(job.out, f"{job.lesson}.ipynb")
        # Without validating it again: `grade` has written it a moment ago.
        notebook = nbformat.v4.reads(path.read_text(encoding="utf-8"))
        if len(folders) > 1:
            names = ", ".join(ascii(folder.parent.name) for folder in folders)
            text = f"Two folders belong to one student ({names}); the newest was graded."
            result.findings.append(Finding(text, needs_person=True))
        if unicodedata.normalize("NFC", folders[-1].parent.name) != job.student:
            text = f"The name of its folder is not UTF-8, so its id is {job.student}. Rename it."
            result.findings.append(Finding(text, needs_person=True))
        graded = self.course.graded_notebook(job.lesson, job.student)
        earlier = gradebook.earlier_answers(graded)
        copy_for_release(Path(job.folder), Path(job.out))
        with replaced(self.course, Path(job.out), graded.parent):
            gradebook.save(self.book, self.lateness, result, notebook, Path(job.folder), earlier)
            if notebook.metadata.get("dikkat") != result.to_json():
                store(result, notebook)
                path.write_text(nbformat.v4.writes(notebook) + "\n", encoding="utf-8")
            self.book.db.commit()
        self._write_page(result, notebook)
        return result

    def _give_up(self, job: Job, error: Exception) -> Result:
        """Records that a result could not be kept, so that no old score stays."""
        self.book.db.rollback()
        text = f"This could not be kept: {type(error).__name__}: {error}"
        result = Result(job.lesson, job.student, self.lessons[job.lesson].points, error=text)
        empty = nbformat.v4.new_notebook()
        try:
            gradebook.save(self.book, self.lateness, result, empty, Path(job.folder))
            self.book.db.commit()
        except Exception as another:
            if _is_full(another):
                raise
            self.book.db.rollback()
            result.error += f" An old score may still be there ({type(another).__name__})."
        return result

    # --- pages ---------------------------------------------------------------------------

    def _write_page(self, result: Result, notebook) -> None:
        lesson = self.lessons[result.lesson]
        text = feedback.of_submission(self.course, self.book, lesson, notebook, result)
        write_whole(self.course.feedback_page(result.lesson, result.student), text)

    def bring_up_to_date(self, results: list[Result], folders: dict) -> None:
        """Brings in step what changes without a submission: late penalties, then pages.

        folders: see `submissions`. A page is rewritten if a teacher's remarks, the penalty or
        points of other lessons have changed; time and secret are put beside it.
        """
        for result in results:
            if result.skipped:
                self._bring_penalty_up_to_date(result)
        standings: dict[str, list[feedback.Standing]] = {}
        for result in results:
            page = self.course.feedback_page(result.lesson, result.student)
            try:
                self._bring_page_up_to_date(result, page, standings)
                if page.exists():
                    copy_for_release(folders[result.lesson, result.student][-1], page.parent)
            except OSError as error:
                if _is_full(error):
                    raise
                text = f"Its feedback page could not be brought up to date: {error}"
                result.findings.append(Finding(text, needs_person=True))

    def _bring_penalty_up_to_date(self, result: Result) -> None:
        if not gradebook.bring_lateness_up_to_date(self.book, self.lateness, result):
            return
        self.book.db.commit()
        path = self.course.graded_notebook(result.lesson, result.student)
        notebook = nbformat.read(path, as_version=4)
        store(result, notebook)
        write_whole(path, nbformat.v4.writes(notebook) + "\n")
        result.penalty_changed = True

    def _bring_page_up_to_date(self, result: Result, path: Path, standings: dict) -> None:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if result.skipped:
            remarks = gradebook.remarks(self.book, result.lesson, result.student)
            if remarks.digest not in text:
                graded = self.course.graded_notebook(result.lesson, result.student)
                self._write_page(result, nbformat.read(graded, as_version=4))
                result.page_changed = True
                return
        if result.student not in standings:
            standings[result.student] = feedback.standing_of(self.course, self.book, result.student)
        new = feedback.with_standing(text, result.lesson, standings[result.student])
        if new != text:
            write_whole(path, new)
            result.page_changed = result.skipped


@contextlib.contextmanager
def _only_run(course: Course):
    """Holds the course for one class run. Raises CourseError while another one grades it."""
    lock = FileLock(course.gradebook.with_name("gradebook.db.lock"), timeout=0)
    try:
        with lock:
            yield
    except Timeout:
        raise CourseError(
            "Another run is grading this course right now. Wait for it to end."
        ) from None


@contextlib.contextmanager
def _room_on_disk():
    """Turns the error of a full disk into a sentence."""
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


def _cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
