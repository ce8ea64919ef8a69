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

from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from dikkat.course import DATA_IGNORED, Lesson, grade_id, is_solution

MAX_NOTEBOOK = 64 * 2**20  # bytes
MAX_NOTEBOOKS = 20  # of one submission that are read
MAX_CELL = 2**20  # characters
IGNORED_FOLDERS = DATA_IGNORED | {"__MACOSX"}
AGAIN = "Open it in JupyterLab, mend and save it, and hand it in again."


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
    if folder.is_symlink():
        text = "The folder itself is a symbolic link, which is not followed: 0 points."
        return Submission(None, [Finding(text, True)])
    modes, findings = _entries(folder)
    findings += _beside(folder, modes, lesson)
    paths = [p for p, mode in modes.items() if _is_notebook(p) and stat.S_ISREG(mode)]
    paths.sort(key=lambda p: (p.parent != folder, p.stem != lesson.name, p))
    candidates, broken = [], []
    for path in paths[:MAX_NOTEBOOKS]:
        try:
            candidates.append(_Candidate(folder, path, lesson))
        except Unreadable as error:
            broken.append(Finding(f"{_shown(path, folder)} cannot be read: {error}", True))
    ours = sorted((c for c in candidates if c.likeness), key=lambda c: c.rank)
    if ours:
        chosen = ours[-1]
        findings += broken + [Finding(note) for note in chosen.notes]
        findings += _choice(chosen, ours, lesson)
        restored, notes = restore(chosen.notebook, lesson)
        return Submission(restored, findings + [Finding(note) for note in notes])
    for candidate in candidates:
        findings.append(
            Finding(f"{candidate.name} has no cell of this lesson in it: 0 points.", True)
        )
    if not paths:
        text = "There is no notebook in this submission: 0 points."
        findings.append(Finding(f"{text} Hand in {lesson.name}.ipynb.", True))
    findings += broken
    return Submission(None, sorted(findings, key=lambda f: f.needs_person))


class _Candidate:
    """A notebook that could be read, and what speaks for it."""

    def __init__(self, folder: Path, path: Path, lesson: Lesson):
        self.notebook, self.notes = read_notebook(path)
        self.name = _shown(path, folder)
        self.at_its_place = path.parent == folder and path.stem == lesson.name
        found, _ = _match(self.notebook, lesson)
        self.likeness = len(found)
        stubs = {grade_id(c): c.source for c in lesson.released.cells if is_solution(c)}
        answers = [
            name
            for name in stubs.keys() & found.keys()
            if self.notebook.cells[found[name]].source.strip() != stubs[name].strip()
        ]
        # Work comes first: somebody may have filled in a copy, and left the original empty.
        self.rank = (
            bool(answers), path.parent == folder, self.at_its_place, self.likeness,
            path.stat().st_mtime,
        )  # fmt: skip


def _choice(chosen: _Candidate, ours: list[_Candidate], lesson: Lesson) -> list[Finding]:
    """What is to be said of a choice between notebooks, or of an unusual one."""
    findings = []
    if len(ours) > 1:
        others = _list([c.name for c in ours if c is not chosen])
        text = f"There is more than one notebook of this lesson. {chosen.name} was graded; not"
        findings.append(Finding(f"{text} graded: {others}.", True))
    elif not chosen.at_its_place:
        findings.append(Finding(f"The notebook is called {chosen.name}; taken, by its cells."))
    wanted = {grade_id(c) for c in lesson.source.cells}
    strange = {grade_id(c) for c in chosen.notebook.cells} - wanted
    if len(strange) > chosen.likeness:
        text = "Most of its cells are not of this lesson. Was another lesson's notebook handed in?"
        findings.append(Finding(text, True))
    return findings


def _entries(folder: Path) -> tuple[dict[Path, int], list[Finding]]:
    """({path: its mode}, findings) of everything in a folder; follows no link."""
    modes: dict[Path, int] = {}
    findings: list[Finding] = []

    def refused(error: OSError) -> None:
        name = "The folder" if Path(error.filename) == folder else _shown(error.filename, folder)
        findings.append(Finding(f"{name} cannot be opened ({error.strerror}).", True))

    for top, folders, files in os.walk(folder, onerror=refused):
        for name in sorted(folders + files):
            try:
                mode = os.lstat(os.path.join(top, name)).st_mode
            except OSError as error:
                refused(error)
                continue
            if not (name in IGNORED_FOLDERS and stat.S_ISDIR(mode)):
                modes[Path(top, name)] = mode
        folders[:] = [f for f in folders if f not in IGNORED_FOLDERS]
    return modes, findings


