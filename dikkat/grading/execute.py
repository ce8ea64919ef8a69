"""Grades one notebook: a restored notebook goes in, the same with outputs and verdicts comes out.

Both `nbgrader autograde` (through `nbgrader.py`) and `dikkat grade` call `execute`.
"""

from __future__ import annotations

import nbformat
from nbformat import NotebookNode

from dikkat.course import Lesson, grade_id, is_test, property_of
from dikkat.grading.run import Times
from dikkat.grading.sandbox import Limits
from dikkat.grading.warm import Warm


def execute(
    notebook: NotebookNode,
    lesson: Lesson,
    warm: Warm,
    limits: Limits | None = None,
    times: Times | None = None,
    level: str | None = None,
    told=None,
) -> list[dict]:
    """Runs the notebook in place, both sides; returns the verdict on each test cell, in order.

    A verdict: {"id", "property", "points", "score", "passed", "message", "mistake"}.
    """
    released = {grade_id(c): c.source for c in lesson.released.cells if grade_id(c)}
    tests = {grade_id(c): c for c in lesson.source.cells if is_test(c)}
    code_cells = [c for c in notebook.cells if c.cell_type == "code"]
    requests = []
    for cell in code_cells:
        name = grade_id(cell)
        kind = "test" if name in tests else "learner"
        code = tests[name].source if name in tests else cell.source
        requests.append(
            {"id": name or "", "kind": kind, "code": code, "released": released.get(name, "")}
        )
    answer = warm.run(requests, lesson.files, limits, times, level, told)
    for number, (cell, outputs) in enumerate(zip(code_cells, answer["outputs"], strict=True)):
        cell.outputs = [nbformat.from_dict(output) for output in outputs]
        cell.execution_count = number + 1
    verdicts = []
    for name, cell in tests.items():
        verdict = answer["verdicts"].get(name)
        if verdict is None:
            continue
        points = float(cell.metadata.nbgrader.points)
        score = points if verdict["partial"] is None else min(verdict["partial"], points)
        verdicts.append(
            {
                "id": name,
                "property": property_of(cell),
                "points": points,
                "score": score if verdict["passed"] else 0.0,
                "passed": verdict["passed"],
                "message": verdict["message"],
                "mistake": verdict["mistake"],
            }
        )
    return verdicts
