"""Hostile submissions under stock nbgrader and under this course: `python benchmarks/hostile.py`.

Grades every submission of tests/hostile twice and prints a table. Stock nbgrader is nbgrader
with an empty configuration: its own Execute, in a scratch course, with a throw-away HOME. It runs
hostile code as you: use a machine that you can lose, or name a few submissions.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/grading")]

import hostile_bank  # noqa: E402
from conftest import environment, new_course, run, submit  # noqa: E402

from dikkat.course import Course  # noqa: E402
from dikkat.teaching import bank  # noqa: E402

STOCK = """
c = get_config()
c.Execute.timeout = 20
c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE\\nraise NotImplementedError()"}
"""


def ours(lesson: str, bank: list, folder: Path) -> dict[str, float | None]:
    """{submission: points} of one lesson, in one course, with one command."""
    course = new_course(folder / "ours" / lesson, [lesson])
    for hostile in bank:
        hostile_bank.hand_in(hostile, course, submit(course, hostile.name, lesson, solved(course)))
    run("nbgrader", "autograde", lesson, cwd=course.root, check=False, HOME=str(folder))
    return {h.name: points(course, h) for h in bank}


def stock(lesson: str, bank: list, folder: Path) -> dict[str, float | None]:
    """The same with stock nbgrader: a course and a home each, for they change each other's."""
    base = new_course(folder / "stock" / lesson, [lesson], generate=False)
    (base.root / "nbgrader_config.py").write_text(STOCK)
    run("nbgrader", "generate_assignment", lesson, cwd=base.root)

    def one(hostile) -> Course:
        course = Course(shutil.copytree(base.root, folder / hostile.name / "course"))
        hostile_bank.hand_in(hostile, course, submit(course, hostile.name, lesson, solved(course)))
        home = folder / hostile.name.removesuffix("_heir") / "home"  # an heir's, as it was left
        home.mkdir(parents=True, exist_ok=True)
        _grade_alone(course, lesson, home)
        return course

    with ThreadPoolExecutor(3) as pool:
        courses = list(pool.map(one, bank))
    return {h.name: points(course, h) for h, course in zip(bank, courses, strict=True)}


def solved(course: Course):
    lesson = course.lesson(course.lesson_names()[0])
    return bank.submission(course, lesson, bank.solutions(lesson))


def _grade_alone(course: Course, lesson: str, home: Path) -> None:
    """Runs `nbgrader autograde`; ends it, and what it started, after a minute."""
    process = subprocess.Popen(
        [sys.executable, "-m", "nbgrader", "autograde", lesson],
        cwd=course.root,
        env=environment(HOME=str(home)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def points(course: Course, hostile) -> float | None:
    """None where nbgrader has no score."""
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        try:
            submission = book.find_submission(hostile.lesson, hostile.name)
        except MissingEntry:
            return None
        return submission.score if submission.notebooks else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="submissions; all where none is named")
    names = parser.parse_args().names
    bank = [h for h in hostile_bank.bank() if not names or h.name in names]
    found: dict[str, dict] = {"stock nbgrader": {}, "dikkat": {}}
    with tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True) as folder:
        for way, grade in (("stock nbgrader", stock), ("dikkat", ours)):
            for lesson in sorted({h.lesson for h in bank}):
                of_lesson = [h for h in bank if h.lesson == lesson]
                found[way].update(grade(lesson, of_lesson, Path(folder)))
    by_gain = sorted(bank, key=lambda h: (-(found["stock nbgrader"][h.name] or 0), h.name))
    print("| kind | solves | stock nbgrader | dikkat |\n|---|---|---|---|")
    for h in by_gain:
        shown = [
            "lost" if result[h.name] is None else f"{result[h.name]:g}" for result in found.values()
        ]
        print(f"| {h.kind} | {h.points:g} | {shown[0]} | {shown[1]} |")
    for way, result in found.items():
        more = sum((result[h.name] or 0) > h.points for h in bank)
        full = sum((result[h.name] or 0) >= 10 for h in bank)
        lost = sum(result[h.name] is None for h in bank)
        print(
            f"\n{way}: of {len(bank)}, {more} get more than they solve, {full} full marks; "
            f"{lost} end without a score."
        )


if __name__ == "__main__":
    main()
