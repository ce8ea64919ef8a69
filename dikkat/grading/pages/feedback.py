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

from dikkat.course import Lesson, grade_id, is_solution
from dikkat.grading.pages import advice
from dikkat.grading.pages.render import render
from dikkat.grading.records.gradebook import Remarks
from dikkat.grading.records.results import Result

# Mistakes of a check that says nothing about what was written.
UNTRIED = ("not-written", "blank", "not-right-yet")
# A learner's text cannot contain these marks, since it is escaped.
STANDING_BEGINS, STANDING_ENDS = '<section id="standing">', "</section>"
MAX_TEXT = 4000  # characters of one output


def page(
    lesson: Lesson,
    notebook: NotebookNode,
    result: Result,
    remarks: Remarks | None = None,
    standing: Sequence[Standing] = (),
) -> str:
    """The page as HTML text.

    notebook: the graded one. remarks: what a teacher and the clock added. standing: one for each
    lesson of the course.
    """
    failed = [v for v in result.verdicts if not v.passed]
    tried = [v for v in failed if v.mistake not in UNTRIED]
    first = (tried or failed or [None])[0]
    faults, hints = advice.of(lesson, first) if first else ([], [])
    given = {c.source.strip() for c in lesson.released.cells}
    total = next((s.points for s in standing if s.lesson == lesson.name), result.score)
    text = render(
        "feedback.html.j2",
        lesson=lesson,
        score=total,
        result=result,
        first=first,
        faults=[(fault.title, advice.html(lesson, fault.text)) for fault in faults],
        hints=[(hint.title, advice.html(lesson, hint.text)) for hint in hints],
        remarks=remarks,
        work=[part for cell in notebook.cells if (part := _part(cell, given))],
    )
    return with_standing(text, lesson.name, standing)


@dataclasses.dataclass(frozen=True)
class Standing:
    """A learner's points in one lesson; points and most are None if nothing was graded yet."""

    lesson: str
    points: float | None
    most: float | None

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


def _part(cell: NotebookNode, given: set[str]) -> dict | None:
    """What the page shows of a cell: what the learner wrote, and pictures of our cells.

    given: the texts of all cells as they were handed out.
    """
    if cell.cell_type != "code":
        return None
    name = grade_id(cell)
    own = (name is None or is_solution(cell)) and cell.source.strip() not in given
    texts, pictures = [], []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        for kind in ("image/png", "image/jpeg"):
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
    has_picture = "image/png" in data or "image/jpeg" in data
    return [] if has_picture or "text/plain" not in data else [str(data["text/plain"])]


def _one_line(data: str) -> str:
    return "".join(data.split())


def _is_base64(data) -> bool:
    try:
        base64.b64decode(_one_line(data), validate=True)
    except (binascii.Error, ValueError, AttributeError, TypeError):
        return False
    return True
