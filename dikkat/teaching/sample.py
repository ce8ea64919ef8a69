"""A sample class, made from the bank of attempts, so that a teacher can try everything at once."""

from __future__ import annotations

import nbformat

from dikkat.course import Course, Lesson
from dikkat.grading.records.folders import whole_folder, write_files
from dikkat.teaching import bank

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
    """Writes a submission for every student of the sample class, never over an existing one.

    only: names of lessons; None for all. Returns (written, already there).
    """
    written = there = 0
    for name in only or course.lesson_names():
        lesson = course.lesson(name)
        attempts = bank.attempts(course, name)
        for place, (student, kind) in enumerate(CLASS.items()):
            target = course.submission_folder(name, student)
            if target.exists():
                there += 1
                continue
            notebook = bank.submission(course, lesson, _cells(lesson, attempts, kind, place))
            with whole_folder(target) as folder:
                write_files(folder, lesson.files)
                nbformat.write(notebook, folder / f"{name}.ipynb")
            written += 1
    return written, there


def _cells(lesson: Lesson, attempts: list[bank.Attempt], kind: str, place: int) -> dict[str, str]:
    solved = bank.solutions(lesson)
    if kind == HALF:
        return dict(list(solved.items())[: max(1, len(solved) // 2)])
    if kind in (WRONG, UNUSUAL):
        chosen = [a for a in attempts if a.is_right == (kind == UNUSUAL)]
        # A step that shares no factor with most lengths: the students differ, lesson by lesson.
        return solved | (chosen[place * 37 % len(chosen)].cells if chosen else {})
    return solved if kind == SOLVED else {}
