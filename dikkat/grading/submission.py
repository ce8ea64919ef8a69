"""Grading one submission: a function of files to files, plus scores. It knows no gradebook.

Any `concurrent.futures` executor can run `grade`: threads here, other machines one day.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from pathlib import Path

import nbformat

from dikkat.course import Course, Lesson, is_test, property_of
from dikkat.grading import preflight
from dikkat.grading.execute import execute
from dikkat.grading.run import Times
from dikkat.grading.sandbox import Limits
from dikkat.grading.warm import Warm

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


@dataclasses.dataclass
class Result:
    """What came of a job. verdicts: see `execute`; error: why our side failed, or ""."""

    lesson: str
    student: str
    fingerprint: str
    verdicts: list[dict]
    findings: list[dict]
    error: str = ""

    @property
    def score(self) -> float:
        return sum(v["score"] for v in self.verdicts)


_warm: Warm | None = None


def warm_server(modules: list[str] | None = None) -> Warm:
    """This process's warm server; started once."""
    global _warm
    if _warm is None:
        _warm = Warm(modules)
    return _warm


def fingerprint(folder: Path, lesson: Lesson, settings: str = "") -> str:
    """Names the content of a submission together with what it is graded by."""
    digest = hashlib.sha256(f"{VERSION} {settings}".encode())
    digest.update(nbformat.writes(lesson.source).encode())
    for name, content in sorted(lesson.files.items()):
        digest.update(f"{name} {len(content)} ".encode() + content)
    paths = [Path(top, f) for top, _, files in os.walk(folder) for f in files]
    for path in sorted(paths):
        if path.is_symlink() or path.is_file():
            content = os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
            name = str(path.relative_to(folder)).encode("utf-8", "surrogateescape")
            digest.update(name + f" {len(content)} ".encode() + content)
    return digest.hexdigest()


def grade(job: Job) -> Result:
    """Grades a submission into job.out: the graded notebook and the lesson's own files."""
    lesson = Course(Path(job.course)).lesson(job.lesson)
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
                notebook, lesson, warm_server(), job.limits, job.times, job.level
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
