"""The lessons' fault models and reference solutions, as the tests here use them."""

from __future__ import annotations

import functools
import importlib.util
import os
import warnings
from pathlib import Path

import nbformat

from dikkat.faults import Case, Model, compute

SOURCE = Path(__file__).resolve().parents[2] / "source"
LESSONS = sorted(path.parent.name for path in SOURCE.glob("*/faults.py"))


@functools.cache
def models(lesson: str) -> list[Model]:
    """The models of a lesson."""
    path = SOURCE / lesson / "faults.py"
    spec = importlib.util.spec_from_file_location(f"faults_{lesson}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.MODELS


ALL = [(lesson, model.function) for lesson in LESSONS for model in models(lesson)]


def model(lesson: str, function: str) -> Model:
    return next(one for one in models(lesson) if one.function == function)


def inputs(lesson: str, function: str) -> list[tuple]:
    """All inputs of a function."""
    groups = model(lesson, function).inputs().values()
    return [arguments for group in groups for arguments in group]


@functools.cache
def cases(lesson: str, function: str) -> list[Case]:
    """The cases of all inputs of a function, single faults only."""
    one = model(lesson, function)
    return [compute(one, arguments, pairs=False) for arguments in inputs(lesson, function)]


@functools.cache
def reference(lesson: str) -> dict:
    """The names that the solved notebook defines, without its checks."""
    notebook = nbformat.read(SOURCE / lesson / f"{lesson}.ipynb", as_version=4)
    names: dict = {"__name__": "__main__"}
    before = os.getcwd()
    os.chdir(SOURCE / lesson)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for cell in notebook.cells:
                kind = cell.metadata.get("nbgrader", {})
                given = kind.get("grade_id") in ("given-einsum", "given-ids")
                if cell.cell_type == "code" and (kind.get("solution") or given):
                    exec(cell.source, names)
    finally:
        os.chdir(before)
    return names
