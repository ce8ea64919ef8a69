"""A sample class, made from the bank of attempts, so that a teacher can try everything at once."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import nbformat

from dikkat import attempts
from dikkat.course import Course, Lesson

# Each takes the lesson's solutions, its wrong and its right attempts, and the student's place.
SOLVED, UNUSUAL, HALF, WRONG, EMPTY = "solved", "unusual", "half", "wrong", "empty"
CLASS = {
    "sample-ada": SOLVED,
    "sample-baris": WRONG,
    "sample-cem": WRONG,
    "sample-defne": UNUSUAL,
    "sample-elif": HALF,
    "sample-fatih": WRONG,
    "sample-gul": WRONG,
    "sample-hakan": EMPTY,
    "sample-ipek": SOLVED,
    "sample-kaan": WRONG,
    "sample-leyla": UNUSUAL,
    "sample-mert": WRONG,
    "sample-nil": HALF,
    "sample-ozan": WRONG,
}


def make(course: Course, only: list[str] | None = None) -> tuple[int, int]:
    """Hands in for every student of the sample class; returns (written, already there).

    only: names of lessons; all where None. What exists is never touched.
    """
    written = there = 0
    for name in only or course.lesson_names():
        lesson = course.lesson(name)
        bank = attempts.bank(course, name)
        for place, (student, kind) in enumerate(CLASS.items()):
            target = course.root / "submitted" / student / name
            if target.exists():
                there += 1
                continue
            cells = _cells(lesson, bank, kind, place)
            _write(target, lesson, attempts.hand_in(course, lesson, cells))
            written += 1
    return written, there


def _cells(lesson: Lesson, bank: list[attempts.Attempt], kind: str, place: int) -> dict[str, str]:
    solved = attempts.solutions(lesson)
    if kind == HALF:
        return dict(list(solved.items())[: max(1, len(solved) // 2)])
    if kind in (WRONG, UNUSUAL):
        chosen = [a for a in bank if a.is_right == (kind == UNUSUAL)]
        # A step that shares no factor with most lengths: the students differ, lesson by lesson.
        return solved | (chosen[place * 37 % len(chosen)].cells if chosen else {})
    return solved if kind == SOLVED else {}


def _write(target: Path, lesson: Lesson, notebook) -> None:
    """Writes a submission to a temporary name and renames it, so that none is half there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f".{lesson.name}-", dir=target.parent))
    for name, content in lesson.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    nbformat.write(notebook, folder / f"{lesson.name}.ipynb")
    os.chmod(folder, 0o755)
    os.rename(folder, target)
