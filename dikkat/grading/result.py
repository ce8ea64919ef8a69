"""What came of grading a submission, and where it is kept: in the graded notebook itself."""

from __future__ import annotations

import dataclasses
import json

from dikkat.course import Course


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


def message_lines(verdict: dict) -> list[str]:
    """What a failed check says, without its first line, the property."""
    return verdict["message"].splitlines()[1:] or [verdict["message"]]


def all_results(course: Course) -> list[Result]:
    """What is known of every submission that was graded, now or before."""
    paths = sorted(course.root.glob("autograded/*/*/*.ipynb"))
    found = [read_result(course, path.stem, path.parents[1].name) for path in paths]
    names = course.lesson_names()
    return [result for result in found if result is not None and result.lesson in names]


def read_result(course: Course, lesson: str, student: str) -> Result | None:
    """What the last grading of a submission found, from its graded notebook; None if none did."""
    path = course.graded_notebook(lesson, student)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))["metadata"]["dikkat"]
        return Result(**{f.name: data[f.name] for f in dataclasses.fields(Result)})
    except (OSError, ValueError, TypeError, KeyError):
        return None
