"""Reads a submission before anything of it runs: what is wrong with it, and what was done.

Nothing that was handed in is changed. What comes out is a notebook that has the teacher's
cells in the teacher's order, and the learner's own cells where they stood.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import re
import stat
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from dikkat.course import Lesson, grade_id, is_solution

MAX_NOTEBOOK = 64 * 2**20  # bytes


@dataclasses.dataclass
class Finding:
    """One thing that was noticed. needs_person: a teacher should look."""

    text: str
    needs_person: bool = False


@dataclasses.dataclass
class Submission:
    """What preflight made of a folder. notebook: None where there is nothing to grade."""

    notebook: NotebookNode | None
    findings: list[Finding]

    @property
    def problem(self) -> str:
        """Why there is nothing to grade, or ""."""
        return self.findings[-1].text if self.notebook is None and self.findings else ""


def inspect(folder: Path, lesson: Lesson) -> Submission:
    """Reads the submission of `lesson` in `folder`; follows no link, runs nothing."""
    findings = _files(folder, lesson)
    notebook, chosen = None, None
    candidates = _notebooks(folder)
    broken = []
    readable = []
    for path in candidates:
        try:
            found, notes = read_notebook(path)
        except Unreadable as error:
            broken.append((path, str(error)))
        else:
            readable.append(
                (_likeness(found, lesson), path.stem == lesson.name, path, found, notes)
            )
    if readable:
        readable.sort(key=lambda r: (r[1] and r[0] > 0, r[0], r[2].stat().st_mtime))
        likeness, named, chosen, notebook, notes = readable[-1]
        if likeness == 0:
            notebook = None
            findings.append(
                Finding(f"{chosen.name} has no cell of this lesson in it: 0 points.", True)
            )
        else:
            findings += [Finding(note) for note in notes]
            if not named:
                findings.append(
                    Finding(f"The notebook is called {chosen.name}; taken, by its cells.")
                )
    for path, problem in broken:
        findings.append(Finding(f"{path.name} cannot be read: {problem}", True))
    if not candidates:
        findings.append(Finding("There is no notebook in this submission: 0 points.", True))
    if notebook is None:
        findings.sort(key=lambda f: f.needs_person)
        return Submission(None, findings)
    restored, notes = restore(notebook, lesson)
    findings += [Finding(note) for note in notes]
    return Submission(restored, findings)


def _notebooks(folder: Path) -> list[Path]:
    if not folder.is_dir() or folder.is_symlink():
        return []
    return [
        Path(entry.path)
        for entry in sorted(os.scandir(folder), key=lambda e: e.name)
        if entry.name.lower().endswith(".ipynb") and entry.is_file(follow_symlinks=False)
    ]


def _files(folder: Path, lesson: Lesson) -> list[Finding]:
    """What lies beside the notebook: links are refused, other files are not taken."""
    findings = []
    if folder.is_symlink():
        return [Finding("The folder itself is a symbolic link; refused.", True)]
    for top, folders, files in os.walk(folder, followlinks=False):
        for name in sorted(folders + files):
            path = Path(top, name)
            inside = str(path.relative_to(folder))
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                findings.append(Finding(f"{inside} is a symbolic link; it was not followed.", True))
            elif name in folders or name.lower().endswith(".ipynb") or name == "timestamp.txt":
                continue
            elif not stat.S_ISREG(mode):
                findings.append(Finding(f"{inside} is not a plain file; it was not taken.", True))
            elif inside in lesson.files:
                if path.stat().st_size != len(lesson.files[inside]) or (
                    path.read_bytes() != lesson.files[inside]
                ):
                    findings.append(Finding(f"{inside} was changed; the lesson's own was used."))
            elif ".ipynb_checkpoints" not in inside:
                findings.append(Finding(f"{inside} is not part of the lesson; it was not taken."))
        folders[:] = [f for f in folders if not Path(top, f).is_symlink()]
    return findings


# --- reading ---------------------------------------------------------------------------------


class Unreadable(Exception):
    """A file that is no notebook; the text says what it is instead."""


def read_notebook(path: Path) -> tuple[NotebookNode, list[str]]:
    """Reads a notebook of any version and encoding; returns it and what was noticed."""
    size = path.stat().st_size
    if size > MAX_NOTEBOOK:
        raise Unreadable(f"it has {size // 2**20} MiB; at most {MAX_NOTEBOOK // 2**20} are read.")
    raw = path.read_bytes()
    if not raw.strip():
        raise Unreadable("it is empty.")
    text, notes = _decode(raw)
    try:
        data = json.loads(text)
    except RecursionError:
        raise Unreadable("it is nested too deeply.") from None
    except ValueError as error:
        if re.search(r"^(<<<<<<<|>>>>>>>)", text, re.M):
            raise Unreadable("it has the merge markers of git in it (<<<<<<<).") from None
        if text.lstrip().startswith("<"):
            raise Unreadable("it is a web page, not a notebook.") from None
        raise Unreadable(f"it is cut off or damaged ({error}).") from None
    if not isinstance(data, dict) or not ("cells" in data or "worksheets" in data):
        raise Unreadable("it is JSON, but not a notebook.")
    try:
        notebook = nbformat.from_dict(data)
        if data.get("nbformat") != 4:
            notebook = nbformat.convert(notebook, 4)
            notes.append(f"The notebook has the old format {data.get('nbformat')}; converted.")
        cells = [_plain_cell(cell) for cell in notebook.cells]
    except Exception as error:
        raise Unreadable(f"its cells cannot be read ({type(error).__name__}).") from None
    notebook.cells = [cell for cell in cells if cell is not None]
    return notebook, notes


def _decode(raw: bytes) -> tuple[str, list[str]]:
    for mark, encoding in [
        (b"\xff\xfe", "utf-16"),
        (b"\xfe\xff", "utf-16"),
        (b"\xef\xbb\xbf", "utf-8-sig"),
    ]:
        if raw.startswith(mark):
            try:
                note = f"The file begins with a byte order mark ({encoding}); read all the same."
                return raw.decode(encoding), [note]
            except UnicodeDecodeError:
                break
    try:
        return raw.decode("utf-8"), []
    except UnicodeDecodeError:
        # Windows in Turkish; it reads every byte, so this cannot fail.
        note = "The file is not UTF-8; read as Turkish Windows text (cp1254)."
        return raw.decode("cp1254", "replace"), [note]


def _plain_cell(cell) -> NotebookNode | None:
    """A cell reduced to its kind, its text and its ids; None if it is none."""
    if not isinstance(cell, dict) or cell.get("cell_type") not in ("code", "markdown", "raw"):
        return None
    text = cell.get("source", "")
    if isinstance(text, list):
        text = "".join(str(line) for line in text)
    kept = NotebookNode(cell_type=cell["cell_type"], source=str(text), metadata=NotebookNode())
    meta = cell.get("metadata")
    meta = meta.get("nbgrader") if isinstance(meta, dict) else None
    if isinstance(meta, dict):
        kept.metadata.nbgrader = NotebookNode(
            {k: meta[k] for k in ("grade_id", "schema_version") if k in meta}
        )
    kept.id = str(cell.get("id", ""))[:64]
    return kept


# --- putting the teacher's cells back --------------------------------------------------------


def _likeness(notebook: NotebookNode, lesson: Lesson) -> int:
    """How many of the lesson's nbgrader cells this notebook seems to have."""
    return len(_match(notebook, lesson)[0])


