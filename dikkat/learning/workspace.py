"""A learner's own copies of the lessons. Nothing in them is ever overwritten."""

from __future__ import annotations

import getpass
import os
import shutil
from pathlib import Path

from dikkat.course import Course, CourseError, content_of
from dikkat.grading.records.folders import whole_folder
from dikkat.grading.records.results import read_result


def student_name() -> str:
    """The name of the learner's folder in submitted/.

    It is the environment variable DIKKAT_STUDENT, or JUPYTERHUB_USER, or the user's login name.
    """
    return (
        os.environ.get("DIKKAT_STUDENT") or os.environ.get("JUPYTERHUB_USER") or getpass.getuser()
    )


def released_lessons(course: Course) -> list[str]:
    """The names of the lessons that have a release, sorted."""
    return [name for name in course.lesson_names() if course.release_folder(name).is_dir()]


def lesson_to_open(course: Course, you: str, wanted: str | None) -> str:
    """The name of the lesson to open: `wanted`, or the first unfinished one that is released.

    wanted: see `Course.resolve`; None for the first unfinished one. Raises CourseError if the
    lesson does not exist or is not released.
    """
    released = released_lessons(course)
    lesson = course.resolve(wanted) if wanted else next_lesson(course, you)
    if not wanted and lesson not in released and released:
        lesson = released[-1]
    if lesson not in released:
        raise CourseError(
            f"{lesson} is not released yet. A teacher releases it with "
            f"`nbgrader generate_assignment {lesson}`."
        )
    return lesson


def next_lesson(course: Course, you: str) -> str:
    """The name of the first lesson with a failed check, or of the last lesson if there is none."""
    for name in course.lesson_names():
        result = read_result(course, name, you)
        if result is None or result.score < result.automatic_points:
            return name
    return course.lesson_names()[-1]


def copy_lessons(course: Course, you: str) -> tuple[int, list[tuple[Path, Path]]]:
    """Copies every released lesson that the learner does not have yet.

    If a release is newer than the learner's copy, it is put next to that copy. Returns (number of
    new copies, [(folder of the newer version, folder of the learner's copy)]).
    """
    new, updates = 0, []
    for name in released_lessons(course):
        own = course.submission_folder(name, you)
        if own.exists():
            beside = _offer_update(course, you, name)
            updates += [(beside, own)] if beside else []
            continue
        with whole_folder(own) as folder:
            shutil.copytree(course.release_folder(name), folder, dirs_exist_ok=True)
            shutil.copytree(folder, _begun(course, you, name), dirs_exist_ok=True)
        new += 1
    return new, updates


def _begun(course: Course, you: str, name: str) -> Path:
    """The folder with the release that the learner started from, or was last offered."""
    return course.student_folder(you) / ".begun" / name


def _offer_update(course: Course, you: str, name: str) -> Path | None:
    """Copies a changed release next to the learner's copy, once; returns its folder, or None."""
    begun, release = _begun(course, you, name), course.release_folder(name)
    if not begun.is_dir() or content_of(begun) == content_of(release):
        return None
    names = [f"{name} (updated{n})" for n in ("", *(f" {i}" for i in range(2, 100)))]
    beside = next(
        folder for n in names if not (folder := course.submission_folder(n, you)).exists()
    )
    shutil.copytree(release, beside)
    # Remember this release, so that it is offered only once.
    shutil.rmtree(begun)
    shutil.copytree(release, begun)
    return beside
