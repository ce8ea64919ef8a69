"""What a lesson itself says to a check that failed: its matching hints, its matching fault.

Both stand folded in the notebook, as `<details>`. A fault under *What goes wrong here* is found
by the ids of the misconceptions that it explains, in a comment above it::

    <!-- mistakes: no-scale divided-by-d -->
    <details><summary>The scale is missing, or it is another one</summary>

Hints are found by the functions that they are for: those in the heading above them
(`### For `encode``), or, where a lesson has one set of hints, all of its exercises' functions.
"""

from __future__ import annotations

import ast
import base64
import dataclasses
import functools
import mimetypes
import re

from markupsafe import Markup
from nbconvert.filters import markdown2html

from dikkat.course import Lesson, grade_id, is_exercise
from dikkat.grading.records.results import Verdict

FOLDED = re.compile(
    r"(?:<!-- mistakes: (?P<mistakes>[\w -]+?) -->\n)?"
    r"<details><summary>(?P<title>.*?)</summary>\n(?P<text>.*?)\n</details>",
    re.DOTALL,
)


@dataclasses.dataclass(frozen=True)
class Folded:
    """One folded part of a lesson. topics: misconceptions' ids, or names of functions."""

    title: str
    text: str
    topics: frozenset[str]


def faults(lesson: Lesson) -> list[Folded]:
    """The classic faults of a lesson, each with the misconceptions that it explains."""
    return [
        Folded(match["title"], match["text"], frozenset((match["mistakes"] or "").split()))
        for match in FOLDED.finditer(_section(lesson, "What goes wrong here"))
    ]


def hints(lesson: Lesson) -> list[Folded]:
    """The hints of a lesson, each with the functions or variables that it is for."""
    found, exercises = [], _defined(lesson)
    for part in re.split(r"(?m)^(?=### )", _section(lesson, "Hints")):
        heading = part.splitlines()[0] if part.startswith("### ") else ""
        topics = frozenset(re.findall(r"`(\w+)`", heading)) or exercises
        found += [Folded(m["title"], m["text"], topics) for m in FOLDED.finditer(part)]
    return found


def of(lesson: Lesson, verdict: Verdict) -> tuple[list[Folded], list[Folded]]:
    """(faults, hints) of the lesson that fit a failed check."""
    test = next((c.source for c in lesson.source.cells if grade_id(c) == verdict.id), "")
    return (
        [fault for fault in faults(lesson) if verdict.mistake in fault.topics],
        [hint for hint in hints(lesson) if _names(test) & hint.topics],
    )


@functools.lru_cache(maxsize=256)
def _names(code: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}


def html(lesson: Lesson, text: str) -> Markup:
    """A text of the lesson as HTML, with the lesson's pictures in it: it needs no other file."""
    return _html(text, tuple(sorted(lesson.files.items())))


@functools.lru_cache(maxsize=256)
def _html(text: str, files: tuple[tuple[str, bytes], ...]) -> Markup:
    def embedded(match: re.Match) -> str:
        kind = mimetypes.guess_type(match[1])[0]
        data = base64.b64encode(dict(files)[match[1]]).decode()
        return f'src="data:{kind};base64,{data}"'

    return Markup(re.sub(r'src="([^":]+)"', embedded, markdown2html(text)))


def _section(lesson: Lesson, title: str) -> str:
    """The text from a heading of the second level to the next one."""
    cells = [c.source for c in lesson.source.cells if c.cell_type == "markdown"]
    found = re.search(rf"(?ms)^## {title}\n(.*?)(?=^## |\Z)", "\n\n".join(cells))
    return found[1] if found else ""


def _defined(lesson: Lesson) -> frozenset[str]:
    """The functions and variables that the exercises make."""
    names = set()
    for cell in lesson.source.cells:
        if is_exercise(cell):
            for node in ast.parse(cell.source).body:
                if isinstance(node, ast.FunctionDef):
                    names.add(node.name)
                elif isinstance(node, ast.Assign):
                    names |= {t.id for t in node.targets if isinstance(t, ast.Name)}
    return frozenset(names)
