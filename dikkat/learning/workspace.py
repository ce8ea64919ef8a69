"""A learner's own copies of the lessons: nothing in them is ever overwritten."""

from __future__ import annotations

import getpass
import os
import shutil
from pathlib import Path

from dikkat.course import Course, CourseError, content_of
from dikkat.grading.records.folders import whole_folder
from dikkat.grading.records.results import read_result


def student_name() -> str:
    """The learner's own folder in submitted/: the user's name, or DIKKAT_STUDENT."""
    return (
        os.environ.get("DIKKAT_STUDENT") or os.environ.get("JUPYTERHUB_USER") or getpass.getuser()
    )


def released_lessons(course: Course) -> list[str]:
    """The lessons that a learner can begin."""
    return [name for name in course.lesson_names() if course.release_folder(name).is_dir()]


def lesson_to_open(course: Course, you: str, wanted: str | None) -> str:
    """The lesson to open: the wanted one, else the first unfinished one that is released."""
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
    """The first lesson that is not full marks yet; the last one if all are."""
    for name in course.lesson_names():
        result = read_result(course, name, you)
        if result is None or result.score < result.points:
            return name
    return course.lesson_names()[-1]


def copy_lessons(course: Course, you: str) -> tuple[int, list[tuple[Path, Path]]]:
    """Copies each released lesson that is not begun.

    Returns (how many are new, [(newer version of a lesson, the learner's own copy)]): a newer
    release is put beside work that has begun.
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
    """A copy of the release that the learner began with, or was last offered."""
    return course.student_folder(you) / ".begun" / name


def _offer_update(course: Course, you: str, name: str) -> Path | None:
    """If the release has changed since the copy was made, puts the new one beside it, once."""
    begun, release = _begun(course, you, name), course.release_folder(name)
    if not begun.is_dir() or content_of(begun) == content_of(release):
        return None
    names = [f"{name} (updated{n})" for n in ("", *(f" {i}" for i in range(2, 100)))]
    beside = next(
        folder for n in names if not (folder := course.submission_folder(n, you)).exists()
    )
    shutil.copytree(release, beside)
    # From now on this release is the known one, so it is offered only once.
    shutil.rmtree(begun)
    shutil.copytree(release, begun)
    return beside
