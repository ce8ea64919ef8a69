"""Reads a submission before anything of it runs: what is wrong with it, and what was done.

Nothing that was submitted is changed. The outcome is a notebook with the teacher's cells in the
teacher's order and the learner's own cells where they stood.
"""

from __future__ import annotations

import dataclasses
import os
import stat
from pathlib import Path

from nbformat import NotebookNode

from dikkat.course import DATA_IGNORED, Lesson, grade_id, is_solution
from dikkat.grading.reading.matching import match
from dikkat.grading.reading.names import listed, shown
from dikkat.grading.reading.notebooks import Unreadable, read_notebook
from dikkat.grading.reading.restoring import restore
from dikkat.grading.records.exchange import SECRET, TIMESTAMP
from dikkat.grading.records.results import Finding

MAX_NOTEBOOKS = 20  # of one submission that are read
IGNORED_FOLDERS = DATA_IGNORED | {"__MACOSX"}


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
    if folder.is_symlink():
        text = "The folder itself is a symbolic link, which is not followed: 0 points."
        return Reading(None, [Finding(text, True)])
    modes, findings = _entries(folder)
    findings += _beside(folder, modes, lesson)
    paths = [p for p, mode in modes.items() if _is_notebook(p) and stat.S_ISREG(mode)]
    paths.sort(key=lambda p: (p.parent != folder, p.stem != lesson.name, p))
    candidates, broken = [], []
    for path in paths[:MAX_NOTEBOOKS]:
        try:
            candidates.append(_Candidate(folder, path, lesson))
        except Unreadable as error:
            broken.append(Finding(f"{shown(path, folder)} cannot be read: {error}", True))
    ours = sorted((c for c in candidates if c.likeness), key=lambda c: c.rank)
    if ours:
        chosen = ours[-1]
        findings += broken + [Finding(note) for note in chosen.notes]
        findings += _choice(chosen, ours, lesson)
        restored, notes = restore(chosen.notebook, lesson)
        return Reading(restored, findings + [Finding(note) for note in notes])
    for candidate in candidates:
        findings.append(Finding(f"{candidate.name} has no cell of this lesson: 0 points.", True))
    if not paths:
        text = "There is no notebook in this submission: 0 points."
        findings.append(Finding(f"{text} Submit {lesson.name}.ipynb.", True))
    findings += broken
    return Reading(None, sorted(findings, key=lambda f: f.needs_person))


class _Candidate:
    """A notebook that could be read, and how likely it is the one to grade."""

    def __init__(self, folder: Path, path: Path, lesson: Lesson):
        self.notebook, self.notes = read_notebook(path)
        self.name = shown(path, folder)
        self.at_its_place = path.parent == folder and path.stem == lesson.name
        found, _ = match(self.notebook, lesson)
        self.likeness = len(found)
        stubs = {grade_id(c): c.source for c in lesson.released.cells if is_solution(c)}
        answers = [
            name
            for name in stubs.keys() & found.keys()
            if self.notebook.cells[found[name]].source.strip() != stubs[name].strip()
        ]
        # Work comes first: some people fill in a copy and leave the original empty.
        self.rank = (
            bool(answers), path.parent == folder, self.at_its_place, self.likeness,
            path.stat().st_mtime,
        )  # fmt: skip


def _choice(chosen: _Candidate, ours: list[_Candidate], lesson: Lesson) -> list[Finding]:
    """Notes on a choice between several notebooks, or on one of an unusual name."""
    findings = []
    if len(ours) > 1:
        others = listed([c.name for c in ours if c is not chosen])
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


def _entries(folder: Path) -> tuple[dict[Path, int], list[Finding]]:
    """({path: its mode}, findings) of everything in a folder; follows no link."""
    modes: dict[Path, int] = {}
    findings: list[Finding] = []

    def refused(error: OSError) -> None:
        name = "The folder" if Path(error.filename) == folder else shown(error.filename, folder)
        findings.append(Finding(f"{name} cannot be opened ({error.strerror}).", True))

    for top, folders, files in os.walk(folder, onerror=refused):
        for name in sorted(folders + files):
            try:
                mode = os.lstat(os.path.join(top, name)).st_mode
            except OSError as error:
                refused(error)
                continue
            if not (name in IGNORED_FOLDERS and stat.S_ISDIR(mode)):
                modes[Path(top, name)] = mode
        folders[:] = [f for f in folders if f not in IGNORED_FOLDERS]
    return modes, findings


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
        elif not _is_notebook(path) and inside not in (TIMESTAMP, SECRET):
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
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False
