"""The feedback page: each check's result and message, the learner's own code and pictures.

It holds no hidden test, and nothing active: text is escaped, and of what the learner's code
showed only text and pictures (PNG, JPEG) are taken. It needs no network.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
from collections.abc import Sequence

from nbformat import NotebookNode

from dikkat.course import Course, Lesson, grade_id, is_manual, is_solution
from dikkat.grading.between.outputs import PAGE_PICTURES
from dikkat.grading.pages import advice
from dikkat.grading.pages.render import render
from dikkat.grading.records import gradebook
from dikkat.grading.records.gradebook import Gradebook, Remarks
from dikkat.grading.records.results import Final, Manual, Result

# Mistakes of a check that says nothing about what was written.
UNTRIED = ("not-written", "blank", "not-right-yet")
# A learner's text cannot contain these marks, since it is escaped.
STANDING_BEGINS, STANDING_ENDS = '<section id="standing">', "</section>"
MAX_TEXT = 4000  # characters of one output


def of_submission(
    course: Course, book: Gradebook, lesson: Lesson, notebook: NotebookNode, result: Result
) -> str:
    """The page of a graded submission, with what the gradebook has of it now.

    Raises MissingEntry if the gradebook has no such submission.
    """
    remarks = gradebook.remarks(book, result.lesson, result.student)
    return page(lesson, notebook, result, remarks, standing_of(course, book, result.student))


def standing_of(course: Course, book: Gradebook, student: str) -> list[Standing]:
    """A student's points in every lesson of the course."""
    known = gradebook.final_points(book, student)
    return [Standing.of(name, known.get((name, student))) for name in course.lesson_names()]


def page(
    lesson: Lesson,
    notebook: NotebookNode,
    result: Result,
    remarks: Remarks | None = None,
    standing: Sequence[Standing] = (),
) -> str:
    """The page as HTML text.

    notebook: the graded one. remarks: what a teacher and the clock added; without them, cells
    that a person grades count as waiting. standing: one for each lesson of the course.
    """
    failed = [v for v in result.verdicts if not v.passed]
    tried = [v for v in failed if v.mistake not in UNTRIED]
    first = (tried or failed or [None])[0]
    faults, hints = advice.of(lesson, first) if first else ([], [])
    given = {c.source.strip() for c in lesson.released.cells}
    total = next((s.points for s in standing if s.lesson == lesson.name), None)
    has_task = any(is_manual(c) and not is_solution(c) for c in lesson.source.cells)
    text = render(
        "feedback.html.j2",
        lesson=lesson,
        score=result.total if total is None else total,
        result=result,
        first=first,
        faults=[(fault.title, advice.html(lesson, fault.text)) for fault in faults],
        hints=[(hint.title, advice.html(lesson, hint.text)) for hint in hints],
        remarks=remarks,
        manual=[(cell, *_by_a_person(cell, remarks)) for cell in result.manual],
        work=[part for cell in notebook.cells if (part := _part(cell, given, has_task))],
    )
    return with_standing(text, lesson.name, standing)


@dataclasses.dataclass(frozen=True)
class Standing:
    """A learner's points in one lesson; points and most are None if nothing was graded yet.

    waiting: how many cells a person has not graded yet.
    """

    lesson: str
    points: float | None
    most: float | None
    waiting: int = 0

    @classmethod
    def of(cls, lesson: str, final: Final | None) -> Standing:
        """The standing that the gradebook's entry stands for; None if it has none."""
        if final is None:
            return cls(lesson, None, None)
        return cls(lesson, final.points, final.most, len(final.waiting))

    @property
    def title(self) -> str:
        """`02_merge_heads` as people write it: 02 Merge heads."""
        first, _, rest = self.lesson.partition("_")
        return f"{first} {rest.replace('_', ' ').capitalize()}".strip()


def with_standing(text: str, lesson: str, standing: Sequence[Standing]) -> str:
    """Replaces the progress table; returns the page unchanged if it has none."""
    before, start, rest = text.partition(STANDING_BEGINS)
    _, end, after = rest.partition(STANDING_ENDS)
    if not end:
        return text
    rows = render("standing.html.j2", lesson=lesson, standing=standing)
    return f"{before}{start}\n{rows}{end}{after}"


def _by_a_person(cell: Manual, remarks: Remarks | None) -> tuple[bool, float]:
    """(whether a cell waits for a person, its points so far)."""
    if remarks is None:
        return cell.score is None, cell.score or 0.0
    return cell.id in remarks.waiting, remarks.by_hand.get(cell.id, cell.score or 0.0)


def _part(cell: NotebookNode, given: set[str], has_task: bool) -> dict | None:
    """What the page shows of a cell: what the learner wrote, and pictures of our cells.

    given: the texts of all cells as they were given out. has_task: whether text cells of the
    learner's own are answers.
    """
    name = grade_id(cell)
    if cell.cell_type != "code":
        is_answer = is_manual(cell) and is_solution(cell) or (name is None and has_task)
        if not is_answer or cell.source.strip() in given | {""}:
            return None
        return {"name": name or "A text of your own", "code": cell.source, "texts": [],
                "pictures": []}  # fmt: skip
    own = (name is None or is_solution(cell)) and cell.source.strip() not in given
    texts, pictures = [], []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        for kind in PAGE_PICTURES:
            if kind in data and _is_base64(data[kind]):
                alt = output.get("metadata", {}).get(kind, {}).get("alt", "A picture you drew")
                pictures.append({"kind": kind, "data": _one_line(data[kind]), "alt": alt})
        if own:
            texts += _texts(output, data)
    if not (pictures or (own and cell.source.strip())):
        return None
    return {
        "name": name or "A cell of your own",
        "code": cell.source if own else "",
        "texts": [t[:MAX_TEXT] + ("\n..." if len(t) > MAX_TEXT else "") for t in texts],
        "pictures": pictures,
    }


def _texts(output: NotebookNode, data: dict) -> list[str]:
    if output.output_type == "stream":
        return [output.text]
    if output.output_type == "error":
        return ["\n".join(output.traceback)]
    has_picture = any(kind in data for kind in PAGE_PICTURES)
    return [] if has_picture or "text/plain" not in data else [str(data["text/plain"])]


def _one_line(data: str) -> str:
    return "".join(data.split())


def _is_base64(data) -> bool:
    try:
        base64.b64decode(_one_line(data), validate=True)
    except (binascii.Error, ValueError, AttributeError, TypeError):
        return False
    return True
