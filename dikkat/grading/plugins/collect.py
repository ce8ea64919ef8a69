"""`nbgrader zip_collect`: unpacks what a learning platform hands over, and says whose it is."""

from __future__ import annotations

import dataclasses
import datetime
import functools
from pathlib import Path, PurePosixPath

from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin
from traitlets import TraitError, Unicode, validate

from dikkat.grading.reading.archives import Room, copy, is_archive, unpack
from dikkat.grading.reading.attempts import Attempt, attempt_of_name, attempt_of_path, zone_of
from dikkat.grading.reading.files import look_through
from dikkat.grading.reading.names import printable, without_commands

# All archives of one command together. Each student's has the limits of a `Room` of its own.
ALL_BYTES, ALL_FILES, ALL_MEMBERS = 16 * 2**30, 200_000, 100_000


class Extractor(ExtractorPlugin):
    """Takes the place of nbgrader's, which gives up everything for one bad archive."""

    def extract(self, archive_path: str, extracted_path: str) -> None:
        """Unpacks or copies everything in one folder into another; logs what was left out."""
        source, target = Path(archive_path), Path(extracted_path)
        lesson = self.parent.coursedir.assignment_id
        everything = Room(ALL_BYTES, ALL_FILES, members=ALL_MEMBERS)
        found = look_through(source, most=ALL_FILES)
        for path, why in found.closed.items():
            self._say(f"{printable(path.name)} was left out: {why}.")
        for path in sorted(found.modes):
            if path.is_dir() and not path.is_symlink():
                continue
            name = printable(str(path.relative_to(source)))
            parts = map(without_commands, path.relative_to(source).parts)
            if path.is_symlink() or not path.is_file():
                self._say(f"{name} was left out: it is not a plain file.")
                continue
            of_a_student = any(attempt_of_name(p, lesson) for p in path.relative_to(source).parts)
            room = Room(outer=everything) if of_a_student else everything
            try:
                with open(path, "rb") as file:
                    if is_archive(path.name):
                        self.log.info("Extracting from: %s", name)
                        unpack(file, name, target.joinpath(*parts), room, self._say)
                    else:
                        copy(file, target.joinpath(*parts), room)
            except Exception as error:
                self._say(f"{name} was left out: {error}.")

    def _say(self, text: str) -> None:
        self.log.warning("%s", text)


class Collector(FileNameCollectorPlugin):
    """Reads names of the form STUDENT_LESSON_attempt_TIME_FILE (see `reading.attempts`).

    Of a student's attempts, the newest is collected; the older ones stay in the archive.
    """

    time_zone = Unicode(
        "UTC", help="Time zone of the times in the names, such as Europe/Istanbul."
    ).tag(config=True)

    @validate("time_zone")
    def _known_zone(self, proposal):
        try:
            zone_of(proposal["value"])
        except ValueError as error:
            raise TraitError(f"c.Collector.time_zone: {error}.") from None
        return proposal["value"]

    def collect(self, submitted_file: str) -> dict | None:
        """Whose a file is and what it is called; None if it is not collected."""
        attempt = self._kept.get(submitted_file)
        if attempt is None:
            return None
        found = {"student_id": attempt.student, "file_id": attempt.file}
        return found | ({"timestamp": attempt.time} if attempt.time else {})

    @functools.cached_property
    def _kept(self) -> dict[str, Attempt]:
        """{path: attempt} of the files of each student's newest attempt; logs all others."""
        app = self.parent
        top = Path(app._format_collect_path(app.extracted_directory))
        lesson, zone = app.coursedir.assignment_id, zone_of(self.time_zone)
        students: dict[str, dict[datetime.datetime | None, dict[str, Attempt]]] = {}
        for path in sorted(p for p in top.rglob("*") if p.suffix.lower() == ".ipynb"):
            inside = path.relative_to(top)
            attempt = attempt_of_path(inside, lesson, zone) if path.is_file() else None
            if attempt is None:
                self.log.warning(
                    "%s is not collected: its name, or that of its archive, is not "
                    "STUDENT_%s_attempt_TIME_FILE.", printable(str(inside)), lesson,
                )  # fmt: skip
                continue
            if attempt.note:
                self.log.warning(
                    "%s is collected without a time: %s.", printable(str(inside)), attempt.note
                )
            files = students.setdefault(attempt.student, {}).setdefault(attempt.time, {})
            taken = {other.file for other in files.values()}
            files[str(path)] = dataclasses.replace(attempt, file=_free(attempt.file, taken))
        kept = {}
        for student, by_time in students.items():
            newest = max(by_time, key=lambda time: (time is not None, time and time.timestamp()))
            if len(by_time) > 1:
                self.log.warning(
                    "%s has %d attempts; the newest is collected, of %s.",
                    printable(student), len(by_time), newest.isoformat(" "),
                )  # fmt: skip
            kept |= by_time[newest]
        return kept


def _free(name: str, taken: set[str]) -> str:
    """A file name that is not taken: `a.ipynb`, or else `a (2).ipynb`."""
    path, number = PurePosixPath(name), 1
    while name in taken:
        number += 1
        name = str(path.with_name(f"{path.stem} ({number}){path.suffix}"))
    return name
