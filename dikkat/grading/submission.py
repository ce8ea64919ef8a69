"""Grading one submission: a function of files to files, plus scores. It knows no gradebook.

Any `concurrent.futures` executor can run `grade`: threads here, other machines one day.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import json
import os
import stat
from pathlib import Path

import nbformat

from dikkat.course import Course, Lesson, is_test, property_of
from dikkat.grading import preflight
from dikkat.grading.execute import execute
from dikkat.grading.result import Result
from dikkat.grading.run import Times
from dikkat.grading.sandbox import Limits
from dikkat.grading.warm import warm_server

VERSION = 1  # raise it when the same submission would be graded differently


@dataclasses.dataclass(frozen=True)
class Job:
    """One submission to grade. All paths are of folders; out is made, and must not exist."""

    course: str
    lesson: str
    student: str
    folder: str
    out: str
    limits: Limits = Limits()
    times: Times = Times()
    level: str | None = None


def fingerprint(folder: Path, lesson: Lesson, settings: str = "") -> str:
    """Names the content of a submission together with what it is graded by."""
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
    """Names what a file holds; of what is no plain file, or is far too large, its kind and size."""
    found = os.lstat(path)
    if stat.S_ISLNK(found.st_mode):
        return b"link " + os.fsencode(os.readlink(path))
    if stat.S_ISREG(found.st_mode) and found.st_size <= preflight.MAX_NOTEBOOK:
        with contextlib.suppress(PermissionError), open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    return f"{stat.S_IFMT(found.st_mode)} {found.st_size}".encode()


def grade(job: Job) -> Result:
    """Grades a submission into job.out: the graded notebook and the lesson's own files."""
    lesson = _lesson(job.course, job.lesson, _times(job))
    folder, out = Path(job.folder), Path(job.out)
    name = fingerprint(folder, lesson, settings_of(job))
    submission = preflight.inspect(folder, lesson)
    findings = [dataclasses.asdict(f) for f in submission.findings]
    result = Result(job.lesson, job.student, name, [], findings)
    if submission.notebook is None:
        notebook, _ = preflight.restore(nbformat.v4.new_notebook(), lesson)
        result.verdicts = fail_all(notebook, submission.problem)
    else:
        notebook = submission.notebook
        try:
            result.verdicts = execute(
                notebook, lesson, warm_server(lesson.text), job.limits, job.times, job.level
            )
        except (RuntimeError, OSError) as error:
            result.error = str(error)
    notebook.metadata.dikkat = json.loads(json.dumps(dataclasses.asdict(result)))
    out.mkdir(parents=True)
    for path, content in lesson.files.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(content)
    nbformat.write(notebook, out / f"{job.lesson}.ipynb")
    return result


@functools.lru_cache(maxsize=16)
def _lesson(course: str, name: str, times: tuple) -> Lesson:
    """Reads a lesson once for a whole class; `times` tells when it must be read again."""
    return Course(Path(course)).lesson(name)


def _times(job: Job) -> tuple:
    paths = [
        *Path(job.course, "source", job.lesson).rglob("*"),
        Path(job.course, "nbgrader_config.py"),
    ]
    return tuple((str(path), path.stat().st_mtime_ns) for path in sorted(paths))


def settings_of(job: Job) -> str:
    return f"{job.limits} {job.times} {job.level}"


def fail_all(notebook, problem: str) -> list[dict]:
    """Gives every test cell an error with the reason why nothing could be graded."""
    verdicts = []
    for cell in notebook.cells:
        if cell.cell_type == "code" and is_test(cell):
            cell.outputs = [
                nbformat.v4.new_output(
                    "error", ename="NotGraded", evalue=problem, traceback=[problem]
                )
            ]
            verdicts.append(
                {
                    "id": cell.metadata.nbgrader.grade_id,
                    "property": property_of(cell),
                    "points": float(cell.metadata.nbgrader.points),
                    "score": 0.0,
                    "passed": False,
                    "message": problem,
                    "mistake": None,
                }
            )
    return verdicts