def _match(notebook: NotebookNode, lesson: Lesson):
    """({grade_id: index}, notes): which cell of the notebook is which of the lesson's.

    By nbgrader's id; where metadata is gone, by the notebook's own cell id; then by what a
    solution cell defines, then by its text.
    """
    wanted = {grade_id(c): c for c in lesson.source.cells if grade_id(c)}
    stubs = {grade_id(c): c.source for c in lesson.released.cells if grade_id(c)}
    found: dict[str, int] = {}
    notes: list[str] = []
    for index, cell in enumerate(notebook.cells):
        name = grade_id(cell)
        if name in wanted and name in found:
            notes.append(f"The cell {name} is there twice; the first one counts.")
        elif name in wanted:
            found[name] = index
    stripped = []
    for name, cell in wanted.items():
        if name in found:
            continue
        taken = set(found.values())
        free = [(i, c) for i, c in enumerate(notebook.cells) if i not in taken and not grade_id(c)]
        same_id = [i for i, c in free if c.get("id") == name]
        same_text = [i for i, c in free if c.source.strip() == stubs[name].strip()]
        defines = [i for i, c in free if is_solution(cell) and _defines_same(c.source, cell.source)]
        index = next(iter(same_id or defines or same_text), None)
        if index is not None:
            found[name] = index
            stripped.append(name)
    if stripped:
        notes.append(
            f"{len(stripped)} cells had lost their nbgrader metadata; found by their content: "
            + ", ".join(stripped[:6])
            + (", ..." if len(stripped) > 6 else "")
            + "."
        )
    return found, notes


