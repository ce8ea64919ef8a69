"""Grading one submission: files in, a graded notebook and a `Result` out. It knows no gradebook.

Any `concurrent.futures` executor can run `grade`. `nbgrader autograde` does the same in two
steps, `read` and `run` (see `plugins.autograde`).
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from collections.abc import Callable
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import determine_grade

from dikkat.course import Course, Lesson, grade_id, is_test, points_of, property_of
from dikkat.grading.between import outputs
from dikkat.grading.processes.client import ForkServer, fork_server_for
from dikkat.grading.reading import submissions
from dikkat.grading.reading.manual import manual_cells
from dikkat.grading.reading.restoring import untouched
from dikkat.grading.records.folders import write_files
from dikkat.grading.records.results import NOT_GRADED, Result, Verdict, store
from dikkat.grading.settings import Limits, Times, refuse_without_sandbox
from dikkat.notebook.failures import Failure

VERSION = 3  # raise it when the same submission would be graded differently


@dataclasses.dataclass(frozen=True)
class Job:
    """One submission to grade.

    course, folder: the course's folder and the submission's. out: a folder that `grade` makes;
    it must not exist. level: the least isolation that will do; None for any sandbox. The best one
    that the machine has is used in any case. without_sandbox: whether it may run without one: for
    one's own work, or if the teacher has accepted the risk.
    """

    course: str
    lesson: str
    student: str
    folder: str
    out: str
    limits: Limits = Limits()
    times: Times = Times()
    level: str | None = None
    without_sandbox: bool = False

    @property
    def settings(self) -> str:
        """What of the job, besides the files, decides about the result."""
        return f"{self.limits} {self.times} {self.level}"


def grade(job: Job) -> Result:
    """Grades a submission into `job.out`: the graded notebook and the lesson's own files.

    Raises NoSandbox, before anything is run, if this machine does not isolate it well enough.
    """
    lesson = _lesson(job.course, job.lesson, _times(job))
    folder, out = Path(job.folder), Path(job.out)
    notebook, result = read(folder, lesson, job.student)
    result.fingerprint = fingerprint(folder, lesson, job.settings)
    try:
        server = fork_server_for(lesson.text)
        run(
            notebook, result, lesson, server, job.limits, job.times, job.level,
            without_sandbox=job.without_sandbox,
        )  # fmt: skip
    except (RuntimeError, OSError) as error:
        result.error = str(error)
    store(result, notebook)
    out.mkdir(parents=True)
    write_files(out, lesson.files)
    nbformat.write(notebook, out / f"{job.lesson}.ipynb")
    return result


def read(folder: Path, lesson: Lesson, student: str) -> tuple[NotebookNode, Result]:
    """A submission as a notebook that can be run, and what was noticed; runs nothing.

    If nothing can be run, it is the untouched lesson, and each check in the result has failed.
    """
    submission = submissions.read(folder, lesson)
    result = Result(lesson.name, student, lesson.points, findings=submission.findings)
    if submission.notebook is None:
        result.verdicts = _fail_all(lesson, submission.problem)
    notebook = submission.notebook or untouched(lesson)
    result.manual = manual_cells(notebook, lesson)
    return notebook, result


def run(
    notebook: NotebookNode,
    result: Result,
    lesson: Lesson,
    server: ForkServer,
    limits: Limits | None = None,
    times: Times | None = None,
    level: str | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    without_sandbox: bool = False,
) -> None:
    """Runs a notebook on both sides; writes outputs into it and verdicts into the result.

    If `read` has failed all checks already, only their outputs are written. level,
    without_sandbox: see `Job`. progress: called with the index of each code cell that begins.
    Raises NoSandbox if the machine does not isolate it well enough, RuntimeError or OSError if our
    own side failed.
    """
    server.start()
    refuse_without_sandbox(server.level, server.reason, without_sandbox, level)
    if result.verdicts:
        return _show_failures(notebook, result.verdicts)
    code_cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown, verdicts = server.run(
        _requests(code_cells, lesson),
        lesson.files,
        limits,
        times,
        progress=progress,
        checks=lesson.checks,
    )
    for number, (cell, items) in enumerate(zip(code_cells, shown, strict=True), start=1):
        cell.outputs = [nbformat.from_dict(item) for item in items]
        cell.execution_count = number
    in_order = [grade_id(cell) for cell in lesson.source.cells if is_test(cell)]
    result.verdicts = [verdicts[name] for name in in_order if name in verdicts]


def _requests(code_cells: list[NotebookNode], lesson: Lesson) -> list[dict]:
    """What the fork server is asked to run: the text of tests comes from the lesson's source."""
    released = {grade_id(c): c.source for c in lesson.released.cells if grade_id(c)}
    tests = {grade_id(c): c for c in lesson.source.cells if is_test(c)}
    requests = []
    for cell in code_cells:
        name = grade_id(cell) or ""
        request = {"id": name, "kind": "learner", "code": cell.source}
        if name in tests:
            request = {
                "id": name,
                "kind": "test",
                "code": tests[name].source,
                "property": property_of(tests[name]),
                "points": points_of(tests[name]),
            }
        requests.append(request | {"released": released.get(name, "")})
    return requests


def _fail_all(lesson: Lesson, problem: str) -> list[Verdict]:
    """The verdicts on a submission of which nothing can be run."""
    failure = Failure("", sentences=(problem,), kind=NOT_GRADED)
    return [
        Verdict(grade_id(c), property_of(c), points_of(c), 0.0, failure)
        for c in lesson.source.cells
        if is_test(c)
    ]


def verdicts_of(notebook: NotebookNode, lesson: Lesson) -> list[Verdict]:
    """The verdicts on a notebook that nbgrader itself has run, as on Windows."""
    tests = {grade_id(c): c for c in lesson.source.cells if is_test(c)}
    verdicts = []
    for cell in notebook.cells:
        if grade_id(cell) not in tests:
            continue
        score, points = determine_grade(cell)
        error = next((o for o in cell.outputs if o.output_type == "error"), None)
        failure = None
        if error is not None or score == 0:
            text = str(error.evalue) if error else "It printed a warning or an error."
            kind = str(error.ename) if error else "Error"
            failure = Failure("", sentences=tuple(text.splitlines()), kind=kind)
        verdicts.append(
            Verdict(grade_id(cell), property_of(tests[grade_id(cell)]), points, score, failure)
        )
    return verdicts


def _show_failures(notebook: NotebookNode, verdicts: list[Verdict]) -> None:
    failures = {verdict.id: verdict.failure for verdict in verdicts}
    for cell in notebook.cells:
        if cell.cell_type == "code" and grade_id(cell) in failures:
            failure = failures[grade_id(cell)]
            cell.outputs = [outputs.error(failure.kind, str(failure))]


def fingerprint(folder: Path, lesson: Lesson, settings: str = "") -> str:
    """A hash of a submission together with everything it is graded by."""
    read_of_it = submissions.fingerprint(folder, lesson)
    text = f"{VERSION} {settings} {lesson.digest} {read_of_it}"
    return hashlib.sha256(text.encode()).hexdigest()


@functools.lru_cache(maxsize=16)
def _lesson(course: str, name: str, times: tuple) -> Lesson:
    """Reads a lesson once for a whole class; `times` tells when it must be read again."""
    return Course(Path(course)).lesson(name)


def _times(job: Job) -> tuple:
    course = Course(Path(job.course))
    paths = [*course.source_notebook(job.lesson).parent.rglob("*"), course.config_file]
    return tuple((str(path), path.stat().st_mtime_ns) for path in sorted(paths))
