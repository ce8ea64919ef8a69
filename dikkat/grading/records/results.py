"""The result of grading one submission, from a test cell to the page: one set of types.

A `Result` is stored in the graded notebook itself, as `metadata.dikkat`.
"""

from __future__ import annotations

import dataclasses
import json

from nbformat import NotebookNode

from dikkat.course import Course
from dikkat.notebook.failures import Failure

VERSION = 2  # of the JSON; a result of another version counts as not graded


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The outcome of one test cell. failure: None if it passed.

    score: the points earned, which may be a part of `points` in a cell with partial credit.
    """

    id: str
    property: str
    points: float
    score: float
    failure: Failure | None = None

    @property
    def passed(self) -> bool:
        return self.failure is None

    @property
    def mistake(self) -> str | None:
        """The id of the misconception behind a failed check, if it is a known one."""
        return self.failure.mistake if self.failure else None

    def to_json(self) -> dict:
        """Plain dicts, lists and numbers."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, data: dict) -> Verdict:
        """The verdict that `to_json` wrote. Raises TypeError or KeyError for anything else."""
        failure = data["failure"]
        return cls(**data | {"failure": failure and Failure.from_json(failure)})


@dataclasses.dataclass(frozen=True)
class Finding:
    """Something noticed about a submission's files. needs_person: a teacher should look."""

    text: str
    needs_person: bool = False


@dataclasses.dataclass
class Result:
    """The result of grading one submission.

    points: the most that the lesson gives. fingerprint: of the submission and everything it is
    graded by. error: why our own side failed, or "". skipped: nothing had changed since it was
    graded, so it was not graded again (not stored).
    """

    lesson: str
    student: str
    points: float
    fingerprint: str = ""
    verdicts: list[Verdict] = dataclasses.field(default_factory=list)
    findings: list[Finding] = dataclasses.field(default_factory=list)
    error: str = ""
    skipped: bool = dataclasses.field(default=False, compare=False)

    @property
    def score(self) -> float:
        """The points of all checks together."""
        return sum(verdict.score for verdict in self.verdicts)

    @property
    def needs_person(self) -> str:
        """Why a teacher should look at this submission, or ""."""
        reasons = [self.error, *(f.text for f in self.findings if f.needs_person)]
        return " ".join(reason for reason in reasons if reason)

    @property
    def was_run(self) -> bool:
        """Whether the submission was run: only then do its checks tell about the lesson."""
        return any(v.failure is None or v.failure.kind != NOT_GRADED for v in self.verdicts)

    def to_json(self) -> dict:
        """Plain dicts, lists and numbers, with the version of this format."""
        data = dataclasses.asdict(self)
        del data["skipped"]
        # As JSON gives it back, so that a stored result can be compared with a new one.
        return json.loads(json.dumps({"version": VERSION, **data}))

    @classmethod
    def from_json(cls, data: dict) -> Result:
        """The result that `to_json` wrote. Raises TypeError, KeyError or ValueError for others."""
        data = dict(data)
        if data.pop("version") != VERSION:
            raise ValueError("a result of another version")
        return cls(
            **data
            | {
                "verdicts": [Verdict.from_json(verdict) for verdict in data["verdicts"]],
                "findings": [Finding(**finding) for finding in data["findings"]],
            }
        )


NOT_GRADED = "NotGraded"  # the kind of failure of checks that could not be run


def store(result: Result, notebook: NotebookNode) -> None:
    """Puts a result into the metadata of its graded notebook."""
    notebook.metadata.dikkat = result.to_json()


def stored(metadata: dict) -> Result | None:
    """The result in a notebook's metadata, or None."""
    try:
        return Result.from_json(metadata["dikkat"])
    except (ValueError, TypeError, KeyError):
        return None


def read_result(course: Course, lesson: str, student: str) -> Result | None:
    """What the last grading of a submission found, from its graded notebook; None if none did."""
    path = course.graded_notebook(lesson, student)
    try:
        return stored(json.loads(path.read_text(encoding="utf-8"))["metadata"])
    except (OSError, ValueError, TypeError, KeyError):
        return None


def all_results(course: Course) -> list[Result]:
    """The stored result of every submission that was graded, now or before."""
    names = course.lesson_names()
    found = [read_result(course, lesson, student) for lesson, student in course.graded()]
    return [result for result in found if result is not None and result.lesson in names]
