"""What students hand in that is not as it should be: shared by the tests of this folder.

A fault is a function of a folder and of a solved notebook (plain JSON data) that puts the faulty
submission into the folder, where the lesson's own files lie already.
"""

from __future__ import annotations

import copy
import json
import os
import socket
import stat
from pathlib import Path

import nbformat

from dikkat.course import Course
from dikkat.teaching import bank

LESSON = "02_merge_heads"
NAME = f"{LESSON}.ipynb"


def write(folder: Path, data, name: str = NAME) -> Path:
    """Writes a notebook as Jupyter does. data: JSON data, or the file's text or bytes."""
    if not isinstance(data, str | bytes):
        data = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def solved(course: Course, **answers: str) -> dict:
    """A solved notebook as JSON data, with other answers in some cells (exercise_merge="...")."""
    taught = course.lesson(LESSON)
    cells = bank.solutions(taught) | {k.replace("_", "-"): v for k, v in answers.items()}
    return json.loads(nbformat.writes(bank.submission(course, taught, cells)))


def put(course: Course, student: str, notebook: dict, timestamp: str | None = None) -> Path:
    """Hands in, over what is there; returns the path of the notebook."""
    folder = course.root / "submitted" / student / LESSON
    if timestamp is not None:
        write(folder, timestamp, "timestamp.txt")
    return write(folder, notebook)


def cell(notebook: dict, name: str) -> dict:
    """The cell with this nbgrader id."""
    return next(c for c in notebook["cells"] if grade_id(c) == name)


def grade_id(cell: dict) -> str | None:
    return cell["metadata"].get("nbgrader", {}).get("grade_id")


def code(text: str) -> dict:
    """A code cell of the learner's own."""
    return {
        "cell_type": "code", "id": f"own-{abs(hash(text)) % 10**8}", "metadata": {},
        "source": text, "outputs": [], "execution_count": None,
    }  # fmt: skip


def changed(*changes):
    """The fault of a notebook whose JSON data was changed; it is else whole."""

    def fault(folder: Path, notebook: dict) -> None:
        for change in changes:
            notebook = change(notebook) or notebook
        write(folder, notebook)

    return fault


def as_text(change):
    """The fault of a notebook file whose text was changed; change may return text or bytes."""

    def fault(folder: Path, notebook: dict) -> None:
        text = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
        write(folder, change(text))

    return fault


def beside(*faults, name: str = NAME):
    """The fault of what lies beside a good notebook."""

    def fault(folder: Path, notebook: dict) -> None:
        write(folder, notebook, name)
        for each in faults:
            each(folder)

    return fault


# --- changes of a notebook's data ------------------------------------------------------------


def without(*names: str):
    def change(notebook):
        notebook["cells"] = [c for c in notebook["cells"] if grade_id(c) not in names]

    return change


def twice(name: str, **other):
    """A copy of a cell behind it, with the same id, as copy and paste makes."""

    def change(notebook):
        cells = notebook["cells"]
        copied = copy.deepcopy(cell(notebook, name)) | other
        cells.insert(cells.index(cell(notebook, name)) + 1, copied)

    return change


def with_source(name: str, source):
    def change(notebook):
        cell(notebook, name)["source"] = source

    return change


def with_kind(name: str, kind: str):
    def change(notebook):
        found = cell(notebook, name)
        found["cell_type"] = kind
        if kind != "code":
            found.pop("outputs", None)
            found.pop("execution_count", None)

    return change


def with_meta(name: str, **values):
    """Changes what nbgrader keeps about a cell."""

    def change(notebook):
        cell(notebook, name)["metadata"]["nbgrader"].update(values)

    return change


def with_tags(name: str, *tags: str, **more):
    def change(notebook):
        cell(notebook, name)["metadata"].update({"tags": list(tags), **more})

    return change


def all_meta(value):
    """Puts `value` in the place of every cell's metadata."""

    def change(notebook):
        for each in notebook["cells"]:
            each["metadata"] = copy.deepcopy(value)

    return change


def without_ids(notebook):
    notebook["nbformat_minor"] = 4
    for each in notebook["cells"]:
        each.pop("id", None)


