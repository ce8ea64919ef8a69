"""Printing on a console of any encoding: what it cannot show becomes a `?`, never an error."""

from __future__ import annotations

import contextlib
import sys


def never_fail() -> None:
    """Makes this process's standard output and error accept any text."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError, OSError):  # none, another's, closed
            stream.reconfigure(errors="replace")


def say(text: str) -> None:
    """Prints a text where the console's settings are not ours to change, as in a notebook."""
    try:
        print(text)
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding
        print(text.encode(encoding, "replace").decode(encoding))
