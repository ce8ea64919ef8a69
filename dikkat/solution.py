"""The solution of a lesson, for the one who studies alone: after a try, with a word before."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import nbformat

from dikkat.course import Course, CourseError, grade_id, is_exercise


def place(course: Course, you: str, name: str) -> Path:
    """Where the solution of a lesson lies, once it was asked for: beside your own copy."""
    return course.root / "submitted" / you / f"{name} (solution)"


def tried(course: Course, you: str, name: str) -> bool:
    """Whether you wrote into a cell of an exercise of your copy. The prediction does not count."""
    lesson = course.lesson(name)
    stubs = {grade_id(c): c.source for c in lesson.released.cells if is_exercise(c)}
    path = course.root / "submitted" / you / name / f"{name}.ipynb"
    try:
        cells = nbformat.read(path, as_version=4).cells
    except (OSError, ValueError):
        return False
    return any(
        grade_id(c) in stubs and c.source.strip() != stubs[grade_id(c)].strip() for c in cells
    )


def make(course: Course, you: str, name: str) -> Path:
    """Writes the lesson with its answers and pictures; returns the notebook's path.

    nbgrader's own `generate_solution` runs it. Raises CourseError where it cannot.
    """
    from nbgrader.converters import GenerateSolution

    from dikkat.grading import gradebook

    target = place(course, you, name)
    target.parent.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix=".solution-", dir=target.parent) as folder,
        gradebook.opened(course) as book,
    ):
        if not gradebook.knows(book, course.lesson(name)):
            gradebook.generate(course, name)
        try:
            gradebook.convert(GenerateSolution, course, name, solution_directory=folder)
        except Exception as error:
            raise CourseError(
                f"The solution of {name} could not be run: {error or type(error).__name__}. Read "
                f"it as it is, in source/{name}/."
            ) from None
        made = Path(folder, name)
        os.rename(made / f"{name}.ipynb", made / f"{name} (solution).ipynb")
        os.rename(made, target)
    return target / f"{name} (solution).ipynb"
