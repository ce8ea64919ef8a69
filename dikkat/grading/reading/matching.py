"""Which cell of a submitted notebook is which cell of the lesson."""

from __future__ import annotations

import dataclasses

from nbformat import NotebookNode

from dikkat.course import Lesson, grade_id, is_solution, is_test
from dikkat.grading.reading.names import listed
from dikkat.notebook.cells import names_bound

MAX_PARSED = 500_000  # characters of a notebook that are parsed to see what its cells bind


@dataclasses.dataclass
class Match:
    """Where the cells of a lesson are in a notebook.

    found: {id of a lesson's cell: index in the notebook}. elsewhere: ids of answers that have no
    cell of their own, but whose names are bound by other cells. notes: what was noticed.
    """

    found: dict[str, int]
    elsewhere: list[str]
    notes: list[str]


def match(notebook: NotebookNode, lesson: Lesson) -> Match:
    """Finds the lesson's cells in a notebook.

    A cell is found by nbgrader's id. If that is lost, a cell is found by the notebook's own cell
    id or by its text, and an answer by the names that it binds.
    """
    wanted = {grade_id(c): c for c in lesson.source.cells if grade_id(c)}
    found: dict[str, int] = {}
    copied: dict[str, None] = {}
    for index, cell in enumerate(notebook.cells):
        name = grade_id(cell)
        if name in wanted and name in found:
            copied[name] = None
        elif name in wanted:
            found[name] = index
    by_id = set(found)
    elsewhere = []
    if len(found) < len(wanted):
        _find_by_id_or_text(notebook, lesson, wanted, found)
        elsewhere = _find_answers(notebook, lesson, found)
    notes = []
    if copied:
        notes.append(f"Duplicated cells; only the first copy was graded: {listed(list(copied))}.")
    stripped = [name for name in wanted if name in found and name not in by_id]
    if stripped:
        notes.append(
            f"Cells without nbgrader's metadata, found by their content: {listed(stripped)}."
        )
    if elsewhere:
        notes.append(f"Answered in cells of their own: {listed(elsewhere)}.")
    return Match(found, elsewhere, notes)


def _find_by_id_or_text(
    notebook: NotebookNode, lesson: Lesson, wanted: dict, found: dict[str, int]
) -> None:
    """Adds cells with the notebook's own id, and those with exactly the lesson's text.

    An answer whose text is still the lesson's is added only by `_find_answers`: another cell may
    have the real answer.
    """
    taken = set(found.values())
    free = {i: c for i, c in enumerate(notebook.cells) if i not in taken and not grade_id(c)}
    texts = {}
    for index, cell in free.items():
        if cell.cell_type == "code":
            texts.setdefault(cell.source.strip(), []).append(index)
    ids = {cell.id: index for index, cell in reversed(free.items())}
    for name, cell in wanted.items():
        if name in found:
            continue
        released = lesson.released_cell(name).source.strip()
        places = [] if is_solution(cell) else texts.get(released, [])
        index = ids.get(name)
        if index is None or index in taken or _is_stub(notebook.cells[index], cell, released):
            index = next((i for i in places if i not in taken), None)
        if index is not None:
            found[name] = index
            taken.add(index)


def _is_stub(cell: NotebookNode, wanted: NotebookNode, released: str) -> bool:
    return is_solution(wanted) and cell.source.strip() == released


def _find_answers(notebook: NotebookNode, lesson: Lesson, found: dict[str, int]) -> list[str]:
    """Adds the answers that are still missing; returns those that only other cells bind.

    Of several cells that bind an answer's names, the last one before its first check is taken:
    that is the one whose definition the check meets. A locked cell that was changed can hold an
    answer too, as when an editor joins two cells.
    """
    missing = [c for c in lesson.source.cells if is_solution(c) and grade_id(c) not in found]
    if not missing:
        return []
    ours = {c.source.strip() for c in lesson.released.cells if grade_id(c)}
    ours |= {c.source.strip() for c in lesson.source.cells if not is_solution(c)}
    bound, room = {}, MAX_PARSED
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "code" and cell.source.strip() not in ours:
            room -= len(cell.source)
            bound[index] = names_bound(cell.source) if room > 0 else set()
    solutions = {grade_id(c) for c in lesson.source.cells if is_solution(c)}
    taken = {index for name, index in found.items() if name in solutions}
    elsewhere = []
    for cell in missing:
        name = grade_id(cell)
        names, end = _names_of(cell, lesson), _first_check(name, lesson, found)
        places = {i: len(names & b) for i, b in bound.items() if i not in taken and names & b}
        if places:
            index = max(places, key=lambda i: (places[i], i < end, i))
            found[name] = index
            taken.add(index)
        elif any(names & b or "*" in b for b in bound.values()):
            elsewhere.append(name)
        else:
            _find_stub(name, notebook, lesson, found)
    return elsewhere


def _names_of(cell: NotebookNode, lesson: Lesson) -> set[str]:
    """The names that an answer must bind: those of its stub, or else of the solution."""
    imported = ("import ", "from ")
    for text in (lesson.released_cell(grade_id(cell)).source, cell.source):
        lines = [line for line in text.splitlines() if not line.startswith(imported)]
        if names := names_bound("\n".join(lines)):
            return names
    return set()


def _first_check(name: str, lesson: Lesson, found: dict[str, int]) -> int:
    """The index of the first check behind an answer in the lesson; a large number if none."""
    names = [grade_id(c) for c in lesson.source.cells]
    behind = lesson.source.cells[names.index(name) + 1 :]
    checks = [found[grade_id(c)] for c in behind if is_test(c) and grade_id(c) in found]
    return checks[0] if checks else 2**62


def _find_stub(name: str, notebook: NotebookNode, lesson: Lesson, found: dict[str, int]) -> None:
    """Adds the cell of an answer that was left as it was."""
    stub, taken = lesson.released_cell(name).source.strip(), set(found.values())
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "code" and cell.source.strip() == stub and index not in taken:
            found[name] = index
            return
