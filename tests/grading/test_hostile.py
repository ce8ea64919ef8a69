"""Hostile submissions, graded by the real `nbgrader autograde` between two honest students."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import hostile_bank
import pytest
from conftest import graded_notebook, messages, new_course, run, scores, submit

from dikkat.teaching import bank

BANK = hostile_bank.bank()
LESSONS = sorted({h.lesson for h in BANK})
CASES = [pytest.param(h, id=h.name) for h in BANK]
FIRST, LAST = "0-honest", "zz-honest"


@pytest.fixture(scope="session")
def graded(tmp_path_factory):
    """{lesson: (a course with every hostile submission and two honest ones, the log)}."""

    def grade(name: str):
        course = new_course(tmp_path_factory.mktemp("hostile") / "course", [name])
        with open(course.root / "nbgrader_config.py", "a") as config:
            config.write("c.TwoSided.cell_seconds = 8\n")
        lesson = course.lesson(name)
        solved = bank.submission(course, lesson, bank.solutions(lesson))
        for student in (FIRST, LAST):
            submit(course, student, name, solved)
        for hostile in BANK:
            if hostile.lesson == name:
                folder = submit(course, hostile.name, name, solved)
                hostile_bank.hand_in(hostile, course, folder)
        done = run("nbgrader", "autograde", name, cwd=course.root)
        return course, done.stdout + done.stderr

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(LESSONS, pool.map(grade, LESSONS), strict=True))


@pytest.mark.parametrize("hostile", CASES)
def test_a_hostile_submission_gets_what_it_solved(graded, hostile):
    course, log = graded[hostile.lesson]
    got = scores(course, hostile.lesson, hostile.name)
    earned = sorted(name for name, score in got.items() if score)
    assert sum(got.values()) == hostile.points, earned
    assert hostile.name in log


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("student", [FIRST, LAST])
def test_honest_students_beside_them_get_full_marks(graded, lesson, student):
    course, _ = graded[lesson]
    said = messages(graded_notebook(course, lesson, student))
    assert sum(scores(course, lesson, student).values()) == 10, said


@pytest.mark.parametrize("hostile", CASES)
def test_what_it_makes_us_say_is_plain_text(graded, hostile):
    """A message goes to a terminal and to a page: nothing in it that either would obey."""
    course, log = graded[hostile.lesson]
    notebook = graded_notebook(course, hostile.lesson, hostile.name)
    said = messages(notebook)
    assert said or hostile.points == 10
    for text in said.values():
        assert all(c.isprintable() or c in "\n\t" for c in text)
        assert len(text) < 9000
    assert "\x1b]" not in log and "\x1b[2J" not in log


def test_the_bank_is_large():
    assert len(BANK) >= 80
    assert len({h.kind for h in BANK}) == len(BANK)
