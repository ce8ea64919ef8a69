"""The bank of attempts: real wrong and right answers, each with the marks and words it must get.

A file of tests/attempts/<lesson>/ is one attempt::

    # points: 4
    # says: the square root of one head's D
    # why: Divides by D, not by its square root.
    # %% exercise-scores
    def attention_scores(q, k):
        ...

`says` (there may be several) are words of the messages that its failed checks must give. The
body is what the learner typed in each of the named solution cells; all others are solved.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from dikkat.course import Course, Lesson, grade_id, is_solution


@dataclasses.dataclass(frozen=True)
class Attempt:
    """One attempt. cells: {id of a solution cell: what was typed}."""

    name: str
    points: float
    says: list[str]
    why: str
    cells: dict[str, str]

    @property
    def is_right(self) -> bool:
        return self.name.startswith("right_")


def read(path: Path) -> Attempt:
    """Reads an attempt. Raises ValueError where its header or its cells are not as they must be."""
    header, _, body = path.read_text(encoding="utf-8").partition("\n# %% ")
    fields: dict[str, list[str]] = {}
    for line in header.splitlines():
        match = re.fullmatch(r"# (\w+): (.+)", line.rstrip())
        if not match or match[1] not in ("points", "says", "why"):
            raise ValueError(f"{path}: this line of the header is not known: {line!r}")
        fields.setdefault(match[1], []).append(match[2].strip())
    cells = {}
    for part in body.split("\n# %% "):
        name, _, text = part.partition("\n")
        cells[name.strip()] = text.strip("\n")
    if len(fields.get("points", [])) != 1 or len(fields.get("why", [])) != 1 or "" in cells:
        raise ValueError(f"{path}: it needs one `points`, one `why`, and a `# %% cell-id` line.")
    return Attempt(
        path.stem, float(fields["points"][0]), fields.get("says", []), fields["why"][0], cells
    )


def attempts(course: Course, lesson: str) -> list[Attempt]:
    """All attempts at a lesson, by name."""
    return [read(p) for p in sorted((course.root / "tests/attempts" / lesson).glob("*.py"))]


def submission(course: Course, lesson: Lesson, cells: dict[str, str]) -> NotebookNode:
    """The released notebook with these solution cells filled in; what is not named stays a stub.

    Raises ValueError for a name that is not a solution cell of the lesson.
    """
    notebook = nbformat.read(course.released_notebook(lesson.name), as_version=4)
    known = {grade_id(c): c for c in notebook.cells if is_solution(c)}
    for name, text in cells.items():
        if name not in known:
            raise ValueError(f"{lesson.name} has no solution cell {name}; it has {list(known)}")
        known[name].source = text
    return notebook


def solutions(lesson: Lesson) -> dict[str, str]:
    """{solution cell: the teacher's text}, without nbgrader's markers."""
    return {
        grade_id(c): re.sub(r"^\s*### (BEGIN|END) SOLUTION\n?", "", c.source, flags=re.M)
        for c in lesson.source.cells
        if is_solution(c)
    }
