"""The bank of attempts: wrong and right answers, with the points and messages that they must get.

Each file in tests/attempts/LESSON/ is one attempt::

    # points: 8
    # says: These are divided by D
    # says: the square root of one head's D
    # why: Divides by D, not by its square root.
    # %% exercise-scores
    def attention_scores(q, k):
        ...

`says`, which may be repeated, is text that must appear in the messages of the failed checks. The
body is what the learner typed in the named solution cells; all other solution cells are solved.
docs/lessons.md explains how to add an attempt.
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
    """One attempt at a lesson.

    name: of the file, without `.py`. points: what the attempt must get. says: text that its
    messages must contain. why: one line for the reader. cells: {id of a solution cell: its text}.
    """

    name: str
    points: float
    says: list[str]
    why: str
    cells: dict[str, str]

    @property
    def is_right(self) -> bool:
        """Whether it is a correct answer, which its name says: `right_...`."""
        return self.name.startswith("right_")


def read(path: Path) -> Attempt:
    """Reads an attempt from a file. Raises ValueError if its header or a cell marker is wrong."""
    header, _, body = path.read_text(encoding="utf-8").partition("\n# %% ")
    fields: dict[str, list[str]] = {}
    for line in header.splitlines():
        match = re.fullmatch(r"# (\w+): (.+)", line.rstrip())
        if not match or match[1] not in ("points", "says", "why"):
            raise ValueError(
                f"{path}: {line!r} in the header is not `# points: `, `# says: ` or `# why: `."
            )
        fields.setdefault(match[1], []).append(match[2].strip())
    cells = {}
    for part in body.split("\n# %% "):
        name, _, text = part.partition("\n")
        cells[name.strip()] = text.strip("\n")
    if len(fields.get("points", [])) != 1 or len(fields.get("why", [])) != 1 or "" in cells:
        raise ValueError(
            f"{path} must have exactly one `# points:`, exactly one `# why:`, and a cell id after "
            "each `# %%`."
        )
    return Attempt(
        path.stem, float(fields["points"][0]), fields.get("says", []), fields["why"][0], cells
    )


def attempts(course: Course, lesson: str) -> list[Attempt]:
    """All attempts at a lesson, sorted by name."""
    return [read(p) for p in sorted((course.root / "tests/attempts" / lesson).glob("*.py"))]


def submission(course: Course, lesson: Lesson, cells: dict[str, str]) -> NotebookNode:
    """The released notebook with some solution cells filled in; the others stay empty stubs.

    cells: {id of a solution cell: its text}. Raises ValueError for an id that is not a solution
    cell of the lesson.
    """
    notebook = nbformat.read(course.released_notebook(lesson.name), as_version=4)
    known = {grade_id(c): c for c in notebook.cells if is_solution(c)}
    for name, text in cells.items():
        if name not in known:
            raise ValueError(
                f"{lesson.name} has no solution cell {name}. Its solution cells are {list(known)}."
            )
        known[name].source = text
    return notebook


def solutions(lesson: Lesson) -> dict[str, str]:
    """{id of a solution cell: the teacher's solution}, without nbgrader's markers."""
    return {
        grade_id(c): re.sub(r"^\s*### (BEGIN|END) SOLUTION\n?", "", c.source, flags=re.M)
        for c in lesson.source.cells
        if is_solution(c)
    }