def _beside(folder: Path, modes: dict[Path, int], lesson: Lesson) -> list[Finding]:
    """What lies beside the notebook: links are refused, other files are not taken."""
    links, strange, changed, others = [], [], [], []
    for path, mode in modes.items():
        inside = path.relative_to(folder).as_posix()
        if stat.S_ISLNK(mode):
            links.append(inside)
        elif stat.S_ISDIR(mode):
            strange += [inside] if _is_notebook(path) else []
        elif not stat.S_ISREG(mode):
            strange.append(inside)
        elif inside in lesson.files:
            changed += [] if _holds(path, lesson.files[inside]) else [inside]
        elif not _is_notebook(path) and inside != "timestamp.txt":
            others.append(inside)
    findings = []
    if links:
        findings.append(Finding(f"Symbolic links are not followed: {_list(links)}.", True))
    if strange:
        findings.append(Finding(f"Not a plain file, so not opened: {_list(strange)}.", True))
    if changed:
        findings.append(Finding(f"Changed; the lesson's own was used: {_list(changed)}."))
    if others:
        findings.append(Finding(f"Not part of the lesson, so not used: {_list(others)}."))
    return findings


def _is_notebook(path: Path) -> bool:
    return path.name.lower().endswith(".ipynb")


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False


def _shown(path: Path | str, folder: Path) -> str:
    """A file's name for people: inside its folder, and with nothing that a terminal obeys."""
    return _printable(os.path.relpath(path, folder))


def _printable(name: str) -> str:
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
    return text if len(text) <= 80 else text[:60] + "..." + text[-17:]


def _list(names: list[str]) -> str:
    """The first names of a list, and how many more there are."""
    more = f" and {len(names) - 6} more" if len(names) > 6 else ""
    return ", ".join(_printable(name) for name in names[:6]) + more


# --- reading ---------------------------------------------------------------------------------


class Unreadable(Exception):
    """A file that is no notebook; the text says what it is instead, and what to do."""


def read_notebook(path: Path) -> tuple[NotebookNode, list[str]]:
    """Reads a notebook of any version and encoding; returns it and what was noticed.

    Only the text, the kind and the ids of its cells are kept.
    """
    try:
        size = path.stat().st_size
        if size > MAX_NOTEBOOK:
            raise Unreadable(
                f"it has {size // 2**20} MiB, and at most {MAX_NOTEBOOK // 2**20} are read. Clear "
                "its outputs, save it, and hand it in again."
            )
        raw = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"it may not be opened ({error.strerror}).") from None
    if not raw.strip():
        raise Unreadable("it is empty. Hand it in again.")
    text, notes = _decode(raw)
    data = _parse(text)
    if isinstance(data, dict) and isinstance(data.get("worksheets"), list):
        notes.append("The notebook has an old format (nbformat 3); read all the same.")
        sheets = [sheet for sheet in data["worksheets"] if isinstance(sheet, dict)]
        cells = [cell for sheet in sheets for cell in _as_list(sheet.get("cells"))]
    elif isinstance(data, dict) and isinstance(data.get("cells"), list):
        cells = data["cells"]
        if data.get("nbformat") != 4:
            found = _printable(str(data.get("nbformat")))
            notes.append(f"The notebook calls its format {found}, not 4; read all the same.")
    else:
        raise Unreadable(f"it is JSON, but no notebook. {AGAIN}")
    kept = [plain for cell in cells if (plain := _plain_cell(cell)) is not None]
    if len(kept) < len(cells):
        notes.append(f"Damaged or far too long, and left out: {len(cells) - len(kept)} cells.")
    return NotebookNode(cells=kept), notes


def _parse(text: str):
    """The JSON value of a text. Raises Unreadable, with a reason that a learner understands."""
    try:
        return json.loads(text)
    except RecursionError:
        raise Unreadable(f"it is nested too deeply. {AGAIN}") from None
    except ValueError as error:
        if re.search(r"^(<<<<<<<|>>>>>>>)", text, re.M):
            raise Unreadable(
                "it has the merge markers of git in it (<<<<<<< and >>>>>>>): two versions stand "
                "in one file. Keep one of the two, and hand it in again."
            ) from None
        if text.lstrip().startswith("<"):
            raise Unreadable(
                "it is a web page, not a notebook. Download the notebook itself, and hand it in "
                "again."
            ) from None
        if not text.lstrip().startswith("{"):
            raise Unreadable(f"it is not a notebook but another kind of file. {AGAIN}") from None
        position = getattr(error, "pos", 0)
        if position >= len(text.rstrip()) - 1 or "Unterminated" in str(error):
            raise Unreadable(f"it is cut off: its end is missing. {AGAIN}") from None
        line = text.count("\n", 0, position) + 1
        raise Unreadable(f"it is damaged at line {line}. {AGAIN}") from None


def _as_list(value) -> list:
    return value if isinstance(value, list) else []


def _decode(raw: bytes) -> tuple[str, list[str]]:
    encoding = json.detect_encoding(raw)  # UTF-8, 16 or 32, with a byte order mark or without
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        # Windows in Turkish; it reads every byte, so this cannot fail.
        note = "The file is not UTF-8; read as Turkish Windows text (cp1254)."
        return raw.decode("cp1254", "replace"), [note]
    if encoding == "utf-8":
        return text, []
    name = "UTF-8 with a byte order mark" if encoding == "utf-8-sig" else encoding.upper()
    return text.removeprefix("\ufeff"), [f"The file is in {name}; read all the same."]


