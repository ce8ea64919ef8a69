"""The feedback page: each check's result and message, the learner's own code and pictures.

It holds no hidden test, and nothing active: text is escaped, and of what the learner's code
showed only text and pictures (PNG, JPEG) are taken. It needs no network.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import os
import tempfile
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from nbformat import NotebookNode

from dikkat.course import Lesson, grade_id, is_solution
from dikkat.grading import advice
from dikkat.grading.result import message_lines

TEMPORARY = ".page-"  # how the name of a page begins that is not finished
# Mistakes of a check that says nothing about what was written.
UNTRIED = ("not-written", "blank", "not-right-yet")
# A learner's text cannot hold them: it is escaped.
STANDING_BEGINS, STANDING_ENDS = '<section id="standing">', "</section>"
MAX_TEXT = 4000  # characters of one output
_environment = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(
    lesson: Lesson, student: str, notebook: NotebookNode, graded, remarks=None, standing=()
) -> str:
    """The page as HTML text.

    graded: see `class_run.Graded`. remarks: what a teacher and the clock added, see
    `gradebook.Remarks`. standing: a `Standing` for every lesson of the course.
    """
    failed = [v for v in graded.verdicts if not v["passed"]]
    tried = [v for v in failed if v["mistake"] not in UNTRIED]
    first = (tried or failed or [None])[0]
    faults, hints = advice.of(lesson, first) if first else ([], [])
    given = {c.source.strip() for c in lesson.released.cells}
    total = next((s.points for s in standing if s.lesson == lesson.name), graded.score)
    text = render(
        "feedback.html.j2",
        lesson=lesson,
        student=student,
        score=total,
        graded=graded,
        first=first,
        faults=[(fault.title, advice.html(lesson, fault.text)) for fault in faults],
        hints=[(hint.title, advice.html(lesson, hint.text)) for hint in hints],
        remarks=remarks,
        work=[part for cell in notebook.cells if (part := _part(cell, given))],
        number=number,
        message_lines=message_lines,
    )
    return with_standing(text, lesson.name, standing)


@dataclasses.dataclass(frozen=True)
class Standing:
    """How far a learner is in one lesson; points is None where nothing was graded yet."""

    lesson: str
    points: float | None
    most: float | None

    @property
    def title(self) -> str:
        """`02_merge_heads` as people write it: 02 Merge heads."""
        first, _, rest = self.lesson.partition("_")
        return f"{first} {rest.replace('_', ' ').capitalize()}".strip()


def with_standing(text: str, lesson: str, standing: list[Standing]) -> str:
    """The page with another list of how far one is; the page as it is where it has none."""
    before, start, rest = text.partition(STANDING_BEGINS)
    _, end, after = rest.partition(STANDING_ENDS)
    if not end:
        return text
    rows = render("standing.html.j2", lesson=lesson, standing=standing, number=number)
    return f"{before}{start}\n{rows}{end}{after}"


def render(template: str, **values) -> str:
    """A page made of one of the templates beside this file; every value is escaped."""
    return _environment.get_template(template).render(**values)


def write_whole(path: Path, text: str) -> None:
    """Writes a page, so that it is never half there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        "w", prefix=TEMPORARY, dir=path.parent, delete=False, encoding="utf-8", newline=""
    ) as file:
        try:
            file.write(text)
            file.close()
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def number(value: float) -> str:
    """A score as people write it: 7, not 7.0."""
    return f"{value:g}"


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
