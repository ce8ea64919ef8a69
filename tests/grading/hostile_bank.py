"""The bank of hostile submissions: what a student may submit to get points for nothing.

A file of tests/hostile/ is one submission::

    # lesson: 01_einsum_scores
    # points: 0
    # kind: every comparison of NumPy says yes
    # metadata: {"check-example": {"tags": ["skip-execution"]}}
    # %% exercise-scores
    ...
    # %% extra after exercise-scores
    ...
    # %% file numpy.py
    ...

`points` are those of what it really solves. A part is the text of a cell of the lesson (locked
ones too), of an extra cell, or of a file submitted beside the notebook. Cells that are not named
stay as released. `metadata` updates a cell's own, and may change its `id`.
"""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import nbformat

from dikkat.course import Course, grade_id

FOLDER = Path(__file__).resolve().parents[1] / "hostile"


@dataclasses.dataclass(frozen=True)
class Hostile:
    """One hostile submission. parts: [(what, text)] in the order of the file."""

    name: str
    lesson: str
    points: float
    kind: str
    metadata: dict
    parts: list[tuple[str, str]]


def read(path: Path) -> Hostile:
    """Reads a hostile submission. Raises ValueError if it is not in this format."""
    header, _, body = path.read_text(encoding="utf-8").partition("\n# %% ")
    fields = {}
    for line in header.splitlines():
        match = re.fullmatch(r"# (lesson|points|kind|metadata): (.+)", line.rstrip())
        if not match or match[1] in fields:
            raise ValueError(f"{path}: this line of the header is not known: {line!r}")
        fields[match[1]] = match[2]
    parts = []
    for part in body.split("\n# %% "):
        what, _, text = part.partition("\n")
        parts.append((what.strip(), text.strip("\n")))
    metadata = json.loads(fields.get("metadata", "{}"))
    return Hostile(
        path.stem, fields["lesson"], float(fields["points"]), fields["kind"], metadata, parts
    )


def bank() -> list[Hostile]:
    return [read(path) for path in sorted(FOLDER.glob("*.py"))]


def hand_in(hostile: Hostile, course: Course, folder: Path) -> None:
    """Writes the submission into `folder`, which exists and has the lesson's own files."""
    release = course.root / "release" / hostile.lesson / f"{hostile.lesson}.ipynb"
    notebook = nbformat.read(release, as_version=4)
    for what, text in hostile.parts:
        if what.startswith("file "):
            path = folder / what.removeprefix("file ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            continue
        name = what.removeprefix("extra after ")
        places = [i for i, cell in enumerate(notebook.cells) if grade_id(cell) == name]
        if not places:
            raise ValueError(f"{hostile.name}: {hostile.lesson} has no cell {name}")
        if what == name:
            notebook.cells[places[0]].source = text
        else:
            cell = nbformat.v4.new_code_cell(text, id=f"extra-{len(notebook.cells)}")
            notebook.cells.insert(places[0] + 1, cell)
    for name, more in hostile.metadata.items():
        for cell in notebook.cells:
            if name in (grade_id(cell), cell.id):
                cell.id = more.get("id", cell.id)
                cell.metadata.update({k: v for k, v in more.items() if k != "id"})
                break
    (folder / f"{hostile.lesson}.ipynb").write_text(json.dumps(notebook))
