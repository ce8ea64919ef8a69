"""Names of files that a student chose: what they are for people, and which ones mean nothing."""

from __future__ import annotations

import fnmatch
import os
import unicodedata
from pathlib import Path

# What operating systems, editors and Jupyter leave beside a notebook, in lower case. It is never
# part of a submission, so it is passed over without a remark.
LEFT_BY_TOOLS = (
    # folders
    ".ipynb_checkpoints", ".virtual_documents", "__pycache__", ".vscode", ".idea", ".git", ".hg",
    ".svn", "__macosx", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv", ".ipython",
    ".jupyter", ".cache", ".local", ".config", ".trash*", ".spotlight-v100", ".fseventsd",
    "$recycle.bin", "@eadir",
    # files
    ".ds_store", "._*", "thumbs.db", "ehthumbs.db", "desktop.ini", ".directory", ".localized",
    ".~*", "~$*", ".#*", "*~", "*.swp", ".nfs*", ".fuse_hidden*", "*:zone.identifier",
    ".gitignore", ".gitattributes", ".gitkeep", "icon\r",
)  # fmt: skip

OUR_PAGES = ("class.html", "class.csv")  # in feedback/, beside a folder for each student
DIRECTIONS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def left_by_tools(name: str) -> bool:
    """Whether a file or folder of this name was made by a tool, not by a student."""
    return any(fnmatch.fnmatchcase(name.lower(), pattern) for pattern in LEFT_BY_TOOLS)


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


def escaped(name: str) -> str:
    r"""A text on one line, without commands: a line break is \n in it, a direction mark \u202e."""
    return "".join(
        c if c.isprintable() or unicodedata.category(c) == "Zs" else ascii(c)[1:-1] for c in name
    )


def student_id(folder: str) -> str:
    r"""The id of the student whom a folder of this name belongs to.

    Two ways to write a letter are one id (NFC). Bytes that are not UTF-8, which no gradebook can
    store, are written as \xf6.
    """
    text = os.fsencode(folder).decode("utf-8", "backslashreplace")
    return unicodedata.normalize("NFC", text)


def refused(student: str) -> str:
    """Why nothing of a student with this id is graded, or ""."""
    if student.casefold() in OUR_PAGES:
        return (
            f"The name {student} is needed for feedback/{student.casefold()}. Rename "
            f"submitted/{student}, then run the same command again."
        )
    return ""


def without_commands(name: str) -> str:
    """A file name without control characters, line ends and direction overrides.

    They are replaced, as are bytes that are not UTF-8, so that any program can print the name.
    """
    return "".join(
        "\N{REPLACEMENT CHARACTER}"
        if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") or c in DIRECTIONS
        else c
        for c in name
    )
