"""One notebook from top to bottom: the learner's cells over there, the tests over here.

`run_notebook` runs in a fork of the fork server, on our side. It never runs the learner's code.
"""

from __future__ import annotations

import ast

from nbformat import NotebookNode

from dikkat.grading.between import outputs, wire
from dikkat.grading.our_side.learner_process import GRACE, LearnerProcess
from dikkat.grading.our_side.test_cell import run_test
from dikkat.grading.records.results import Verdict
from dikkat.grading.settings import Limits, Times
from dikkat.notebook import source


def run_notebook(path, connection, cells, level, limits, times, files) -> None:
    """Runs a notebook's code cells in order.

    path: of the fork server's socket. connection: to the client, which gets {"at": index} when a
    cell begins, and {"outputs": list, "verdict": see `Verdict.to_json`, or None} when it ends.

    cells: a dict for each code cell, with "id", "kind" ("learner" or "test"), "code" and
    "released"; for a test also "property" and "points". The code of a test is the teacher's, with
    its hidden part; "released" is what the learner had of it. Raises RuntimeError if our own side
    failed.
    """
    side = LearnerProcess(path, level, Limits(**limits), Times(**times), files)
    texts, room = [], outputs.MAX_KEPT
    try:
        for index, cell in enumerate(cells):
            wire.send(connection, {"at": index})
            shown, verdict = [], None
            if cell["kind"] == "test":
                verdict, shown = _test(cell, side, texts)
            else:
                texts.append(cell["code"])
                if cell["code"].strip():
                    shown = side.run(cell["code"])[0]
            if side.problem:
                raise RuntimeError(side.problem)
            room -= sum(map(outputs.size, shown))
            if room < 0 and verdict is None:
                text = "the notebook showed more than is kept, so this cell's output was cut"
                shown = [outputs.note(text)]
            wire.send(connection, {"outputs": shown, "verdict": verdict and verdict.to_json()})
    finally:
        side.close()


def _test(cell: dict, side: LearnerProcess, texts: list[str]) -> tuple[Verdict, list[NotebookNode]]:
    """Runs one test cell; then the learner's side runs what the learner saw of it.

    What that imports comes first: in a notebook, a function that uses `np` works once the cell
    that checks it has imported NumPy.
    """
    imports = _imports(cell["released"])
    if imports:
        side.run(imports)
    side.begin_check()
    verdict, shown = run_test(
        cell,
        side.look,
        side.call,
        lambda name: source.from_cells(texts, name),
        side.times.cell + 2 * GRACE,
    )
    if not side.stopped and _has_code(cell):
        side.run(cell["released"])
    return verdict, shown


def _imports(code: str) -> str:
    """The lines of a cell that import something."""
    try:
        lines = [n for n in ast.parse(code).body if isinstance(n, ast.Import | ast.ImportFrom)]
    except SyntaxError:
        return ""
    return "\n".join(map(ast.unparse, lines))


def _has_code(cell: dict) -> bool:
    """Whether the learner saw more of a test cell than comments."""
    return any(
        line.strip() and not line.strip().startswith("#") for line in cell["released"].splitlines()
    )
