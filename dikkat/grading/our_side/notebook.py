"""Runs one notebook from top to bottom: learner's cells in their process, tests in this one.

`run_notebook` runs on our side, in a fork of the fork server. It never runs the learner's code.
"""

from __future__ import annotations

import ast

from nbformat import NotebookNode

from dikkat.grading.between import outputs, wire
from dikkat.grading.our_side.learner_process import GRACE, LearnerProcess
from dikkat.grading.our_side.test_cell import run_test
from dikkat.grading.records.results import Verdict
from dikkat.grading.settings import Limits, Times
from dikkat.notebook import known, source


def run_notebook(path, connection, cells, level, limits, times, files, checks) -> None:
    """Runs the code cells of a notebook in order.

    path: of the fork server's socket. connection: a socket to the client, which receives
    {"at": index} when a cell begins and {"outputs": list, "verdict": dict or None} when it ends;
    see `Verdict.to_json`.

    cells: one dict per code cell, with "id", "kind" ("learner" or "test"), "code" and "released";
    for a test also "property" and "points". The "code" of a test is the teacher's, hidden part
    included; "released" is the part that the learner has.

    level: of the sandbox. limits, times: the fields of `Limits` and `Times`. files: {path:
    content}, the lesson's own data. Raises RuntimeError if our own side failed.
    """
    known.provide(checks)
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
    """Runs one test cell on our side, then its released part on the learner's side.

    The imports of the released part run first: in a notebook, a function that uses `np` works as
    soon as the cell that checks it has imported NumPy. texts: the learner's cells so far.
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
        side.variables,
        side.times.cell + 2 * GRACE,
    )
    if not side.stopped and _has_code(cell):
        side.run(cell["released"])
    return verdict, shown


def _imports(code: str) -> str:
    """The import statements of a cell, or "" if it cannot be parsed."""
    try:
        lines = [n for n in ast.parse(code).body if isinstance(n, ast.Import | ast.ImportFrom)]
    except SyntaxError:
        return ""
    return "\n".join(map(ast.unparse, lines))


def _has_code(cell: dict) -> bool:
    """Whether the released part of a test cell is more than comments."""
    return any(
        line.strip() and not line.strip().startswith("#") for line in cell["released"].splitlines()
    )
