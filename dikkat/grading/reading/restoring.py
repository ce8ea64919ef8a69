"""Puts the teacher's cells back: their text, their order, their metadata."""

from __future__ import annotations

import copy

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from dikkat.course import Lesson, grade_id, is_solution
from dikkat.grading.reading.matching import match
from dikkat.grading.reading.names import listed


def restore(notebook: NotebookNode, lesson: Lesson) -> tuple[NotebookNode, list[str]]:
    """Returns (the lesson's cells in its order with the learner's answers, what was noticed).

    Locked cells come from the source, whatever was submitted, metadata and tags included; tests
    have their hidden part, which only our side sees. The learner's own cells stay behind the
    teacher's cell that they followed. A missing answer is the empty stub.
    """
    found, notes = match(notebook, lesson)
    extras, outdated = _cells_of_the_learner(notebook, lesson, found)
    if outdated:
        notes.append("The nbgrader metadata has another version; the lesson's own was used.")
    cells = list(extras.get(None, []))
    for source in lesson.source.cells:
        name = grade_id(source)
        if name is not None:
            answer = notebook.cells[found[name]].source if name in found else None
            cells += [_restored(source, answer, lesson), *extras.get(name, [])]
    notes += _differences(notebook, lesson, found)
    restored = copy.deepcopy(lesson.source)
    restored.cells = cells
    for number, cell in enumerate(cells):
        if grade_id(cell) is None:
            cell.id = f"learner-{number}"
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return restored, notes


def untouched(lesson: Lesson) -> NotebookNode:
    """The lesson with no answer in it, for a submission that cannot be read."""
    return restore(nbformat.v4.new_notebook(), lesson)[0]


def _cells_of_the_learner(
    notebook: NotebookNode, lesson: Lesson, found: dict[str, int]
) -> tuple[dict[str | None, list[NotebookNode]], bool]:
    """Returns ({teacher's cell: the cells that follow it}, whether metadata has an old version).

    The key None stands for the cells at the very beginning.
    """
    by_index = {index: name for name, index in found.items()}
    ours = {c.source.strip() for c in lesson.released.cells if grade_id(c)}
    extras: dict[str | None, list[NotebookNode]] = {}
    anchor, outdated = None, False
    for index, cell in enumerate(notebook.cells):
        if index in by_index:
            anchor = by_index[index]
            version = cell.metadata.get("nbgrader", {"schema_version": 3}).get("schema_version", 0)
            outdated = outdated or version != 3
        elif cell.cell_type != "code" or cell.source.strip() not in ours:
            # Not a copy of one of our own cells, which has its place already.
            extra = NotebookNode(cell_type=cell.cell_type, source=cell.source)
            extra.metadata = NotebookNode()
            extras.setdefault(anchor, []).append(extra)
    return extras, outdated


def _restored(source: NotebookNode, answer: str | None, lesson: Lesson) -> NotebookNode:
    """One of the teacher's cells; if it is for an answer, with the answer or the stub in it."""
    cell = copy.deepcopy(source)
    if is_solution(source):
        released = lesson.released_cell(grade_id(source))
        cell.source = released.source if answer is None else answer
        # nbgrader recognises an empty answer by this checksum.
        cell.metadata.nbgrader.checksum = compute_checksum(released)
    return cell


def _differences(notebook: NotebookNode, lesson: Lesson, found: dict[str, int]) -> list[str]:
    """What the learner did to cells of the teacher's."""
    missing, changed, kinds = [], [], []
    for source in lesson.source.cells:
        name = grade_id(source)
        if name is None:
            continue
        if name not in found:
            missing.append(name)
            continue
        cell = notebook.cells[found[name]]
        # A teacher's own copy has the source's text.
        ours = (lesson.released_cell(name).source.strip(), source.source.strip())
        if not is_solution(source) and cell.source.strip() not in ours:
            changed.append(name)
        if cell.cell_type != source.cell_type:
            kinds.append(name)
    notes = []
    if missing:
        notes.append(f"These cells were missing and have been restored: {listed(missing)}.")
    if changed:
        notes.append(f"Locked cells were changed; the lesson's own were used: {listed(changed)}.")
    if kinds:
        notes.append(f"Code cells had become text cells; graded as code: {listed(kinds)}.")
    return notes
