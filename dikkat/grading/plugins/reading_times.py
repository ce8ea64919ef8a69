"""Makes nbgrader read the times of submissions with our strict parser.

nbgrader has no setting for this. Without it, one unreadable timestamp.txt stops `collect`,
`generate_feedback` and the formgrader's list for the whole class. A timestamp that nbgrader reads
as another time makes the formgrader show a graded submission as not graded.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from dikkat.grading.records.exchange import read_timestamp


def take_over() -> None:
    """Replaces the two methods of nbgrader's that read a timestamp.txt."""
    CourseDirectory.get_existing_timestamp = _existing_timestamp
    NbGraderAPI.get_submitted_timestamp = _submitted_timestamp


def _existing_timestamp(self: CourseDirectory, dest_path: str) -> datetime | None:
    """When the submission in a folder was submitted."""
    return read_timestamp(Path(dest_path))[0]


def _submitted_timestamp(self: NbGraderAPI, assignment_id: str, student_id: str):
    """When a student submitted an assignment."""
    submitted = self.coursedir.submitted_directory
    return read_timestamp(Path(self.coursedir.format_path(submitted, student_id, assignment_id)))[0]
