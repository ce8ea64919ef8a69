"""The feedback page: each check's result and message, the learner's own code and pictures.

It holds no hidden test, and nothing active: text is escaped, and of what the learner's code
showed only text and pictures (PNG, JPEG) are taken. It needs no network.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
import tempfile
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from nbformat import NotebookNode

from dikkat.course import Lesson, grade_id, is_solution

TEMPORARY = ".page-"  # how the name of a page begins that is not finished
MAX_TEXT = 4000  # characters of one output
_environment = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(lesson: Lesson, student: str, notebook: NotebookNode, graded) -> str:
    """The page as HTML text. graded: see `class_run.Graded`."""
    failed = [v for v in graded.verdicts if not v["passed"]]
    return render(
        "feedback.html.j2",
        lesson=lesson,
        student=student,
        score=number(graded.score),
        points=number(graded.points),
        error=graded.error,
        findings=graded.findings,
        verdicts=graded.verdicts,
        first=failed[0] if failed else None,
        hints=_hints(lesson),
        work=[part for cell in notebook.cells if (part := _part(cell))],
        number=number,
    )


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


def _hints(lesson: Lesson) -> list[str]:
    """The titles of the lesson's folded hints."""
    text = "\n".join(c.source for c in lesson.source.cells if c.cell_type == "markdown")
    return re.findall(r"<summary>(Hint [^<]*)</summary>", text)


def _part(cell: NotebookNode) -> dict | None:
    """What the page shows of a cell: the learner's own, and pictures of our cells."""
    if cell.cell_type != "code":
        return None
    name = grade_id(cell)
    own = name is None or is_solution(cell)
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