def _plain_cell(cell) -> NotebookNode | None:
    """A cell reduced to its kind, its text and its ids; None if it is none."""
    if not isinstance(cell, dict):
        return None
    kind = "markdown" if cell.get("cell_type") == "heading" else cell.get("cell_type")
    text = cell.get("source", cell.get("input", ""))  # nbformat 3 calls it input
    if isinstance(text, list):
        text = "".join(line for line in text if isinstance(line, str))
    text = "" if text is None else text
    if kind not in ("code", "markdown", "raw") or not isinstance(text, str) or len(text) > MAX_CELL:
        return None
    # Half of a surrogate pair is valid JSON, and cannot be written to any file.
    text = text.encode("utf-8", "replace").decode().replace("\r\n", "\n")
    kept = NotebookNode(cell_type=kind, source=text, metadata=NotebookNode())
    meta = cell.get("metadata")
    meta = meta.get("nbgrader") if isinstance(meta, dict) else None
    if isinstance(meta, dict):
        kept.metadata.nbgrader = NotebookNode(
            {k: meta[k] for k in ("grade_id", "schema_version") if k in meta}
        )
    kept.id = str(cell.get("id", ""))[:64]
    return kept


# --- putting the teacher's cells back --------------------------------------------------------


def _match(notebook: NotebookNode, lesson: Lesson):
    """({grade_id: index}, notes): which cell of the notebook is which of the lesson's.

    By nbgrader's id; where metadata is gone, by the notebook's own cell id; then by what a
    solution cell defines, then by its text.
    """
    wanted = {grade_id(c): c for c in lesson.source.cells if grade_id(c)}
    stubs = {grade_id(c): c.source for c in lesson.released.cells if grade_id(c)}
    found: dict[str, int] = {}
    notes: list[str] = []
    copied: dict[str, None] = {}
    for index, cell in enumerate(notebook.cells):
        name = grade_id(cell)
        if name in wanted and name in found:
            copied[name] = None
        elif name in wanted:
            found[name] = index
    if copied:
        notes.append(f"There more than once; the first counts: {_list(list(copied))}.")
    stripped = []
    for name, cell in wanted.items():
        if name in found:
            continue
        taken = set(found.values())
        free = [(i, c) for i, c in enumerate(notebook.cells) if i not in taken and not grade_id(c)]
        same_id = [i for i, c in free if c.id == name]
        code = [(i, c) for i, c in free if c.cell_type == "code"]
        same_text = [i for i, c in code if c.source.strip() == stubs[name].strip()]
        defines = [i for i, c in code if is_solution(cell) and _defines_same(c.source, cell.source)]
        index = next(iter(same_id or defines or same_text), None)
        if index is not None:
            found[name] = index
            stripped.append(name)
    if stripped:
        notes.append(f"Without nbgrader's metadata; found by their content: {_list(stripped)}.")
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
    ours = {c.source.strip() for c in lesson.released.cells if grade_id(c)}
    extras: dict[str | None, list[NotebookNode]] = {}
    anchor = None
    outdated = False
    for index, cell in enumerate(notebook.cells):
        if index in by_index:
            anchor = by_index[index]
            version = cell.metadata.get("nbgrader", {"schema_version": 3}).get("schema_version", 0)
            outdated = outdated or version != 3
            continue
        if cell.cell_type == "code" and cell.source.strip() in ours:
            continue  # a copy of a cell of ours, which stands in its own place
        extra = NotebookNode(cell_type=cell.cell_type, source=cell.source)
        extra.metadata = NotebookNode()
        extras.setdefault(anchor, []).append(extra)
    if outdated:
        notes.append("Its nbgrader metadata has another version; the lesson's own was used.")
    cells = list(extras.get(None, []))
    missing, changed, kinds = [], [], []
    for source in lesson.source.cells:
        name = grade_id(source)
        if name is None:
            continue
        cell = copy.deepcopy(source)
        if is_solution(source):
            cell.source = notebook.cells[found[name]].source if name in found else stubs[name]
            cell.metadata.nbgrader.checksum = checksums[name]  # nbgrader knows by it: no answer
        elif name in found:
            text = notebook.cells[found[name]].source.strip()
            if text not in (stubs[name].strip(), source.source.strip()):  # a teacher has the latter
                changed.append(name)
        if name not in found:
            missing.append(name)
        elif notebook.cells[found[name]].cell_type != source.cell_type:
            kinds.append(name)
        cells.append(cell)
        cells += extras.get(name, [])
    if missing:
        notes.append(f"Missing; put back as the lesson has them: {_list(missing)}.")
    if changed:
        notes.append(f"Locked cells had been changed; the lesson's were used: {_list(changed)}.")
    if kinds:
        notes.append(f"Code cells had become text cells; made code again: {_list(kinds)}.")
    restored = copy.deepcopy(lesson.source)
    restored.cells = cells
    for number, cell in enumerate(cells):
        if grade_id(cell) is None:
            cell.id = f"learner-{number}"
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return restored, notes
