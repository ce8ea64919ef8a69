"""Outputs of the learner's cells: what of them is kept, as data that cannot run.

The learner's side sends them, so nothing about them is taken on trust.
"""

from __future__ import annotations

import nbformat
from nbformat import NotebookNode

MAX_CELL_OUTPUTS = 610  # per cell; the learner's side keeps fewer
MAX_KEPT = 24 * 2**20  # bytes of all outputs of a notebook

# Kept in the graded notebook. HTML and SVG are active content: they must not reach a page.
NOTEBOOK_TYPES = {
    "text/plain", "text/html", "text/markdown", "text/latex", "image/png", "image/jpeg",
    "image/svg+xml",
}  # fmt: skip


# Passive, whatever is in it: the only types that a page of ours takes from an output.
PAGE_TYPES = {"text/plain", "image/png", "image/jpeg"}


def error(kind: str, text: str) -> NotebookNode:
    """An error output with a message of ours."""
    return nbformat.v4.new_output("error", ename=kind, evalue=text, traceback=text.splitlines())


def note(text: str) -> NotebookNode:
    """An output that tells what the grader did with the others."""
    return nbformat.v4.new_output("stream", name="stdout", text=f"[dikkat: {text}.]\n")


def clean(items) -> list[dict]:
    """Outputs that hostile code may have written, as new nbformat outputs; the rest is dropped."""
    outputs = []
    for item in items[:MAX_CELL_OUTPUTS] if isinstance(items, list) else []:
        output = _output(item) if isinstance(item, dict) else None
        if output is not None:
            outputs.append(output)
    return outputs


def _output(item: dict) -> dict | None:
    """A new output with the texts of one that is not trusted."""
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
    return value[:limit] if isinstance(value, str) else ""


def texts(values, limit: int = 2000) -> list[str]:
    """The items of a list, cut to `limit` characters; "" for those that are no text."""
    return [_text(v, limit) for v in values] if isinstance(values, list | tuple) else []


def size(output: dict) -> int:
    """About how many bytes an output takes in a notebook."""
    texts = [*output.get("data", {}).values(), *output.get("traceback", []), output.get("text", "")]
    return 200 + sum(len(text.encode()) for text in texts)


def _alttexts(metadata) -> dict:
    """Of a picture's metadata, its text for those who cannot see it."""
    kept = {}
    for kind, value in (metadata if isinstance(metadata, dict) else {}).items():
        if kind in NOTEBOOK_TYPES and isinstance(value, dict) and isinstance(value.get("alt"), str):
            kept[kind] = {"alt": value["alt"][:2000]}
    return kept
