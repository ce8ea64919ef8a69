"""An answer is found by what its cell binds, and no stub runs behind it.

Each notebook is read, its code is run from top to bottom without the checks, and where a check
stands, the learner's names must have the learner's values.
"""

from __future__ import annotations

import copy
import json

import nbformat
import numpy as np
import pytest
from conftest import ROOT
from faults import LESSON, all_meta, cell, code, grade_id, without, without_ids, write

from dikkat import course
from dikkat.grading.reading import submissions
from dikkat.notebook.cells import python_text
from dikkat.teaching import bank

TAUGHT = course.Course(ROOT).lesson(LESSON)
SOLVED = bank.solutions(TAUGHT)
STUBS = {course.grade_id(c): c.source for c in TAUGHT.released.cells if course.is_solution(c)}
TESTS = [course.grade_id(c) for c in TAUGHT.source.cells if course.is_test(c)]
RIGHT = SOLVED["exercise-merge"]
BODY = "    B, H, T, D = x.shape\n    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)\n"


def replaced(name: str, *texts: str):
    """Cells of one's own in the place of an answer's cell."""

    def change(notebook):
        at = notebook["cells"].index(cell(notebook, name))
        notebook["cells"][at : at + 1] = [code(text) for text in texts]

    return change


def at_the_end(*texts: str):
    def change(notebook):
        notebook["cells"] += [code(text) for text in texts]

    return change


def at_the_beginning(*texts: str):
    def change(notebook):
        notebook["cells"][:0] = [code(text) for text in texts]

    return change


def joined(first: str, *others: str):
    """Cells joined into one, which keeps the first one's metadata."""

    def change(notebook):
        texts = [cell(notebook, name)["source"] for name in (first, *others)]
        cell(notebook, first)["source"] = "\n\n".join(texts)
        without(*others)(notebook)

    return change


def split(name: str, line: int):
    """A cell cut in two, which both keep the metadata, as in JupyterLab."""

    def change(notebook):
        whole = cell(notebook, name)
        lines = whole["source"].splitlines(keepends=True)
        rest = copy.deepcopy(whole) | {"source": "".join(lines[line:]), "id": "cut-off"}
        notebook["cells"].insert(notebook["cells"].index(whole) + 1, rest)
        whole["source"] = "".join(lines[:line])

    return change


def moved(name: str, place: int):
    def change(notebook):
        found = cell(notebook, name)
        notebook["cells"].remove(found)
        notebook["cells"].insert(place, found)

    return change


def changed_text(name: str, text: str):
    def change(notebook):
        cell(notebook, name)["source"] = text

    return change


def all_of(*changes):
    def change(notebook):
        for each in changes:
            each(notebook)

    return change


def one_name(*names: str) -> str:
    return "\n\n".join(SOLVED[name] for name in names)


