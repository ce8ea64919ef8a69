"""The result of grading one submission, from a test cell to the page: one set of types.

A `Result` is stored in the graded notebook itself, as `metadata.dikkat`.
"""

from __future__ import annotations

import dataclasses
import json

from nbformat import NotebookNode

from dikkat.course import Course
from dikkat.notebook.failures import Failure

VERSION = 3  # of the JSON; a result of another version counts as not graded


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
        """Whether the check passed."""
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
class Manual:
    """A cell that a person grades: an answer with points of its own, or a task.

    score: None if a person must look at it; 0 if nothing was written, as in nbgrader.
    """

    id: str
    title: str
    points: float
    score: float | None


@dataclasses.dataclass(frozen=True)
class Final:
    """What a submission is worth now, as nbgrader's gradebook has it.

    points: of all its cells, less the late penalty. most: what the lesson gives. cells: {id:
    points}. late: points taken off. waiting: the cells that a person has not graded yet.
    """

    points: float
    most: float
    cells: dict[str, float]
    late: float = 0.0
    waiting: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Finding:
    """Something noticed about a submission's files. needs_person: a teacher should look."""

    text: str
    needs_person: bool = False


@dataclasses.dataclass
class Result:
    """The result of grading one submission.

    points: the most that the lesson gives. manual: the cells that a person grades. fingerprint:
    of the submission and everything it is graded by. penalty: what the lateness plug-in last took
    off. error: why our own side failed, or "".

    Not stored: skipped: nothing had changed since it was graded, so it was not graded again.
    penalty_changed, page_changed: what was brought up to date all the same. late: what the clock
    says. final: see `Final`; None if there is no gradebook.
    """

    lesson: str
    student: str
    points: float
    fingerprint: str = ""
    verdicts: list[Verdict] = dataclasses.field(default_factory=list)
    manual: list[Manual] = dataclasses.field(default_factory=list)
    findings: list[Finding] = dataclasses.field(default_factory=list)
    penalty: float | None = None
    error: str = ""
    skipped: bool = dataclasses.field(default=False, compare=False)
    penalty_changed: bool = dataclasses.field(default=False, compare=False)
    page_changed: bool = dataclasses.field(default=False, compare=False)
    late: Finding | None = dataclasses.field(default=None, compare=False)
    final: Final | None = dataclasses.field(default=None, compare=False)

    @property
    def score(self) -> float:
        """The points of all checks together: what was earned without a person."""
        return sum(verdict.score for verdict in self.verdicts)

    @property
    def automatic_points(self) -> float:
        """The most that can be earned without a person."""
        return self.points - sum(cell.points for cell in self.manual)

    @property
    def total(self) -> float:
        """The final points if there is a gradebook, else those of the checks."""
        return self.score if self.final is None else self.final.points

    @property
    def auto_scores(self) -> dict[str, float | None]:
        """{cell: what the gradebook has as its automatic score} of all cells with points."""
        scores = {cell.id: cell.score for cell in [*self.verdicts, *self.manual]}
        return dict.fromkeys(scores) if self.error else scores

    @property
    def needs_person(self) -> str:
        """Why a teacher should look at this submission, or ""."""
        findings = self.findings + ([self.late] if self.late else [])
        reasons = [self.error, *(f.text for f in findings if f.needs_person)]
        return " ".join(reason for reason in reasons if reason)

    @property
    def was_run(self) -> bool:
        """Whether the submission was run: only then do its checks tell about the lesson."""
        return any(v.failure is None or v.failure.kind != NOT_GRADED for v in self.verdicts)

    def to_json(self) -> dict:
        """Plain dicts, lists and numbers, with the version of this format."""
        data = dataclasses.asdict(self)
        for name in ("skipped", "penalty_changed", "page_changed", "late", "final"):
            del data[name]
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
                "manual": [Manual(**cell) for cell in data["manual"]],
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
