"""Reads a submission before anything of it runs: what is wrong with it, and what was done.

Nothing that was submitted is changed. The outcome is a notebook with the teacher's cells in the
teacher's order and the learner's own cells where they stood.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import stat
from pathlib import Path

from nbformat import NotebookNode

from dikkat.course import Lesson, grade_id, is_solution
from dikkat.grading.reading.files import (
    MAX_DEPTH,
    MAX_ENTRIES,
    MAX_FILE,
    MAX_READ,
    Listing,
    TooLarge,
    look_through,
    read_file,
)
from dikkat.grading.reading.matching import Match, match
from dikkat.grading.reading.names import listed, shown
from dikkat.grading.reading.notebooks import Unreadable, read_notebook
from dikkat.grading.reading.restoring import restore
from dikkat.grading.records.exchange import SECRET, TIMESTAMP
from dikkat.grading.records.results import Finding

MAX_NOTEBOOKS = 20  # of one submission that are read
NO_ANSWERS = {TIMESTAMP, SECRET}  # nbgrader's own files beside a notebook


@dataclasses.dataclass
class Reading:
    """A submission as it was read. notebook: None if there is nothing to grade."""

    notebook: NotebookNode | None
    findings: list[Finding]

    @property
    def problem(self) -> str:
        """Why there is nothing to grade, or ""."""
        return self.findings[-1].text if self.notebook is None and self.findings else ""


def read(folder: Path, lesson: Lesson) -> Reading:
    """Reads the submission of `lesson` in `folder`; follows no link, runs nothing."""
    if os.path.islink(folder):
        text = "The folder itself is a symbolic link, which is not followed: 0 points."
        return Reading(None, [Finding(text, True)])
    listing = _listing(folder, lesson)
    findings = _closed(folder, listing) + _beside(folder, listing.modes, lesson)
    paths = _notebooks(folder, listing, lesson)
    best, names, strangers, broken = _best_of(folder, paths, lesson)
    if best is not None:
        findings += broken + [Finding(note) for note in best.notes]
        findings += _choice(best, names, lesson)
        restored, notes = restore(best.notebook, lesson, best.match)
        return Reading(restored, findings + [Finding(note) for note in notes])
    for name in strangers:
        findings.append(Finding(f"{name} has no cell of this lesson: 0 points.", True))
    if not paths:
        text = "There is no notebook in this submission: 0 points."
        findings.append(Finding(f"{text} Submit {lesson.name}.ipynb.", True))
    findings += broken
    return Reading(None, sorted(findings, key=lambda f: f.needs_person))


def fingerprint(folder: Path, lesson: Lesson) -> str:
    """A hash of all that `read` takes from a submission: names, notebooks, the time."""
    digest = hashlib.sha256()
    if os.path.islink(folder):
        return digest.hexdigest()
    listing = _listing(folder, lesson)
    for path, mode in sorted(listing.modes.items()):
        digest.update(os.fsencode(path.relative_to(folder)) + f"\0{stat.S_IFMT(mode)}\0".encode())
    for path, why in sorted(listing.closed.items()):
        digest.update(os.fsencode(path.relative_to(folder)) + f"\0{why}\0".encode())
    contents = _notebooks(folder, listing, lesson)[:MAX_NOTEBOOKS]
    contents += [folder / name for name in [*lesson.files, TIMESTAMP]]
    room = MAX_READ
    for path in contents:
        try:
            content = read_file(path, min(room, MAX_FILE))
            room -= len(content)
            digest.update(hashlib.sha256(content).digest())
        except (OSError, TooLarge) as error:
            digest.update(str(error.args).encode("utf-8", "replace"))
    return digest.hexdigest()


def changed(folder: Path) -> float:
    """When a submission was last written to, in seconds since 1970; 0 if that is unknown."""
    return look_through(folder).newest


class _Candidate:
    """A notebook that could be read, and how likely it is the one to grade."""

    def __init__(self, folder: Path, path: Path, lesson: Lesson, most: int):
        self.notebook, self.notes = read_notebook(path, most)
        self.name = shown(path, folder)
        self.at_its_place = path.parent == folder and path.stem == lesson.name
        self.match: Match = match(self.notebook, lesson)
        found = self.match.found
        self.likeness = len(found) + len(self.match.elsewhere)
        stubs = {grade_id(c): c.source for c in lesson.released.cells if is_solution(c)}
        answers = [
            name
            for name in stubs.keys() & found.keys()
            if self.notebook.cells[found[name]].source.strip() != stubs[name].strip()
        ]
        # Work comes first: some people fill in a copy and leave the original empty.
        self.rank = (
            bool(answers), path.parent == folder, self.at_its_place, self.likeness,
            os.lstat(path).st_mtime,
        )  # fmt: skip


def _best_of(
    folder: Path, paths: list[Path], lesson: Lesson
) -> tuple[_Candidate | None, list[str], list[str], list[Finding]]:
    """Returns (the notebook to grade, names of this lesson's, names of others, what is broken).

    Only the best one is kept, since each may be large.
    """
    best, names, strangers, broken, unread = None, [], [], [], []
    room = MAX_READ
    for number, path in enumerate(paths):
        name = shown(path, folder)
        if number >= MAX_NOTEBOOKS or room <= 0:
            unread.append(name)
            continue
        most = min(room, MAX_FILE)
        try:
            room -= min(os.lstat(path).st_size, most)
            candidate = _Candidate(folder, path, lesson, most)
        except (Unreadable, OSError) as error:
            broken.append(Finding(f"{name} cannot be read: {error}", True))
            continue
        (names if candidate.likeness else strangers).append(name)
        if candidate.likeness and (best is None or candidate.rank >= best.rank):
            best = candidate
    if unread:
        text = f"There are {len(paths)} notebooks. At most {MAX_NOTEBOOKS} of them, and "
        text += f"{MAX_READ // 2**20} MiB, are read; not read: {listed(unread)}."
        broken.insert(0, Finding(text, True))
    return best, names, strangers, broken


def _choice(chosen: _Candidate, names: list[str], lesson: Lesson) -> list[Finding]:
    """Notes on a choice between several notebooks, or on one of an unusual name."""
    findings = []
    if len(names) > 1:
        others = listed([name for name in names if name != chosen.name])
        text = f"There is more than one notebook of this lesson. {chosen.name} was graded; not"
        findings.append(Finding(f"{text} graded: {others}.", True))
    elif not chosen.at_its_place:
        text = f"The notebook is called {chosen.name}; it was recognised by its cells."
        findings.append(Finding(text))
    wanted = {grade_id(c) for c in lesson.source.cells}
    strange = {grade_id(c) for c in chosen.notebook.cells} - wanted
    if len(strange) > chosen.likeness:
        text = "Most of its cells are not from this lesson. Is it the notebook of another lesson?"
        findings.append(Finding(text, True))
    return findings


def _listing(folder: Path, lesson: Lesson) -> Listing:
    """What lies in a submission; the files that count are looked at first."""
    return look_through(folder, (f"{lesson.name}.ipynb", *lesson.files, TIMESTAMP))


def _notebooks(folder: Path, listing: Listing, lesson: Lesson) -> list[Path]:
    """The notebooks of a submission, the likeliest first."""
    paths = [p for p, mode in listing.modes.items() if _is_notebook(p) and stat.S_ISREG(mode)]
    return sorted(paths, key=lambda p: (p.parent != folder, p.stem != lesson.name, p))


def _closed(folder: Path, listing: Listing) -> list[Finding]:
    """What could not be looked at."""
    findings = []
    if folder in listing.closed:
        text = f"The folder cannot be opened ({listing.closed.pop(folder)})."
        findings.append(Finding(text, True))
    for path, why in list(listing.closed.items())[:6]:
        findings.append(Finding(f"{shown(path, folder)} cannot be opened ({why}).", True))
    if len(listing.closed) > 6:
        text = f"{len(listing.closed) - 6} more files and folders cannot be opened."
        findings.append(Finding(text, True))
    if listing.too_many:
        text = f"There are more than {MAX_ENTRIES} files and folders; the rest was not looked at."
        findings.append(Finding(text, True))
    if listing.too_deep:
        text = f"There are folders more than {MAX_DEPTH} deep, which were not looked at."
        findings.append(Finding(text, True))
    return findings


def _beside(folder: Path, modes: dict[Path, int], lesson: Lesson) -> list[Finding]:
    """What lies beside the notebook: links are refused, other files are not taken."""
    links, strange, changed, others = [], [], [], []
    for path, mode in modes.items():
        inside = path.relative_to(folder).as_posix()
        if stat.S_ISLNK(mode):
            links.append(inside)
        elif stat.S_ISDIR(mode):
            strange += [inside] if _is_notebook(path) else []
        elif not stat.S_ISREG(mode):
            strange.append(inside)
        elif inside in lesson.files:
            changed += [] if _holds(path, lesson.files[inside]) else [inside]
        elif not _is_notebook(path) and inside not in NO_ANSWERS:
            others.append(inside)
    findings = []
    if links:
        findings.append(Finding(f"Symbolic links are not followed: {listed(links)}.", True))
    if strange:
        findings.append(Finding(f"Not a plain file, so not opened: {listed(strange)}.", True))
    if changed:
        findings.append(Finding(f"Changed; the lesson's own was used: {listed(changed)}."))
    if others:
        findings.append(Finding(f"Not part of the lesson, so not used: {listed(others)}."))
    return findings


def _is_notebook(path: Path) -> bool:
    return path.name.lower().endswith(".ipynb")


def _holds(path: Path, content: bytes) -> bool:
    try:
        return read_file(path, len(content)) == content
    except (OSError, TooLarge):
        return False
