"""Grading one submission: files in, a graded notebook and a `Result` out. It knows no gradebook.

Any `concurrent.futures` executor can run `grade`. `nbgrader autograde` does the same in two
steps, `read` and `run` (see `plugins.autograde`).
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from dikkat.course import Course, Lesson, grade_id, is_test, property_of
from dikkat.grading.between import outputs
from dikkat.grading.processes.client import ForkServer, fork_server_for
from dikkat.grading.reading import submissions
from dikkat.grading.reading.notebooks import MAX_NOTEBOOK
from dikkat.grading.reading.restoring import untouched
from dikkat.grading.records.folders import write_files
from dikkat.grading.records.results import NOT_GRADED, Result, Verdict, store
from dikkat.grading.settings import Limits, Times
from dikkat.notebook.failures import Failure

VERSION = 2  # raise it when the same submission would be graded differently


@dataclasses.dataclass(frozen=True)
class Job:
    """One submission to grade.

    course, folder: the course's folder and the submission's. out: a folder that `grade` makes;
    it must not exist. level: of the sandbox; None for the best one here.
    """

    course: str
    lesson: str
    student: str
    folder: str
    out: str
    limits: Limits = Limits()
    times: Times = Times()
    level: str | None = None

    @property
    def settings(self) -> str:
        """What of the job, besides the files, decides about the result."""
        return f"{self.limits} {self.times} {self.level}"


def grade(job: Job) -> Result:
    """Grades a submission into `job.out`: the graded notebook and the lesson's own files."""
    lesson = _lesson(job.course, job.lesson, _times(job))
    folder, out = Path(job.folder), Path(job.out)
    notebook, result = read(folder, lesson, job.student)
    result.fingerprint = fingerprint(folder, lesson, job.settings)
    try:
        run(
            notebook, result, lesson, fork_server_for(lesson.text), job.limits, job.times, job.level
        )
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
        return untouched(lesson), result
    return submission.notebook, result


def run(
    notebook: NotebookNode,
    result: Result,
    lesson: Lesson,
    server: ForkServer,
    limits: Limits | None = None,
    times: Times | None = None,
    level: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Runs a notebook on both sides; writes outputs into it and verdicts into the result.

    If `read` has failed all checks already, only their outputs are written. progress: called with
    the index of each code cell that begins. Raises RuntimeError or OSError if our own side failed.
    """
    if result.verdicts:
        return _show_failures(notebook, result.verdicts)
    code_cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown, verdicts = server.run(
        _requests(code_cells, lesson), lesson.files, limits, times, level, progress, lesson.checks
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
                "points": float(tests[name].metadata.nbgrader.points),
            }
        requests.append(request | {"released": released.get(name, "")})
    return requests


def _fail_all(lesson: Lesson, problem: str) -> list[Verdict]:
    """The verdicts on a submission of which nothing can be run."""
    failure = Failure("", sentences=(problem,), kind=NOT_GRADED)
    return [
        Verdict(grade_id(c), property_of(c), float(c.metadata.nbgrader.points), 0.0, failure)
        for c in lesson.source.cells
        if is_test(c)
    ]


def _show_failures(notebook: NotebookNode, verdicts: list[Verdict]) -> None:
    failures = {verdict.id: verdict.failure for verdict in verdicts}
    for cell in notebook.cells:
        if cell.cell_type == "code" and grade_id(cell) in failures:
            failure = failures[grade_id(cell)]
            cell.outputs = [outputs.error(failure.kind, str(failure))]


def fingerprint(folder: Path, lesson: Lesson, settings: str = "") -> str:
    """A hash of a submission together with everything it is graded by."""
    digest = hashlib.sha256(f"{VERSION} {settings} {lesson.digest}".encode())
    if folder.is_symlink():
        return digest.hexdigest()
    for top, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files + [f for f in folders if os.path.islink(os.path.join(top, f))]):
            path = os.path.join(top, file)
            digest.update(os.fsencode(os.path.relpath(path, folder)) + b"\0" + _state(path))
    return digest.hexdigest()


def _state(path: str) -> bytes:
    """What a file holds; for what is no plain file, or far too large, its kind and size."""
    found = os.lstat(path)
    if stat.S_ISLNK(found.st_mode):
        return b"link " + os.fsencode(os.readlink(path))
    if stat.S_ISREG(found.st_mode) and found.st_size <= MAX_NOTEBOOK:
        with contextlib.suppress(PermissionError), open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    return f"{stat.S_IFMT(found.st_mode)} {found.st_size}".encode()


@functools.lru_cache(maxsize=16)
def _lesson(course: str, name: str, times: tuple) -> Lesson:
    """Reads a lesson once for a whole class; `times` tells when it must be read again."""
    return Course(Path(course)).lesson(name)


def _times(job: Job) -> tuple:
    course = Course(Path(job.course))
    paths = [*course.source_notebook(job.lesson).parent.rglob("*"), course.config_file]
    return tuple((str(path), path.stat().st_mtime_ns) for path in sorted(paths))
