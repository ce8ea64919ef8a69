"""The cells of a submission that a person grades."""

from __future__ import annotations

from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from dikkat.course import Lesson, grade_id, is_manual, is_solution, points_of
from dikkat.grading.records.results import Manual


def manual_cells(notebook: NotebookNode, lesson: Lesson) -> list[Manual]:
    """The cells of a restored notebook that a person grades.

    As in nbgrader, an answer in which nothing was written gets 0; anything else waits for a
    person. So does an empty answer beside text cells of the learner's own: the answer may be there.
    """
    given = {cell.source.strip() for cell in lesson.released.cells}
    own_text = any(
        grade_id(cell) is None and cell.cell_type != "code" and cell.source.strip() not in given
        for cell in notebook.cells
    )
    return [
        Manual(
            grade_id(cell),
            _title(lesson, cell),
            points_of(cell),
            0.0 if is_empty(cell) and not own_text else None,
        )
        for cell in notebook.cells
        if is_manual(cell)
    ]


def is_empty(cell: NotebookNode) -> bool:
    """Whether nothing was written into a cell for an answer since it was given out."""
    return is_solution(cell) and cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)


def _title(lesson: Lesson, cell: NotebookNode) -> str:
    """How people call a cell: the heading that it begins with, or its id."""
    text = lesson.released_cell(grade_id(cell)).source.strip()
    first = text.splitlines()[0] if text else ""
    is_heading = first.startswith("#") and (not is_solution(cell) or " · " in first)
    return first.lstrip("# ").split(" · ")[-1].strip() if is_heading else grade_id(cell)
