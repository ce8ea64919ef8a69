"""For self-learners: shows the solution after an attempt and a confirmation."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import nbformat

from dikkat.course import Course, CourseError, grade_id, is_exercise


def folder_of(course: Course, you: str, name: str) -> Path:
    """The folder for the solution of the lesson `name`, next to the copy of the learner `you`."""
    return course.submission_folder(f"{name} (solution)", you)


def attempted(course: Course, you: str, name: str) -> bool:
    """Whether the learner has changed an exercise cell of the lesson.

    Answers and predictions do not count. A notebook that cannot be read counts as untouched.
    """
    lesson = course.lesson(name)
    stubs = {grade_id(c): c.source for c in lesson.released.cells if is_exercise(c)}
    path = course.submitted_notebook(name, you)
    try:
        cells = nbformat.read(path, as_version=4).cells
    except (OSError, ValueError):
        return False
    return any(
        grade_id(c) in stubs and c.source.strip() != stubs[grade_id(c)].strip() for c in cells
    )


def write(course: Course, you: str, name: str) -> Path:
    """Runs the solved lesson and writes it to `folder_of(course, you, name)`; returns the notebook.

    nbgrader's `generate_solution` runs it, so it has outputs and pictures. Raises CourseError if
    a cell fails.
    """
    from nbgrader.converters import GenerateSolution

    from dikkat.grading.records import gradebook

    target = folder_of(course, you, name)
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
                f"The solution of {name} could not be run: {error or type(error).__name__}. You "
                f"can read it, without outputs, in source/{name}/."
            ) from None
        made = Path(folder, name)
        os.rename(made / f"{name}.ipynb", made / f"{name} (solution).ipynb")
        os.rename(made, target)
    return target / f"{name} (solution).ipynb"
