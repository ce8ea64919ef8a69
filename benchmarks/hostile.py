"""What hostile submissions get from stock nbgrader and from this course.

    python benchmarks/hostile.py                    # every submission in tests/hostile
    python benchmarks/hostile.py allclose exit_status

Grades each submission twice and prints a table. Stock nbgrader means nbgrader with its default
settings and its own Execute, in a temporary course and with a temporary HOME. It runs the hostile
code as you: use a machine that you can afford to lose.
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
    """{name of a submission: its points}, graded in one course by one `nbgrader autograde`."""
    course = new_course(folder / "ours" / lesson, [lesson])
    for hostile in bank:
        hostile_bank.hand_in(hostile, course, submit(course, hostile.name, lesson, solved(course)))
    run("nbgrader", "autograde", lesson, cwd=course.root, check=False, HOME=str(folder))
    return {h.name: points(course, h) for h in bank}


def stock(lesson: str, bank: list, folder: Path) -> dict[str, float | None]:
    """{name of a submission: its points}, graded by stock nbgrader.

    Each submission has a course and a home of its own, because they would change each other's.
    """
    base = new_course(folder / "stock" / lesson, [lesson], generate=False)
    (base.root / "nbgrader_config.py").write_text(STOCK)
    run("nbgrader", "generate_assignment", lesson, cwd=base.root)

    def one(hostile) -> Course:
        course = Course(shutil.copytree(base.root, folder / hostile.name / "course"))
        hostile_bank.hand_in(hostile, course, submit(course, hostile.name, lesson, solved(course)))
        # An heir gets the home that the submission before it has left.
        home = folder / hostile.name.removesuffix("_heir") / "home"
        home.mkdir(parents=True, exist_ok=True)
        _grade_alone(course, lesson, home)
        return course

    with ThreadPoolExecutor(3) as pool:
        courses = list(pool.map(one, bank))
    return {h.name: points(course, h) for h, course in zip(bank, courses, strict=True)}


def solved(course: Course):
    """The solved notebook of the first lesson of a course."""
    lesson = course.lesson(course.lesson_names()[0])
    return bank.submission(course, lesson, bank.solutions(lesson))


def _grade_alone(course: Course, lesson: str, home: Path) -> None:
    """Runs `nbgrader autograde`; kills it and its process group after 60 seconds."""
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
    """The points of a submission in the gradebook; None if nbgrader has no score."""
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        try:
            submission = book.find_submission(hostile.lesson, hostile.name)
        except MissingEntry:
            return None
        return submission.score if submission.notebooks else None


def main() -> None:
    """Grades the submissions both ways and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="names of submissions (default: all)")
    names = parser.parse_args().names
    bank = [h for h in hostile_bank.bank() if not names or h.name in names]
    found: dict[str, dict] = {"stock nbgrader": {}, "dikkat": {}}
    with tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True) as folder:
        for way, grade in (("stock nbgrader", stock), ("dikkat", ours)):
            for lesson in sorted({h.lesson for h in bank}):
                of_lesson = [h for h in bank if h.lesson == lesson]
                found[way].update(grade(lesson, of_lesson, Path(folder)))
    by_gain = sorted(bank, key=lambda h: (-(found["stock nbgrader"][h.name] or 0), h.name))
    print("| attack | solves | stock nbgrader | dikkat |\n|---|---|---|---|")
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
            f"\n{way}: of {len(bank)} submissions, {more} get more points than they solve, {full} "
            f"get full marks, and {lost} end without a score."
        )


if __name__ == "__main__":
    main()