WRONG = "def merge_heads(x):\n    return x.reshape(x.shape[0], x.shape[2], -1)\n"
WAYS = {
    "as it was": all_of(),
    "unpacked": replaced("predict-order",
                         "long_line, new_shape = (10, 30, 50, 20, 40, 60), (4, 2, 3)"),
    "unpacked from a list": replaced("predict-order",
                                     "[long_line, *_], new_shape = [(10, 30, 50, 20, 40, 60), 0], "
                                     "(4, 2, 3)"),
    "assigned twice in a row": replaced("answer-start", "first = start = 6"),
    "annotated": replaced("answer-start", "start: int = 6"),
    "in brackets": replaced("answer-start", "(start := 6)"),
    "added up": replaced("answer-start", "start = 0\nstart += 6"),
    "in a loop": replaced("answer-start", "for start in (4, 5, 6):\n    pass"),
    "by with": replaced("answer-start",
                        "import contextlib\nwith contextlib.nullcontext(6) as start:\n    pass"),
    "by match": replaced("answer-start", "match [1, 6]:\n    case [_, start]:\n        pass"),
    "by an import": replaced("answer-start", "from string import digits as start\nstart = 6"),
    "by global": replaced("answer-start",
                          "def answer():\n    global start\n    start = 6\n\nanswer()"),
    "odd spacing": replaced("exercise-merge", "def  merge_heads (x) :\n" + BODY),
    "tabs": replaced("exercise-merge", "def\tmerge_heads(x):\n" + BODY),
    "all indented": replaced("exercise-merge", "    def merge_heads(x):\n        " +
                             BODY.strip().replace("\n", "\n    ")),
    "lambda": replaced("exercise-merge",
                       "merge_heads = lambda x: x.swapaxes(1, 2).reshape(*x.shape[::2], -1)"),
    "under if": replaced("exercise-merge", "if True:\n    def merge_heads(x):\n        " +
                         BODY.strip().replace("\n", "\n    ")),
    "under try": replaced("exercise-merge", "try:\n    def merge_heads(x):\n        " +
                          BODY.strip().replace("\n", "\n    ") + "\nexcept Exception:\n    pass"),
    "in a class": replaced("exercise-merge", "class Merge:\n    def __call__(self, x):\n        " +
                           BODY.strip().replace("\n", "\n    ") + "\n\nmerge_heads = Merge()"),
    "decorated": replaced("exercise-merge", "import functools\n\n@functools.cache\ndef shape(): ..."
                          "\n\n@staticmethod\ndef merge_heads(x):\n" + BODY),
    "under another name first": replaced("exercise-merge", "def mine(x):\n" + BODY +
                                         "\n\nmerge_heads = mine"),
    "with lines of the notebook": replaced("exercise-merge", "%matplotlib inline\n!ls\nlen?\n" +
                                           RIGHT),
    "timed": replaced("exercise-merge", "%%time\n" + RIGHT),
    "helper first": replaced("exercise-merge", 
                             "def size(x):\n    return x.shape[0], x.shape[2], -1",
                             "def merge_heads(x):\n"
                             "    return x.transpose(0, 2, 1, 3).reshape(size(x))"),
    "what it needs first": replaced("answer-start", "half = 3", "start = 2 * half"),
    "an attempt first": replaced("exercise-merge", WRONG, RIGHT),
    "a stub first": replaced("exercise-merge", STUBS["exercise-merge"], RIGHT),
    "a stub behind": replaced("exercise-merge", RIGHT, STUBS["exercise-merge"]),
    "in two cells": replaced("predict-order", "long_line = (10, 30, 50, 20, 40, 60)",
                             "new_shape = (4, 2, 3)"),
    "two answers in one cell": all_of(
        replaced("answer-row-zero", one_name("answer-row-zero", "answer-start")),
        without("answer-start"),
    ),
    "two answers in one line": all_of(
        replaced("answer-row-zero", "row_zero, start = 'B', 6"), without("answer-start"),
    ),
    "all in one cell": all_of(
        replaced("predict-order", one_name(*STUBS)), without(*set(STUBS) - {"predict-order"}),
    ),
    "all in one cell at the beginning": all_of(
        without(*STUBS), at_the_beginning(one_name(*STUBS)),
    ),
    "all in one cell at the end": all_of(without(*STUBS), at_the_end(one_name(*STUBS))),
    "each at the end": all_of(without(*STUBS), at_the_end(*SOLVED.values())),
    "each at the end, with what it needs": all_of(
        without("answer-start", "exercise-merge"),
        at_the_end("import numpy as numbers", "half = 3", "start = 2 * half",
                   "order = (0, 2, 1, 3)",
                   "def merge_heads(x, order=order):\n"
                   "    B, H, T, D = x.shape\n"
                   "    return numbers.transpose(x, order).reshape(B, T, H * D)"),
    ),
    "each at the beginning": all_of(without(*STUBS), at_the_beginning(*SOLVED.values())),
    "at the end, after attempts": all_of(
        without("exercise-merge"), at_the_end(WRONG, "merge_heads = 1", RIGHT),
    ),
    "an attempt after the checks": all_of(at_the_end(WRONG)),
    "joined to the given cell above": joined("given-tools", "predict-order"),
    "joined to the check below": joined("exercise-merge", "check-example"),
    "joined to the check above": joined("check-two-texts", "exercise-merge"),
    "joined to another answer": joined("answer-row-zero", "answer-start"),
    "in another answer's cell": all_of(
        changed_text("answer-row-zero", one_name("answer-row-zero", "answer-start")),
        without("answer-start"),
    ),
    "in a copy of another answer's cell": all_of(
        lambda n: n["cells"].insert(
            n["cells"].index(cell(n, "answer-row-zero")) + 1,
            copy.deepcopy(cell(n, "answer-row-zero")) | {"source": "start = 6", "id": "c"},
        ),
        without("answer-start"),
    ),
    "cut in two": split("predict-order", 3),
    "moved to the beginning": moved("exercise-merge", 0),
    "moved to the end": moved("exercise-merge", 10**6),
    "all reversed": lambda n: n["cells"].reverse(),
    "checks first": lambda n: n["cells"].sort(key=lambda c: grade_id(c) not in TESTS),
    "answers last": lambda n: n["cells"].sort(key=lambda c: grade_id(c) in STUBS),
    "with another's metadata": all_of(
        lambda n: cell(n, "exercise-merge")["metadata"]["nbgrader"].update(grade_id="exercise-x"),
    ),
}  # fmt: skip
LOST = {
    "metadata kept": all_of(),
    "metadata lost": all_meta({}),
    "metadata and ids lost": all_of(all_meta({}), without_ids),
    "Colab's metadata": all_of(
        lambda n: [c.update(metadata={"id": f"Xy{i}_z", "colab": {}}, id=f"Xy{i}_z")
                   for i, c in enumerate(n["cells"])],
    ),
}  # fmt: skip


