"""What the name of a submitted file tells: STUDENT_LESSON_attempt_TIME_FILE.

Only the outermost name counts, which the learning platform wrote. What is inside a student's own
archive was named by the student and tells nothing about who that is.
"""

from __future__ import annotations

import dataclasses
import datetime
import re
import unicodedata
import zoneinfo
from pathlib import PurePath

from dikkat.grading.reading.archives import is_archive

# 2027-03-01-20-15-07; also without seconds, or as 2027-03-01T20:15:07 or 20270301-201507.
TIME = re.compile(
    r"(\d{4})(-?)(\d\d)\2(\d\d)[-T_ ](\d\d)([-.:]?)(\d\d)(?:\6(\d\d)(?:[-.,]\d{1,9})?)?(?=[_.]|$)"
)


@dataclasses.dataclass(frozen=True)
class Attempt:
    """Whose a file is. time: in UTC, or None. note: why there is no time, or "".

    file: the file's path in the submission, as the student knows it.
    """

    student: str
    time: datetime.datetime | None
    note: str
    file: str


def attempt_of_name(name: str, lesson: str, zone: datetime.tzinfo = datetime.UTC) -> Attempt | None:
    """Reads one name of a file, folder or archive; None if it is not of this form.

    The first `_LESSON_attempt_` ends the student's id, which may have `_` in it. zone: of the
    time in the name. A time that does not exist, such as 25 hours, is no time.
    """
    student, found, rest = _nfc(name).partition(f"_{_nfc(lesson)}_attempt_")
    if not found or not _can_be_a_folder(student):
        return None
    written = TIME.match(rest)
    end = written.end() if written else re.match(r"[^_]*", rest).end()
    file = rest[end:].removeprefix("_")
    if written is None:
        return Attempt(student, None, f"{rest[:end]!r} is not a time", file)
    year, _, month, day, hour, _, minute, second = written.groups()
    try:
        local = datetime.datetime(
            *map(int, (year, month, day, hour, minute, second or 0)), tzinfo=zone
        )
        return Attempt(student, local.astimezone(datetime.UTC), "", file)
    except (ValueError, OverflowError) as error:
        return Attempt(student, None, f"{written[0]!r} is not a time ({error})", file)


def attempt_of_path(
    path: PurePath, lesson: str, zone: datetime.tzinfo = datetime.UTC
) -> Attempt | None:
    """Reads a path below the folder of unpacked files; None if it does not tell whose it is.

    The outermost name of the form decides. An archive may hold the whole class, so the names in
    it count; the names in an archive inside another one never do.
    """
    archives = 0
    for number, part in enumerate(path.parts):
        attempt = attempt_of_name(part, lesson, zone)
        inside = path.parts[number + 1 :]
        if attempt:
            file = "/".join(inside) or attempt.file
            return dataclasses.replace(attempt, file=file) if file else None
        archives += bool(inside) and is_archive(part)
        if archives > 1:
            return None
    return None


def zone_of(name: str) -> datetime.tzinfo:
    """The time zone of this name, such as Europe/Istanbul. Raises ValueError if there is none."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, OSError, ValueError):
        raise ValueError(f"{name!r} is not a time zone; write one like Europe/Istanbul") from None


def _can_be_a_folder(student: str) -> bool:
    """Whether a folder can have this student's id as its name, on any system, and is looked at."""
    return bool(student.strip(". ")) and not student.startswith(".") and "\\" not in student


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
