"""A sample class, made from the bank of attempts, so that a teacher can try everything."""

from __future__ import annotations

import nbformat

from dikkat.course import Course, Lesson
from dikkat.grading.records.folders import whole_folder, write_files
from dikkat.teaching import bank

# What a student submits: the solution, an unusual right attempt, half of the solution, a wrong
# attempt, or an untouched notebook.
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
    """Writes a submission for every student of the sample class.

    only: names of lessons; None for all. Existing submissions are not touched. Returns (number
    written, number that existed).
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
    """What a student of this kind writes. place: the student's index in CLASS."""
    solved = bank.solutions(lesson)
    if kind == HALF:
        return dict(list(solved.items())[: max(1, len(solved) // 2)])
    if kind in (WRONG, UNUSUAL):
        chosen = [a for a in attempts if a.is_right == (kind == UNUSUAL)]
        # 37 has no factor in common with most lengths, so students rarely share an attempt.
        return solved | (chosen[place * 37 % len(chosen)].cells if chosen else {})
    return solved if kind == SOLVED else {}
