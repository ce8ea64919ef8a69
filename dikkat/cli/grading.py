"""Grading with a progress bar, for `dikkat grade` and `dikkat check`."""

from __future__ import annotations

import contextlib
import os
import threading

from dikkat.cli.terminal import progress_bar
from dikkat.course import Course, CourseError
from dikkat.grading.records.results import Result


def run(course: Course, names: list[str], **options) -> list[Result]:
    """Grades lessons and shows progress. options: see `grade_class`."""
    early = _start_early(course, names, options.get("student"), options.get("force"))
    from nbgrader.converters.base import NbGraderException

    from dikkat.grading.class_run import grade_class

    try:
        with progress_bar() as progress:
            return grade_class(course, course.lessons(names), progress=progress, **options)
    except NbGraderException as error:
        raise CourseError(str(error)) from None
    finally:
        if early:
            early.join()


def _start_early(course: Course, names: list[str], student: str | None, force):
    """Starts the fork servers while this process imports, if a submission seems to be new.

    Returns the thread that does it, or None. `grade_class` finds out what really is new; a wrong
    guess here only costs time.
    """

    def start():
        from dikkat.grading.processes.client import start_servers

        paths = [course.source_notebook(name) for name in names]
        with contextlib.suppress(RuntimeError, OSError):  # grade_class tries again and reports it
            start_servers([path.read_text(encoding="utf-8") for path in paths])

    def is_new(who: str, name: str) -> bool:
        page, mine = course.feedback_page(name, who), course.submitted_notebook(name, who)
        try:
            changed = os.stat(mine).st_mtime
        except OSError:
            return False
        return not os.path.exists(page) or os.stat(page).st_mtime < changed

    students = [student] if student else course.students()
    if not any(force or is_new(who, name) for who in students for name in names):
        return None
    thread = threading.Thread(target=start)
    thread.start()
    return thread
