"""Cleans the outputs of the learner's cells: known types, limited sizes, nothing that can run.

The learner's side sends them, so nothing about them is trusted.
"""

from __future__ import annotations

import nbformat
from nbformat import NotebookNode

MAX_CELL_OUTPUTS = 610  # the learner's side keeps fewer
MAX_KEPT = 24 * 2**20  # bytes, for all outputs of a notebook

# Kept in the graded notebook. HTML and SVG are active content and must not reach a page.
NOTEBOOK_TYPES = {
    "text/plain", "text/html", "text/markdown", "text/latex", "image/png", "image/jpeg",
    "image/svg+xml",
}  # fmt: skip


# The pictures that our pages take from an output, beside plain text: passive, whatever they hold.
PAGE_PICTURES = ("image/png", "image/jpeg")


def error(kind: str, text: str) -> NotebookNode:
    """An nbformat error output. kind: the name of the exception. text: its message."""
    return nbformat.v4.new_output("error", ename=kind, evalue=text, traceback=text.splitlines())


def note(text: str) -> NotebookNode:
    """An output in which the grader says what it did with the other outputs."""
    return nbformat.v4.new_output("stream", name="stdout", text=f"[dikkat: {text}.]\n")


def clean(items) -> list[dict]:
    """Builds new nbformat outputs from those that hostile code may have sent.

    items: a list of dicts; anything else is dropped, as is anything beyond MAX_CELL_OUTPUTS.
    """
    outputs = []
    for item in items[:MAX_CELL_OUTPUTS] if isinstance(items, list) else []:
        output = _output(item) if isinstance(item, dict) else None
        if output is not None:
            outputs.append(output)
    return outputs


def _output(item: dict) -> dict | None:
    """A new output with the texts of an untrusted one, or None if it has no known type."""
    kind = item.get("output_type")
    if kind == "stream":
        name = "stderr" if item.get("name") == "stderr" else "stdout"
        return nbformat.v4.new_output(kind, name=name, text=_text(item.get("text"), MAX_KEPT))
    if kind == "error":
        return nbformat.v4.new_output(
            kind,
            ename=_text(item.get("ename")),
            evalue=_text(item.get("evalue")),
            traceback=texts(item.get("traceback"), 20_000)[:100],
        )
    data = item.get("data")
    if kind not in ("display_data", "execute_result") or not isinstance(data, dict):
        return None
    data = {k: v for k, v in data.items() if k in NOTEBOOK_TYPES and isinstance(v, str)}
    return nbformat.v4.new_output(kind, data, metadata=_alttexts(item.get("metadata")))


def _text(value, limit: int = 2000) -> str:
    """The first `limit` characters of a string; "" for anything else."""
    return value[:limit] if isinstance(value, str) else ""


def texts(values, limit: int = 2000) -> list[str]:
    """The items of a list or tuple, each cut to `limit` characters; "" for items of other types."""
    return [_text(v, limit) for v in values] if isinstance(values, list | tuple) else []


def size(output: dict) -> int:
    """The approximate size of an output in a notebook, in bytes."""
    texts = [*output.get("data", {}).values(), *output.get("traceback", []), output.get("text", "")]
    return 200 + sum(len(text.encode()) for text in texts)


def _alttexts(metadata) -> dict:
    """The alt texts in the metadata of a picture, by MIME type; everything else is dropped."""
    kept = {}
    for kind, value in (metadata if isinstance(metadata, dict) else {}).items():
        if kind in NOTEBOOK_TYPES and isinstance(value, dict) and isinstance(value.get("alt"), str):
            kept[kind] = {"alt": value["alt"][:2000]}
    return kept
