"""Puts the teacher's cells back: their text, their order, their metadata."""

from __future__ import annotations

import copy

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from dikkat.course import Lesson, grade_id, is_solution
from dikkat.grading.reading.matching import Match, match
from dikkat.grading.reading.names import listed


def restore(
    notebook: NotebookNode, lesson: Lesson, matched: Match
) -> tuple[NotebookNode, list[str]]:
    """Returns (the lesson's cells in its order with the learner's answers, what was noticed).

    Locked cells come from the source, whatever was submitted, metadata and tags included; tests
    have their hidden part, which only our side sees. The learner's own cells stay behind the
    teacher's cell that they followed. A missing answer is the stub, unless another cell binds its
    names: then the answer's cell is left empty, for the stub would undo what that cell did.
    """
    before, behind, outdated = _cells_of_the_learner(notebook, lesson, matched.found)
    notes = list(matched.notes)
    if outdated:
        notes.append("The nbgrader metadata has another version; the lesson's own was used.")
    cells = behind.get(None, [])
    for source in lesson.source.cells:
        name = grade_id(source)
        if name is None:
            continue
        answer = "" if name in matched.elsewhere else None
        if name in matched.found:
            cell = notebook.cells[matched.found[name]]
            answer = cell.source if grade_id(cell) == name else _without_ours(cell.source, lesson)
        restored = _restored(source, answer, lesson)
        cells += [*before.get(name, []), restored, *behind.get(name, [])]
    notes += _differences(notebook, lesson, matched)
    whole = copy.deepcopy(lesson.source)
    whole.cells = cells
    for number, cell in enumerate(cells):
        if grade_id(cell) is None:
            cell.id = f"learner-{number}"
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return whole, notes


def untouched(lesson: Lesson) -> NotebookNode:
    """The lesson with no answer in it, for a submission that cannot be read."""
    empty = nbformat.v4.new_notebook()
    return restore(empty, lesson, match(empty, lesson))[0]


Extras = dict[str | None, list[NotebookNode]]


def _cells_of_the_learner(
    notebook: NotebookNode, lesson: Lesson, found: dict[str, int]
) -> tuple[Extras, Extras, bool]:
    """Returns ({teacher's cell: cells before it}, {teacher's cell: cells behind it}, outdated).

    A cell follows the teacher's cell that it stood behind; the key None stands for the beginning.
    But an answer that goes back to its place in the lesson from further down takes along the code
    right before it, which it may need. outdated: whether metadata has an old version.
    """
    by_index = {index: name for name, index in found.items()}
    order = {grade_id(c): number for number, c in enumerate(lesson.source.cells)}
    answers = {grade_id(c) for c in lesson.source.cells if is_solution(c)}
    ours = {c.source.strip() for c in lesson.released.cells if grade_id(c)}
    before: Extras = {}
    behind: Extras = {}
    anchor, outdated = None, False
    for index, cell in enumerate(notebook.cells):
        if index in by_index:
            name = by_index[index]
            if name in answers and anchor is not None and order[name] < order[anchor]:
                own = behind.get(anchor, [])
                before[name] = [c for c in own if c.cell_type == "code"]
                behind[anchor] = [c for c in own if c.cell_type != "code"]
            anchor = name
            version = cell.metadata.get("nbgrader", {"schema_version": 3}).get("schema_version", 0)
            outdated = outdated or version != 3
        elif cell.cell_type != "code" or cell.source.strip() not in ours:
            # Not a copy of one of our own cells, which has its place already.
            extra = NotebookNode(cell_type=cell.cell_type, source=cell.source)
            extra.metadata = NotebookNode()
            if "attachments" in cell:
                extra.attachments = cell.attachments
            behind.setdefault(anchor, []).append(extra)
    return before, behind, outdated


def _without_ours(text: str, lesson: Lesson) -> str:
    """An answer's text without our own cells that it was joined to: they have their place."""
    for cell in lesson.released.cells:
        ours = cell.source.strip()
        if cell.cell_type == "code" and not is_solution(cell) and ours and ours in text:
            text = text.replace(ours, "").strip()
    return text


def _restored(source: NotebookNode, answer: str | None, lesson: Lesson) -> NotebookNode:
    """One of the teacher's cells; if it is for an answer, with the answer or the stub in it."""
    cell = copy.deepcopy(source)
    if is_solution(source):
        released = lesson.released_cell(grade_id(source))
        cell.source = released.source if answer is None else answer
        # nbgrader recognises an empty answer by this checksum.
        cell.metadata.nbgrader.checksum = compute_checksum(released)
    return cell


def _differences(notebook: NotebookNode, lesson: Lesson, matched: Match) -> list[str]:
    """What the learner did to cells of the teacher's."""
    missing, changed, kinds = [], [], []
    for source in lesson.source.cells:
        name = grade_id(source)
        if name is None:
            continue
        if name not in matched.found:
            missing += [] if name in matched.elsewhere else [name]
            continue
        cell = notebook.cells[matched.found[name]]
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
