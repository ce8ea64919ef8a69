"""Computes what wrong answers give on the inputs of a lesson's checks, from its fault model.

The checks themselves say which calls they make: their cells are run with the teacher's
solutions, and each call is written down. Two files come of it, beside the teacher's notebook:
checks.npz for the visible checks (single mistakes; it is released) and hidden_checks.npz for
all of them (pairs of mistakes too; it is not).
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import io
import linecache
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from dikkat.course import FAULTS, HIDDEN_CHECKS, Course, Lesson, grade_id, is_solution, is_test
from dikkat.faults import Case, Model, ambiguities, compute, digest, save
from dikkat.faults.outcomes import as_numbers
from dikkat.grading.our_side.test_cell import free_names
from dikkat.notebook import known
from dikkat.notebook.cells import names_bound

MOST_NUMBERS = 2000  # of the arguments of a call: a large input tells no more than a small one
CALLS_WITH_PAIRS = 2  # per check: two results prove a pair, and each takes 100 kB


@dataclasses.dataclass(frozen=True)
class Recorded:
    """One call that a check makes. visible: whether the learner has the check."""

    check: str
    function: str
    arguments: tuple[Any, ...]
    visible: bool


@dataclasses.dataclass(frozen=True)
class Built:
    """What was computed for a lesson. silent: {function: classes that its inputs do not part}."""

    calls: list[Recorded]
    visible: bytes
    everything: bytes
    silent: dict[str, list[list[str]]]


def models(course: Course, name: str) -> dict[str, Model]:
    """{function: its fault model} of a lesson; empty if it has none."""
    path = course.source_notebook(name).with_name(FAULTS)
    if not path.is_file():
        return {}
    spec = importlib.util.spec_from_file_location(f"faults_of_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {model.function: model for model in module.MODELS}


def build(course: Course, name: str) -> Built | None:
    """Computes the files of a lesson; None if it has no fault model."""
    found = models(course, name)
    if not found:
        return None
    calls = {(c.function, _digest(c)): c for c in recorded(course.lesson(name))}
    calls = [c for (function, name), c in calls.items() if function in found and name]
    visible = [compute(found[c.function], c.arguments, pairs=False) for c in calls if c.visible]
    everything, paired = [], Counter()
    for call in calls:
        paired[call.check, call.function] += 1
        pairs = paired[call.check, call.function] <= CALLS_WITH_PAIRS
        everything.append(compute(found[call.function], call.arguments, pairs))
    silent = {}
    for function in found:
        cases = [case for case in everything if case.function == function]
        classes = ambiguities(cases) if cases else []
        silent[function] = [[fault.id or "right" for fault in group] for group in classes]
    return Built(calls, _packed(visible), _packed(everything), silent)


def write(course: Course, name: str, built: Built) -> list[Path]:
    """Writes the two files beside the teacher's notebook; returns those that changed."""
    folder = course.source_notebook(name).parent
    changed = []
    for path, content in [
        (folder / known.FILE, built.visible),
        (folder / HIDDEN_CHECKS, built.everything),
    ]:
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
            changed.append(path)
    return changed


def _packed(cases: list[Case]) -> bytes:
    file = io.BytesIO()
    save(file, cases)
    return file.getvalue()


def _digest(call: Recorded) -> str | None:
    """The name of a call; None if it is of no use: too large, or with complex numbers."""
    try:
        if sum(np.size(as_numbers(argument)) for argument in call.arguments) > MOST_NUMBERS:
            return None
        return digest(call.function, call.arguments)
    except (TypeError, ValueError):
        return None


def recorded(lesson: Lesson) -> list[Recorded]:
    """The calls that a lesson's checks make, visible ones first."""
    calls: list[Recorded] = []
    current = [None]

    def record(function: str, arguments) -> None:
        cell = current[0]
        hidden = "### BEGIN HIDDEN TESTS" in cell.source
        calls.append(Recorded(grade_id(cell), function, tuple(arguments), not hidden))

    with known.recorded(record), _in_folder_of(lesson), _quiet():
        # As in a notebook, `In` has the text of the cells that were run.
        names: dict[str, Any] = {"__name__": "__main__", "In": []}
        for cell in _needed(lesson):
            current[0] = cell
            file = f"<{grade_id(cell) or cell.id}>"
            linecache.cache[file] = (0, None, cell.source.splitlines(True), file)
            names["In"].append(cell.source)
            exec(compile(cell.source, file, "exec"), names)
    return sorted(calls, key=lambda call: not call.visible)


def _needed(lesson: Lesson) -> list:
    """The code cells without those that nothing in a solution or a check depends on."""
    code = [cell for cell in lesson.source.cells if cell.cell_type == "code"]
    chosen = {i for i, cell in enumerate(code) if is_solution(cell) or is_test(cell)}
    while True:
        used = set().union(*(free_names(code[i].source) for i in chosen))
        more = {i for i, cell in enumerate(code) if names_bound(cell.source) & used} - chosen
        if not more:
            return [code[i] for i in sorted(chosen)]
        chosen |= more


@contextlib.contextmanager
def _in_folder_of(lesson: Lesson) -> Iterator[None]:
    """Makes the teacher's folder the current one, as it is for a notebook."""
    before = os.getcwd()
    os.chdir(lesson.course.source_notebook(lesson.name).parent)
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Neither prints nor shows pictures."""
    import matplotlib

    before = matplotlib.get_backend()
    matplotlib.use("agg")
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        matplotlib.use(before)
