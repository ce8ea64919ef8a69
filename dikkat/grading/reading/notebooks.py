"""Reads a notebook of any version and encoding, as data."""

from __future__ import annotations

import json
import re
from pathlib import Path

from nbformat import NotebookNode

from dikkat.grading.reading.names import printable

MAX_NOTEBOOK = 64 * 2**20  # bytes
MAX_CELL = 2**20  # characters
AGAIN = "Open it in JupyterLab, fix and save it, and submit it again."


class Unreadable(Exception):
    """A file that is not a notebook; the text says what it is instead, and what to do."""


def read_notebook(path: Path) -> tuple[NotebookNode, list[str]]:
    """Reads a notebook of any version and encoding; returns it with what was noticed.

    Only the text, the kind and the ids of its cells are kept.
    """
    try:
        size = path.stat().st_size
        if size > MAX_NOTEBOOK:
            raise Unreadable(
                f"it has {size // 2**20} MiB, and at most {MAX_NOTEBOOK // 2**20} are read. Clear "
                "its outputs, save it, and submit it again."
            )
        raw = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"it cannot be opened ({error.strerror}).") from None
    if not raw.strip():
        raise Unreadable("it is empty. Submit it again.")
    text, notes = _decode(raw)
    data = _parse(text)
    if isinstance(data, dict) and isinstance(data.get("worksheets"), list):
        notes.append("The notebook has an old format (nbformat 3); read all the same.")
        sheets = [sheet for sheet in data["worksheets"] if isinstance(sheet, dict)]
        cells = [cell for sheet in sheets for cell in _as_list(sheet.get("cells"))]
    elif isinstance(data, dict) and isinstance(data.get("cells"), list):
        cells = data["cells"]
        if data.get("nbformat") != 4:
            found = printable(str(data.get("nbformat")))
            notes.append(f"The notebook calls its format {found}, not 4; read all the same.")
    else:
        raise Unreadable(f"it is JSON, but not a notebook. {AGAIN}")
    kept = [plain for cell in cells if (plain := _plain_cell(cell)) is not None]
    if len(kept) < len(cells):
        notes.append(f"Damaged or far too long, and left out: {len(cells) - len(kept)} cells.")
    return NotebookNode(cells=kept), notes


def _parse(text: str):
    """The JSON value of a text. Raises Unreadable, with a reason for learners."""
    try:
        return json.loads(text)
    except RecursionError:
        raise Unreadable(f"it is nested too deeply. {AGAIN}") from None
    except ValueError as error:
        if re.search(r"^(<<<<<<<|>>>>>>>)", text, re.M):
            raise Unreadable(
                "it has the merge markers of git in it (<<<<<<< and >>>>>>>): the file holds "
                "two versions. Keep one of them, and submit it again."
            ) from None
        if text.lstrip().startswith("<"):
            raise Unreadable(
                "it is a web page, not a notebook. Download the notebook itself, and submit that."
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
