"""Reads a notebook of any version and encoding, as data."""

from __future__ import annotations

import base64
import binascii
import json
import re
from pathlib import Path

from nbformat import NotebookNode

from dikkat.grading.reading.files import MAX_FILE, TooLarge, read_file
from dikkat.grading.reading.names import printable

MAX_CELLS = 1_000
MAX_CELL = 2**20  # characters of a cell
MAX_TEXT = 4 * 2**20  # characters of all cells together
MAX_VALUES = 1_000_000  # lists, objects and their members in the JSON of a notebook
MAX_PICTURE = 4 * 2**20  # bytes of a picture in a text cell
MAX_PICTURES = 16 * 2**20  # bytes of all of them together
PICTURES = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
}  # the bytes that a file of this kind begins with
AGAIN = "Open it in JupyterLab, fix and save it, and submit it again."
TOO_MUCH = "Clear its outputs, save it, and submit it again."


class Unreadable(Exception):
    """A file that is not a notebook; the text says what it is instead, and what to do."""


def read_notebook(path: Path, most: int = MAX_FILE) -> tuple[NotebookNode, list[str]]:
    """Reads a notebook of any version and encoding; returns it with what was noticed.

    Only the text, the kind and the ids of its cells are kept, and the pictures in text cells.
    most: bytes that are read. Raises Unreadable.
    """
    try:
        raw = read_file(path, most)
    except TooLarge as error:
        raise Unreadable(
            f"it has {error.size // 2**20} MiB, and at most {most // 2**20} are read. {TOO_MUCH}"
        ) from None
    except OSError as error:
        raise Unreadable(f"it cannot be opened ({error.strerror}).") from None
    if not raw.strip():
        raise Unreadable("it is empty. Submit it again.")
    text, notes = _decode(raw)
    del raw
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
    kept, left_out = _within_limits(kept)
    if left_out:
        notes.append(
            f"The notebook has {len(kept) + left_out} cells. At most {MAX_CELLS} cells and "
            f"{MAX_TEXT // 2**20} million characters are read; left out: {left_out} cells."
        )
    dropped = _keep_pictures(kept)
    if dropped:
        notes.append(
            f"Pictures in text cells, left out because they are too large or not PNG, JPEG or "
            f"GIF: {dropped}."
        )
    return NotebookNode(cells=kept), notes


def _within_limits(cells: list[NotebookNode]) -> tuple[list[NotebookNode], int]:
    """(the cells that are kept, how many are not). The lesson's own cells come first."""
    first = sorted(range(len(cells)), key=lambda i: not cells[i].metadata)
    room, kept = MAX_TEXT, set()
    for index in first[:MAX_CELLS]:
        room -= len(cells[index].source)
        if room >= 0:
            kept.add(index)
    return [cell for index, cell in enumerate(cells) if index in kept], len(cells) - len(kept)


def _keep_pictures(cells: list[NotebookNode]) -> int:
    """Keeps the pictures in text cells that are what they say; returns how many are not kept."""
    dropped, room = 0, MAX_PICTURES
    for cell in cells:
        attachments = cell.pop("attachments", {})
        kept = {}
        for name, bundle in attachments.items():
            picture = _picture(bundle)
            room -= len(picture[1]) * 3 // 4 if picture else 0
            if picture and room >= 0 and len(name) <= 255:
                kept[name] = {picture[0]: picture[1]}
            else:
                dropped += 1
        if kept:
            cell.attachments = NotebookNode(kept)
    return dropped


def _picture(bundle) -> tuple[str, str] | None:
    """(kind, content in base64) of an attachment, or None if it is no picture that is kept."""
    for kind, marks in PICTURES.items() if isinstance(bundle, dict) else ():
        data = bundle.get(kind)
        if isinstance(data, list):
            data = "".join(line for line in data if isinstance(line, str))
        if not isinstance(data, str) or len(data) > MAX_PICTURE * 3 // 2:
            continue
        data = "".join(data.split())
        try:
            content = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            continue
        if content.startswith(marks) and len(content) <= MAX_PICTURE:
            return kind, data
    return None


def _parse(text: str):
    """The JSON value of a text. Raises Unreadable, with a reason for learners."""
    values = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[{,]', re.S)
    count = 0
    for value in values.finditer(text) if len(text) > MAX_VALUES else ():
        count += value[0][0] != '"'
        if count > MAX_VALUES:
            raise Unreadable(f"it holds more than {MAX_VALUES:,} values. {TOO_MUCH}")
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
    text = _writable(text).replace("\r\n", "\n")
    kept = NotebookNode(cell_type=kind, source=text, metadata=NotebookNode())
    meta = cell.get("metadata")
    meta = meta.get("nbgrader") if isinstance(meta, dict) else None
    if isinstance(meta, dict):
        kept.metadata.nbgrader = NotebookNode(
            {k: meta[k] for k in ("grade_id", "schema_version") if k in meta}
        )
    kept.id = _writable(str(cell.get("id", "")))[:64]
    attachments = cell.get("attachments")
    if kind == "markdown" and isinstance(attachments, dict):
        kept.attachments = {k: v for k, v in attachments.items() if k == _writable(k)}
    return kept


def _writable(text: str) -> str:
    """A text as UTF-8 can hold it: half of a surrogate pair is valid JSON, and in no file."""
    return text.encode("utf-8", "replace").decode()
