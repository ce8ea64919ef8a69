"""Names of files that a student chose, as people can read them."""

from __future__ import annotations

import os
from pathlib import Path


def shown(path: Path | str, folder: Path) -> str:
    """A file's name for people: inside its folder, and with nothing that a terminal obeys."""
    return printable(os.path.relpath(path, folder))


def printable(name: str) -> str:
    """A name of at most 80 characters, with nothing in it that a terminal obeys."""
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
    return text if len(text) <= 80 else text[:60] + "..." + text[-17:]


def listed(names: list[str]) -> str:
    """The first names of a list, and how many more there are."""
    more = f" and {len(names) - 6} more" if len(names) > 6 else ""
    return ", ".join(printable(name) for name in names[:6]) + more
