"""What the tests share: course folders, submissions, grades."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from dikkat.course import Course, grade_id, is_test

ROOT = Path(__file__).resolve().parents[1]
LESSONS = sorted(p.parent.name for p in ROOT.glob("source/*/*.ipynb"))
# Without lessons, every test with a lesson as its parameter would be skipped silently.
assert len(LESSONS) >= 6 and len(LESSONS) == len(set(LESSONS)), LESSONS


@pytest.fixture(scope="session", autouse=True)
def temporary_folder(tmp_path_factory) -> Path:
    """Creates pytest's base folder before any test, because creating it in threads is not safe."""
    return tmp_path_factory.getbasetemp()


def environment(**more: str) -> dict[str, str]:
    """The environment variables with the virtual environment activated, and `more`."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    return {**os.environ, "PATH": path, **more}


def run(*command: str, cwd: Path, check: bool = True, **more: str) -> subprocess.CompletedProcess:
    """Runs a command in `environment(**more)`; returns it with its output.

    check: fail the test, with that output, if the exit status is not 0.
    """
    done = subprocess.run(
        command, cwd=cwd, env=environment(**more), text=True, capture_output=True, encoding="utf-8"
    )
    if check and done.returncode != 0:
        pytest.fail(f"{' '.join(command)} gave {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done


def new_course(folder: Path, lessons: list[str] | None = None, generate: bool = True) -> Course:
    """Makes a new course in `folder` with these lessons (default: all).

    generate: let nbgrader generate the release of each lesson.
    """
    names = tuple(lessons if lessons is not None else LESSONS)
    shutil.copytree(_course_with(names, generate), folder, dirs_exist_ok=True)
    return Course(folder)


@functools.cache
def _course_with(names: tuple[str, ...], generate: bool) -> Path:
    """The course that `new_course` copies. It is kept, because generating takes seconds."""
    folder = Path(tempfile.mkdtemp(prefix="dikkat-course-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    for name in names:
        shutil.copytree(ROOT / "source" / name, folder / "source" / name)
        if generate:
            run("nbgrader", "generate_assignment", name, cwd=folder)
    (folder / "submitted").mkdir()
    return folder


def submit(course: Course, student: str, lesson: str, notebook) -> Path:
    """Submits a notebook, with the lesson's files next to it; returns the submission's folder."""
    folder = course.root / "submitted" / student / lesson
    shutil.copytree(course.root / "release" / lesson, folder)
    nbformat.write(notebook, folder / f"{lesson}.ipynb")
    return folder


def scores(course: Course, lesson: str, student: str) -> dict[str, float]:
    """{id of a test cell: points} of a submission in nbgrader's gradebook."""
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        stored = book.find_submission_notebook(lesson, lesson, student)
        return {grade.cell.name: grade.score for grade in stored.grades}


def graded_notebook(course: Course, lesson: str, student: str):
    """The graded notebook of a submission."""
    path = course.root / "autograded" / student / lesson / f"{lesson}.ipynb"
    return nbformat.read(path, as_version=4)


def messages(notebook) -> dict[str, str]:
    """{id of a failed test cell: its error message} of a graded notebook."""
    return {
        grade_id(cell): output.evalue
        for cell in notebook.cells
        if cell.cell_type == "code" and is_test(cell)
        for output in cell.outputs
        if output.output_type == "error"
    }
