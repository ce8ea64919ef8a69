"""What nbgrader's exchange puts beside a submission: its timestamp and its secret.

The student keeps a copy of the secret and finds the released feedback with it. Both files come
from the student, so links are not followed and only small plain files are read.
"""

from __future__ import annotations

import contextlib
import os
import stat
from datetime import datetime
from pathlib import Path

from dikkat.grading.records.folders import write_whole
from dikkat.grading.records.times import parse_time

TIMESTAMP, SECRET = "timestamp.txt", "submission_secret.txt"
LONGEST = 1000  # characters; a secret of nbgrader's has 128
UNKNOWN = "unknown"  # nbgrader wants a file for the time, and shows it in its log


def read_timestamp(folder: Path) -> tuple[datetime | None, str]:
    """Returns (time in UTC or None, note): when it was submitted.

    The note says why there is no time although there is a timestamp.txt, or is "".
    """
    text = _read(folder, TIMESTAMP)
    time = parse_time(text) if text is not None else None
    if time is not None or not os.path.lexists(folder / TIMESTAMP):
        return time, ""
    return None, (
        "Its timestamp.txt cannot be read, so it was graded without a time. It should look like "
        "2027-03-01 20:15:00 UTC, or end in an offset such as +03:00."
    )


def copy_for_release(submission: Path, target: Path) -> None:
    """Copies timestamp and secret beside a graded notebook or a page, where nbgrader reads them.

    A file that the submission lacks is removed from `target`, because it belongs to an older
    submission.
    """
    secret = _read(submission, SECRET)
    text = _read(submission, TIMESTAMP)
    if text is None or parse_time(text) is None:
        text = UNKNOWN if secret else None
    for name, content in ((TIMESTAMP, text), (SECRET, secret)):
        path = target / name
        if content is None:
            path.unlink(missing_ok=True)
        elif _read(target, name) != content:
            write_whole(path, content)


def _read(folder: Path, name: str) -> str | None:
    """The text of a small plain file in UTF-8; None if there is no such file."""
    if os.path.islink(folder):
        return None
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with contextlib.suppress(OSError, ValueError):
        descriptor = os.open(folder / name, flags)
        with open(descriptor, encoding="utf-8-sig", newline="") as file:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):
                text = file.read(LONGEST + 1)
                return text if len(text) <= LONGEST else None
    return None
