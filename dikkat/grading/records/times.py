"""Parses the time of a submission strictly: the right time, or none.

nbgrader's own parser guesses: it reads an unknown zone as UTC, a dash as an offset, `+0300` as
300 seconds, and 01.03. as the third of January. A wrong time can cost a student points, so this
parser refuses a text that could mean two times.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

LONGEST = 100  # characters; nbgrader's own format has about 30

_FORMS = [
    # 2027-03-01 20:15, 2027-03-01T20:15:00.5+03:00, 2027-03-01 20:15:00.123456 UTC
    r"(\d{4})-(\d\d)-(\d\d)(?:T| +)(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)? *(?P<zone>.*)",
    # 20270301T201500Z
    r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)? *(?P<zone>.*)",
    # 2027-03-01-20-15-00, as learning platforms name files
    r"(\d{4})-(\d\d)-(\d\d)[-_T ](\d\d)-(\d\d)-(\d\d)()(?P<zone>)",
]
_OFFSET = r"([+\-\N{MINUS SIGN}])(\d\d)(?::?(\d\d))?"
_MOST_HOURS = 14  # no place on Earth is further from UTC


def parse_time(text: str) -> datetime | None:
    """Returns the time that a text means, in UTC and without tzinfo, as nbgrader stores times.

    Accepts ISO 8601, nbgrader's own format and the form in file names of learning platforms,
    always with the year first and a time of day. The zone is `UTC`, `GMT`, `Z` or an offset such
    as `+03`, `+0300` or `+03:00`; a time without a zone is in UTC, as in nbgrader. 24:00 is the
    end of the day.

    Returns None for anything else: another named zone, the day before the month, a date without
    a time, a time that does not exist. Never raises.
    """
    text = text.strip()
    if len(text) > LONGEST:
        return None
    found = filter(None, (re.fullmatch(form, text, re.ASCII | re.IGNORECASE) for form in _FORMS))
    match = next(found, None)
    zone = _zone(match["zone"]) if match else None
    if match is None or zone is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    microsecond = int((match[7] or "")[:6].ljust(6, "0"))
    end_of_day = hour == 24 and not (minute or second or microsecond)
    try:
        time = datetime(year, month, day, 0 if end_of_day else hour, minute, second, microsecond)
        time = time.replace(tzinfo=zone) + timedelta(days=end_of_day)
        return time.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):  # the 30th of February; before the year 1
        return None


def _zone(text: str) -> timezone | None:
    """The zone that a text names, UTC if the text is empty; None if the zone is not clear."""
    if text.upper() in ("", "Z", "UTC", "GMT"):
        return UTC
    match = re.fullmatch(_OFFSET, text, re.ASCII)
    if match is None:
        return None
    offset = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    if int(match[3] or 0) > 59 or offset > timedelta(hours=_MOST_HOURS):
        return None
    return timezone(offset if match[1] == "+" else -offset)