def old_schema(version: int):
    def change(notebook):
        for each in notebook["cells"]:
            if "nbgrader" in each["metadata"]:
                meta = each["metadata"]["nbgrader"]
                meta.pop("task")
                meta["schema_version"] = version
                if not version:
                    meta.pop("schema_version")

    return change


def set_key(key: str, value):
    def change(notebook):
        notebook[key] = value

    return change


def added(place: int, *cells):
    def change(notebook):
        notebook["cells"][place:place] = [copy.deepcopy(c) for c in cells]

    return change


def reordered(notebook):
    notebook["cells"].reverse()


def format_3(notebook):
    """The notebook as IPython 2 wrote it."""
    cells = []
    for each in notebook["cells"]:
        old = {"cell_type": each["cell_type"], "metadata": each["metadata"]}
        if each["cell_type"] == "code":
            old |= {"input": each["source"], "language": "python", "outputs": [], "collapsed": 0}
        else:
            old |= {"source": each["source"]}
        cells.append(old)
    cells.insert(1, {"cell_type": "heading", "level": 2, "source": "A heading", "metadata": {}})
    return {
        "nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""},
        "worksheets": [{"cells": cells, "metadata": {}}],
    }  # fmt: skip


# --- changes of a notebook's text ------------------------------------------------------------


def merge_conflict(text: str) -> str:
    """What git leaves of two versions."""
    lines = text.splitlines(keepends=True)
    at = len(lines) // 2
    return "".join(
        [*lines[:at], "<<<<<<< HEAD\n", lines[at], "=======\n", lines[at], ">>>>>>> other\n",
         *lines[at + 1 :]]
    )  # fmt: skip


# --- files beside it -------------------------------------------------------------------------


def file(name: str, content: str | bytes = "print('mine')\n"):
    def put(folder: Path) -> None:
        write(folder, content, name)

    return put


def link(name: str, target: Path | str):
    def put(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(target)

    return put


def pipe(name: str):
    def put(folder: Path) -> None:
        os.mkfifo(folder / name)

    return put


def a_socket(name: str):
    def put(folder: Path) -> None:
        here = os.open(".", os.O_RDONLY)
        try:
            os.chdir(folder)  # the address of a socket may not be long
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(name)
        finally:
            os.fchdir(here)
            os.close(here)

    return put


# --- faults that are inspected alone, and graded in a whole class ----------------------------

COMMON = {
    "a-copied-test": changed(twice("check-example")),
    "old-schema": changed(old_schema(1)),
    "no-schema": changed(old_schema(0)),
    "test-deleted": changed(without("hidden-any-size")),
    "test-and-solution-deleted": changed(without("answer-start", "hidden-start")),
    "metadata-stripped": changed(all_meta({})),
    "metadata-and-ids-stripped": changed(all_meta({}), without_ids),
    "named-1": beside(name=f"{LESSON} (1).ipynb"),
    "named-odev": beside(name="ödev.ipynb"),
    "named-IPYNB": beside(name=f"{LESSON}.IPYNB"),
    "empty-file": as_text(lambda _: ""),
    "merge-markers": as_text(merge_conflict),
    "no-notebook": lambda folder, notebook: None,
    "byte-order-mark": as_text(lambda t: "\ufeff" + t),
    "utf-16": as_text(lambda t: t.encode("utf-16")),
    "cp1254": as_text(lambda t: t.encode("cp1254", "ignore")),
    "nbformat-3": changed(format_3),
    "pipe": beside(pipe("pipe")),
    "solution-as-text": changed(with_kind("exercise-merge", "markdown")),
}


def state(folder: Path) -> dict:
    """Everything about what lies in a folder that grading must leave as it is."""
    found = {}
    waiting = [folder]
    for path in waiting:
        try:
            about = path.lstat()
            if stat.S_ISDIR(about.st_mode):
                waiting += sorted(path.iterdir())
        except OSError:  # deeper than a path can be long
            continue
        content = None
        if stat.S_ISLNK(about.st_mode):
            content = os.readlink(path)
        elif stat.S_ISREG(about.st_mode) and about.st_size < 2**25:
            content = path.read_bytes()
        found[str(path)] = (
            about.st_mode, about.st_ino, about.st_nlink, about.st_uid, about.st_size,
            about.st_mtime_ns, about.st_ctime_ns, content,
        )  # fmt: skip
    return found