@pytest.mark.parametrize("lost", LOST)
@pytest.mark.parametrize("way", WAYS)
def test_checks_meet_the_answers(tmp_path, way, lost):
    notebook = copy.deepcopy(TAUGHT.released)
    for each in notebook.cells:
        each.source = SOLVED.get(course.grade_id(each), each.source)
    data = json.loads(nbformat.writes(notebook))
    for each in data["cells"]:
        each["source"] = "".join(each["source"])
    WAYS[way](data)
    LOST[lost](data)
    write(tmp_path, data)
    found = submissions.read(tmp_path, TAUGHT)
    assert found.notebook is not None, found.findings
    ids = [course.grade_id(c) for c in found.notebook.cells if course.grade_id(c)]
    assert ids == [course.grade_id(c) for c in TAUGHT.source.cells if course.grade_id(c)]
    nbformat.validate(found.notebook)
    met = run_without_checks(found.notebook)
    assert met["check-predict-order"]["long_line"] == (10, 30, 50, 20, 40, 60)
    assert met["check-predict-order"]["new_shape"] == (4, 2, 3)
    x = np.arange(24).reshape(1, 2, 3, 4)
    for check in ("check-example", "check-two-texts", "hidden-any-size", "hidden-no-loops"):
        got = met[check]["merge_heads"](x)
        assert (got == x.transpose(0, 2, 1, 3).reshape(1, 3, 8)).all(), check
    assert met["hidden-row-zero"]["row_zero"] == "B"
    assert met["hidden-start"]["start"] == 6
    assert len(met["hidden-shapes"]["shapes"]) == 4
    texts = [c.source for c in found.notebook.cells]
    assert sum("def merge_heads" in t and "NotImplementedError" in t for t in texts) == 0


def run_without_checks(notebook) -> dict[str, dict]:
    """{check: the names that it meets} when a notebook runs from top to bottom."""
    names, met = {}, {}
    for each in notebook.cells:
        name = course.grade_id(each)
        if each.cell_type != "code":
            continue
        if name in TESTS:
            met[name] = dict(names)
        elif name is None or not name.startswith("given-"):
            try:
                exec(python_text(each.source), names)
            except Exception as error:  # as in a notebook, the next cell runs all the same
                names["error"] = error
    return met


def test_an_answer_that_was_left_as_it_was_is_the_stub(tmp_path):
    data = json.loads(nbformat.writes(copy.deepcopy(TAUGHT.released)))
    without("answer-start")(data)
    all_of(all_meta({}), without_ids)(data)
    write(tmp_path, data)
    cells = {course.grade_id(c): c for c in submissions.read(tmp_path, TAUGHT).notebook.cells}
    assert {name: cells[name].source for name in STUBS} == STUBS


@pytest.mark.parametrize(
    "text",
    ["from mine import *", "long_line = 1", "def f():\n    global new_shape\n    new_shape = 1"],
)
def test_no_stub_is_put_back_where_a_cell_may_bind_its_names(tmp_path, text):
    data = json.loads(nbformat.writes(copy.deepcopy(TAUGHT.released)))
    replaced("predict-order", text)(data)
    write(tmp_path, data)
    found = submissions.read(tmp_path, TAUGHT)
    code_cells = [c.source for c in found.notebook.cells if c.cell_type == "code"]
    assert text in code_cells and STUBS["predict-order"] not in code_cells
