"""The class run: every submission through preflight, graded in parallel, written by one writer.

Grading itself is `submission.grade`, which any executor can run. This coordinator alone writes
the gradebook and the folders autograded/ and feedback/. Each submission is complete or absent:
its folder is renamed into place after its grades are committed, so that a run that was killed
goes on where it was.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shutil
import tempfile
import unicodedata
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from pathlib import Path

import nbformat
from nbgrader.api import MissingEntry

from dikkat.course import Course, CourseError, Lesson
from dikkat.grading import feedback, gradebook, preflight
from dikkat.grading.nbgrader import Grading
from dikkat.grading.submission import Job, Result, fingerprint, grade, settings_of, warm_server

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
        paths.sort(
            key=lambda p: max([p.lstat().st_mtime, *(f.lstat().st_mtime for f in p.rglob("*"))])
        )
    return dict(sorted(found.items()))


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
    nothing can be graded.
    """
    with only_run(course), gradebook.opened(course) as book:
        for name in lessons:
            if not gradebook.knows(book, course.lesson(name)):
                told(f"generating {name}", 0, 1)
                gradebook.generate(course, name)
                book.db.expire_all()
        settings = Grading(config=_grading_config(course))
        jobs, lines = [], []
        with tempfile.TemporaryDirectory(prefix=".grading-", dir=course.root) as scratch:
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
    return sorted(lines, key=lambda line: (line.lesson, line.student))


def _grading_config(course: Course):
    config = course.config.copy()
    config.Grading = config.TwoSided
    return config


def _run(course, book, jobs, settings, workers, own_work, executor, told) -> list[Graded]:
    told("starting Python, NumPy and PyTorch once", 0, len(jobs))
    warm = warm_server(modules_for(course, {job.lesson for job, _ in jobs}))
    warm.start()
    if not own_work:
        settings.refuse_without_sandbox(warm.level, warm.reason)
    lines = []
    pool = executor or ThreadPoolExecutor(workers or os.cpu_count() or 1)
    try:
        waiting = {pool.submit(grade, job): (job, folders) for job, folders in jobs}
        for future in as_completed(waiting):
            job, folders = waiting[future]
            try:
                result = future.result()
            except Exception as error:  # one submission's fault stays with that submission
                result = _failed(course, job, f"{type(error).__name__}: {error}")
            lines.append(_keep(course, book, job, folders, result))
            told(f"{job.lesson} of {job.student}", len(lines), len(jobs))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return lines


def _failed(course: Course, job: Job, error: str) -> Result:
    """A result for what our own side could not grade; its old score does not stay."""
    shutil.rmtree(job.out, ignore_errors=True)
    lesson = course.lesson(job.lesson)
    notebook, _ = preflight.restore(nbformat.v4.new_notebook(), lesson)
    Path(job.out).mkdir(parents=True)
    nbformat.write(notebook, Path(job.out, f"{job.lesson}.ipynb"))
    return Result(job.lesson, job.student, "", [], [], f"This could not be graded: {error}")


def _keep(course, book, job: Job, folders: list[Path], result: Result) -> Graded:
    """Writes a result: first its grades, then its folders, each by one rename."""
    lesson = course.lesson(job.lesson)
    path = Path(job.out, f"{job.lesson}.ipynb")
    notebook = nbformat.read(path, as_version=4)
    notes = gradebook.save(book, course.config, result, notebook, Path(job.folder))
    result.findings += [{"text": note, "needs_person": False} for note in notes]
    if len(folders) > 1:
        names = ", ".join(ascii(f.parent.name) for f in folders)
        result.findings.append(
            {
                "text": f"Two folders are one student ({names}); the newest was graded.",
                "needs_person": True,
            }
        )
    notebook.metadata.dikkat = dataclasses.asdict(result)
    nbformat.write(notebook, path)
    line = _line(lesson, result)
    target = course.root / "autograded" / job.student / job.lesson
    gradebook.replace_folder(Path(job.out), target)
    write_feedback(course, lesson, job.student, notebook, line)
    return line


def write_feedback(course, lesson: Lesson, student: str, notebook, line: Graded) -> Path:
    """Writes the feedback page of one submission; returns its path."""
    folder = course.root / "feedback" / student / lesson.name
    folder.mkdir(parents=True, exist_ok=True)
    page = feedback.page(lesson, student, notebook, line)
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
        file.write(page)
    os.chmod(file.name, 0o644)
    target = folder / f"{lesson.name}.html"
    os.replace(file.name, target)
    return target


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
    if not (course.root / "feedback" / job.student / job.lesson / f"{job.lesson}.html").exists():
        return None
    try:
        stored = book.find_submission_notebook(job.lesson, job.lesson, job.student)
    except MissingEntry:
        return None
    if any(grade.auto_score is None for grade in stored.grades):
        return None
    return _line(lesson, result, skipped=True)


def read_result(course: Course, lesson: str, student: str) -> Result | None:
    """What the last grading of a submission found, from its graded notebook; None if none did."""
    path = course.root / "autograded" / student / lesson / f"{lesson}.ipynb"
    try:
        data = nbformat.read(path, as_version=4).metadata.dikkat
        return Result(**{f.name: data[f.name] for f in dataclasses.fields(Result)})
    except (OSError, ValueError, AttributeError, KeyError):
        return None


def modules_for(course: Course, lessons: set[str]) -> list[str]:
    """What to import once for these lessons: PyTorch only where one of them needs it."""
    from dikkat.grading.warm import MODULES, TORCH_MODULES

    cells = [c.source for name in lessons for c in course.lesson(name).source.cells]
    return [*MODULES, *(TORCH_MODULES if any("import torch" in text for text in cells) else [])]