def _defines_same(text: str, source: str) -> bool:
    """Whether a cell defines the first name that the teacher's cell defines."""
    match = re.search(r"^def (\w+)|^(\w+) *=", source, re.M)
    if not match:
        return False
    name = match[1] or match[2]
    return bool(re.search(rf"^(def {name}\b|{name} *=)", text, re.M))


def restore(notebook: NotebookNode, lesson: Lesson) -> tuple[NotebookNode, list[str]]:
    """The teacher's cells in the teacher's order, with the learner's text in the solutions.

    Locked cells come from the source, whatever was handed in, metadata and tags included. The
    learner's other cells stay after the teacher's cell that they followed. Solutions and
    hidden tests: the tests are there in full, for our side; a solution that is missing is the
    empty stub.
    """
    found, notes = _match(notebook, lesson)
    by_index = {index: name for name, index in found.items()}
    stubs = {grade_id(c): c.source for c in lesson.released.cells if grade_id(c)}
    checksums = {grade_id(c): compute_checksum(c) for c in lesson.released.cells if is_solution(c)}
    known_texts = {c.source.strip() for c in lesson.released.cells}
    extras: dict[str | None, list[NotebookNode]] = {}
    anchor = None
    outdated = False
    for index, cell in enumerate(notebook.cells):
        if index in by_index:
            anchor = by_index[index]
            version = cell.metadata.get("nbgrader", {}).get("schema_version", 3)
            outdated = outdated or (isinstance(version, int) and version < 3)
            continue
        if cell.cell_type == "code" and cell.source.strip() in known_texts:
            continue  # a copy of a cell of ours, which stands in its own place
        extra = NotebookNode(cell_type=cell.cell_type, source=cell.source)
        extra.metadata = NotebookNode()
        extras.setdefault(anchor, []).append(extra)
    if outdated:
        notes.append("The cells have nbgrader metadata of an old version; the lesson's was used.")
    cells = list(extras.get(None, []))
    missing, changed = [], []
    for source in lesson.source.cells:
        name = grade_id(source)
        if name is None:
            continue
        cell = copy.deepcopy(source)
        if is_solution(source):
            cell.source = notebook.cells[found[name]].source if name in found else stubs[name]
            cell.metadata.nbgrader.checksum = checksums[name]  # nbgrader knows by it: no answer
        elif name in found and notebook.cells[found[name]].source.strip() != stubs[name].strip():
            changed.append(name)
        if name not in found:
            missing.append(name)
        cells.append(cell)
        cells += extras.get(name, [])
    if missing:
        notes.append(f"Missing cells were put back: {', '.join(missing)}.")
    if changed:
        notes.append(
            f"Locked cells had been changed; the lesson's were used: {', '.join(changed)}."
        )
    restored = copy.deepcopy(lesson.source)
    restored.cells = cells
    for number, cell in enumerate(cells):
        if grade_id(cell) is None:
            cell.id = f"learner-{number}"
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return restored, notes
