"""The bank of attempts, graded by the real `nbgrader autograde`: marks and messages."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import LESSONS, ROOT, graded_notebook, messages, new_course, run, scores, submit

from dikkat.course import Course
from dikkat.teaching import bank

BANK = {name: bank.attempts(Course(ROOT), name) for name in LESSONS}
CASES = [pytest.param(name, a, id=f"{name}-{a.name}") for name in LESSONS for a in BANK[name]]


@pytest.fixture(scope="session")
def graded(request, tmp_path_factory):
    """{lesson: a course in which the selected attempts at it were handed in and graded}."""
    selected = [i.callspec.params for i in request.session.items if "attempt" in i.fixturenames]
    lessons = sorted({params["lesson"] for params in selected})

    def grade(name: str) -> Course:
        course = new_course(tmp_path_factory.mktemp(name) / "course", [name])
        lesson = course.lesson(name)
        solved = bank.solutions(lesson)
        for attempt in [p["attempt"] for p in selected if p["lesson"] == name]:
            notebook = bank.submission(course, lesson, solved | attempt.cells)
            submit(course, attempt.name, name, notebook)
        run("nbgrader", "autograde", name, cwd=course.root)
        return course

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(lessons, pool.map(grade, lessons), strict=True))


@pytest.mark.parametrize(("lesson", "attempt"), CASES)
def test_attempt_gets_its_marks_and_its_message(graded, lesson, attempt):
    course = graded[lesson]
    said = messages(graded_notebook(course, lesson, attempt.name))
    everything = " ".join(" ".join(said.values()).split())
    listed = "\n".join(f"[{name}]\n{text}" for name, text in said.items())
    assert sum(scores(course, lesson, attempt.name).values()) == attempt.points, listed
    for words in attempt.says:
        assert " ".join(words.split()) in everything, f"{words!r} is in no message:\n{listed}"


def test_bank_is_large_and_explains_every_wrong_attempt():
    everything = [a for bank in BANK.values() for a in bank]
    wrong = [a for a in everything if not a.is_right]
    assert len(wrong) >= 70 and len(everything) - len(wrong) >= 40
    assert all(a.says for a in wrong), [a.name for a in wrong if not a.says]
    assert all(a.points < 10 for a in wrong) and all(
        a.points >= 9 for a in everything if a.is_right
    )
