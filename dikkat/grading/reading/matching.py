"""Which cell of a submitted notebook is which cell of the lesson."""

from __future__ import annotations

import re

from nbformat import NotebookNode

from dikkat.course import Lesson, grade_id, is_solution
from dikkat.grading.reading.names import listed


def match(notebook: NotebookNode, lesson: Lesson) -> tuple[dict[str, int], list[str]]:
    """Returns ({id of a lesson's cell: index in the notebook}, what was noticed).

    A cell is found by nbgrader's id; if its metadata is lost, by the notebook's own cell id, by
    what an answer defines, or by its text.
    """
    wanted = {grade_id(c): c for c in lesson.source.cells if grade_id(c)}
    stubs = {grade_id(c): c.source for c in lesson.released.cells if grade_id(c)}
    found: dict[str, int] = {}
    notes: list[str] = []
    copied: dict[str, None] = {}
    for index, cell in enumerate(notebook.cells):
        name = grade_id(cell)
        if name in wanted and name in found:
            copied[name] = None
        elif name in wanted:
            found[name] = index
    if copied:
        notes.append(f"Duplicated cells; only the first copy was graded: {listed(list(copied))}.")
    stripped = []
    for name, cell in wanted.items():
        if name in found:
            continue
        taken = set(found.values())
        free = [(i, c) for i, c in enumerate(notebook.cells) if i not in taken and not grade_id(c)]
        same_id = [i for i, c in free if c.id == name]
        code = [(i, c) for i, c in free if c.cell_type == "code"]
        same_text = [i for i, c in code if c.source.strip() == stubs[name].strip()]
        defines = [i for i, c in code if is_solution(cell) and _defines_same(c.source, cell.source)]
        index = next(iter(same_id or defines or same_text), None)
        if index is not None:
            found[name] = index
            stripped.append(name)
    if stripped:
        notes.append(
            f"Cells without nbgrader's metadata, found by their content: {listed(stripped)}."
        )
    return found, notes


def _defines_same(text: str, source: str) -> bool:
    """Whether a cell defines the first name that the teacher's cell defines."""
    match = re.search(r"^def (\w+)|^(\w+) *=", source, re.M)
    if not match:
        return False
    name = match[1] or match[2]
    return bool(re.search(rf"^(def {name}\b|{name} *=)", text, re.M))
