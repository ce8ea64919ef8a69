"""Hostile submissions, graded for real between two honest students.

All of them by `dikkat grade`, in the full and in the reduced sandbox; by `nbgrader autograde`,
those that forge what nbgrader reads, and some others; as an ordinary user, those that reach for
what depends on the user.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import hostile_bank
import pytest
from conftest import environment, graded_notebook, messages, new_course, run, scores, submit
from users import IS_ROOT, NOBODY, pythons

from dikkat.course import Course
from dikkat.teaching import bank

BANK = hostile_bank.bank()
LESSONS = sorted({h.lesson for h in BANK})
FIRST, LAST = "0-honest", "zz-honest"
FULL, REDUCED, NBGRADER = "full", "reduced", "nbgrader"

OF_NBGRADER = [
    h
    for n, h in enumerate(BANK)
    if h.metadata or n % 8 == 0 or any("file" in p for p, _ in h.parts)
]
# What root may and another user may not, or the other way round.
OF_USERS = [
    h
    for h in BANK
    if h.name.startswith(
        ("datagram", "disk_", "exchange_", "gradebook_", "jupyter_", "memory_", "other_student",
         "processor_", "ptrace_", "sandbox_", "shell_", "socket_", "source_", "startup_", "user_")
    )
]  # fmt: skip
WAYS = {FULL: BANK, REDUCED: BANK, NBGRADER: OF_NBGRADER}
CASES = [pytest.param(way, h, id=f"{way}-{h.name}") for way, bank in WAYS.items() for h in bank]


def course_with(submissions: list[hostile_bank.Hostile], lesson: str, root: Path) -> Course:
    """A course of one lesson with these submissions and two honest ones."""
    course = new_course(root, [lesson])
    with open(course.root / "nbgrader_config.py", "a") as config:
        config.write("c.TwoSided.cell_seconds = 8\nc.TwoSided.memory_mib = 500\n")
    source = course.lesson(lesson)
    solved = bank.submission(course, source, bank.solutions(source))
    for student in (FIRST, LAST):
        submit(course, student, lesson, solved)
    for hostile in submissions:
        if hostile.lesson == lesson:
            hostile_bank.hand_in(hostile, course, submit(course, hostile.name, lesson, solved))
    return course


@pytest.fixture(scope="session")
def graded(tmp_path_factory):
    """{(way, lesson): (the graded course, what was printed)}."""
    found = {}
    for way, submissions in WAYS.items():
        for lesson in LESSONS:
            root = tmp_path_factory.mktemp("hostile") / "course"
            course = course_with(submissions, lesson, root)
            if way == NBGRADER:
                done = run("nbgrader", "autograde", lesson, cwd=root)
            else:
                done = run("dikkat", "grade", lesson, cwd=root, check=False, DIKKAT_SANDBOX=way)
            found[way, lesson] = course, done.stdout + done.stderr
    return found


@pytest.mark.parametrize(("way", "hostile"), CASES)
def test_a_hostile_submission_gets_what_it_solved(graded, way, hostile):
    course, said = graded[way, hostile.lesson]
    got = scores(course, hostile.lesson, hostile.name)
    earned = sorted(name for name, score in got.items() if score)
    assert sum(got.values()) == hostile.points, earned
    assert hostile.name in said


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("student", [FIRST, LAST])
@pytest.mark.parametrize("way", WAYS)
def test_honest_students_beside_them_get_full_marks(graded, way, lesson, student):
    course, _ = graded[way, lesson]
    said = messages(graded_notebook(course, lesson, student))
    assert sum(scores(course, lesson, student).values()) == 10, said


@pytest.mark.parametrize(("way", "hostile"), CASES)
def test_what_it_makes_us_say_is_plain_text(graded, way, hostile):
    """A message goes to a terminal and to a page: nothing in it that either would obey."""
    course, said = graded[way, hostile.lesson]
    notebook = graded_notebook(course, hostile.lesson, hostile.name)
    said = messages(notebook)
    assert said or hostile.points == 10
    for text in said.values():
        assert all(c.isprintable() or c in "\n\t" for c in text)
        assert len(text) < 9000
    assert "\x1b]" not in said and "\x1b[2J" not in said


@pytest.fixture(scope="session")
def python_of():
    """{user: the command that runs Python as this user}."""
    yield from pythons()


@pytest.mark.parametrize("level", [FULL, REDUCED] if IS_ROOT else [])
def test_an_ordinary_user_grades_as_safely(python_of, level):
    """As root, some limits are the kernel's; as somebody else, they are ours alone."""
    folder = Path(tempfile.mkdtemp(prefix="hostile-", dir="/var/tmp"))
    try:
        lesson = LESSONS[0]
        course = course_with(OF_USERS, lesson, folder / "course")
        subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", folder], check=True)
        code = (
            f"import sys; sys.argv[1:] = ['grade', {lesson!r}]; from dikkat.cli import main; main()"
        )
        done = subprocess.run(
            [*python_of["ordinary"], "-c", code],
            cwd=course.root,
            env=environment(HOME=str(folder), DIKKAT_SANDBOX=level),
            capture_output=True,
            text=True,
        )
        assert "graded, 0 unchanged" in done.stdout, done.stdout + done.stderr
        expected = {h.name: h.points for h in OF_USERS if h.lesson == lesson}
        got = {name: sum(scores(course, lesson, name).values()) for name in expected}
        assert got == expected
        for student in (FIRST, LAST):
            assert sum(scores(course, lesson, student).values()) == 10
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_the_bank_is_large():
    assert len(BANK) >= 120
    assert len({h.kind for h in BANK}) == len(BANK)
    assert len(OF_USERS) >= 15 and len(OF_NBGRADER) >= 20
