"""The time of a submission: the right one, or none."""

from __future__ import annotations

from datetime import datetime

import pytest
from nbgrader.utils import parse_utc

from dikkat.grading.records.times import parse_time

QUARTER_PAST_EIGHT = datetime(2027, 3, 1, 20, 15)


@pytest.mark.parametrize(
    "text",
    [
        "2027-03-01 20:15:00 UTC", "2027-03-01 20:15:00.000000 UTC", "2027-03-01 20:15 UTC",
        "2027-03-01 20:15:00", "2027-03-01 20:15", "2027-03-01T20:15:00", "2027-03-01T20:15",
        "2027-03-01T20:15:00Z", "2027-03-01T20:15:00.000Z", "2027-03-01t20:15:00z",
        "2027-03-01 20:15:00 GMT", "2027-03-01 20:15:00 utc", "20270301T201500Z",
        "20270301T2015", "2027-03-01T20:15:00+00:00", "2027-03-01T20:15:00-00:00",
        "2027-03-01 23:15:00 +03", "2027-03-01 23:15:00 +0300", "2027-03-01 23:15:00 +03:00",
        "2027-03-01T23:15:00+03", "2027-03-01T23:15+03:00", "20270301T231500+0300",
        "2027-03-01 23:15:00.000000 +03", "2027-03-01 15:15:00 -05:00",
        "2027-03-01 15:15:00 \N{MINUS SIGN}05", "2027-03-02 01:45:00 +0530",
        "2027-03-01-20-15-00", "2027-03-01_20-15-00", "2027-03-01 20-15-00",
        "  2027-03-01 20:15:00 UTC\n", "2027-03-01  20:15:00  UTC", "2027-03-01T20:15:00,0Z",
    ],
)  # fmt: skip
def test_time_that_can_mean_one_thing_only(text):
    assert parse_time(text) == QUARTER_PAST_EIGHT


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2027-03-01 24:00", datetime(2027, 3, 2)),
        ("2027-12-31T24:00:00Z", datetime(2028, 1, 1)),
        ("2027-03-01T24:00:00+03:00", datetime(2027, 3, 1, 21)),
        ("2028-02-29 00:00:01 +01", datetime(2028, 2, 28, 23, 0, 1)),
        ("2027-03-01 20:15:00.123456789 UTC", datetime(2027, 3, 1, 20, 15, 0, 123456)),
        ("2027-03-01 20:15:00.5 UTC", datetime(2027, 3, 1, 20, 15, 0, 500000)),
        ("2027-01-01T00:00:00+14:00", datetime(2026, 12, 31, 10)),
    ],
)
def test_time_at_an_edge(text, time):
    assert parse_time(text) == time


@pytest.mark.parametrize(
    "text",
    [
        # Zones that are not known, or that several places have.
        "2027-03-01 20:15:00 TRT", "2027-03-01 20:15:00 PST", "2027-03-01 20:15:00 IST",
        "2027-03-01 20:15:00 Europe/Istanbul", "2027-03-01 20:15:00 UTC+3",
        "2027-03-01 20:15:00 UTC+03:00", "2027-03-01 20:15:00 local", "2027-03-01 08:15 PM",
        # Offsets that are none.
        "2027-03-01 20:15:00 +3", "2027-03-01 20:15:00 +300", "2027-03-01 20:15:00 +03:60",
        "2027-03-01 20:15:00 +25", "2027-03-01 20:15:00 +14:01", "2027-03-01 20:15:00 +",
        "2027-03-01 20:15:00 03:00", "2027-03-01T20:15:00+03:00:30",
        # The day first, or the month.
        "01.03.2027 20:15", "01/03/2027 20:15", "03/01/2027 20:15:00 UTC", "01-03-2027 20:15",
        "1 March 2027 20:15", "Mon Mar  1 20:15:00 2027", "27-03-01 20:15",
        # No time of day, or no such time.
        "2027-03-01", "20270301", "2027-03-01 20", "2027-03-01T20Z", "20:15", "1803931200",
        "2027-02-30 20:15", "2027-13-01 20:15", "2027-03-00 20:15", "2027-03-01 25:00",
        "2027-03-01 24:01", "2027-03-01 24:00:01", "2027-03-01 20:60", "2027-03-01 20:15:61",
        "0001-01-01T00:00:00+03:00", "9999-12-31 24:00", "2027-3-1 20:15", "2027-03-01 8:15",
        # A dash that could begin an offset.
        "2027-03-01 20-15", "2027-03-01T20-03", "2027-03-01-20-15-00-03",
        # Something else.
        "", "   ", "yesterday", "None", "2027-03-01 20:15:00 UTC and more", "\x00",
        "2027-03-01 20:15:00 UTC\n2027-03-02 20:15:00 UTC", "٢٠٢٧-٠٣-٠١ ٢٠:١٥",
        "2027-03-01 20:15" + " " * 90 + "UTC", "2" * 100_000,
    ],
)  # fmt: skip
def test_what_could_be_wrong_is_not_read(text):
    assert parse_time(text) is None


@pytest.mark.parametrize("zone", ["TRT", "+0300", "PST"])
def test_nbgrader_itself_reads_another_time(zone):
    """The reason for a parser of our own; if this fails, nbgrader's can be used again."""
    assert parse_utc(f"2027-03-01 23:15:00 {zone}") != QUARTER_PAST_EIGHT
