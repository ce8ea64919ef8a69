"""The bank of attempts, graded by the real `nbgrader autograde`: marks and messages."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import LESSONS, ROOT, graded_notebook, messages, new_course, run, scores, submit

from dikkat import attempts
from dikkat.course import Course

BANK = {name: attempts.bank(Course(ROOT), name) for name in LESSONS}
CASES = [pytest.param(name, a, id=f"{name}-{a.name}") for name in LESSONS for a in BANK[name]]


@pytest.fixture(scope="session")
def graded(request, tmp_path_factory):
    """{lesson: a course in which the selected attempts at it were handed in and graded}."""
    selected = [i.callspec.params for i in request.session.items if "attempt" in i.fixturenames]
    lessons = sorted({params["lesson"] for params in selected})

    def grade(name: str) -> Course:
        course = new_course(tmp_path_factory.mktemp(name) / "course", [name])
        lesson = course.lesson(name)
        solved = attempts.solutions(lesson)
        for attempt in [p["attempt"] for p in selected if p["lesson"] == name]:
            notebook = attempts.hand_in(course, lesson, solved | attempt.cells)
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


@pytest.mark.parametrize("lesson", LESSONS)
def test_bank_is_large_and_explains_every_wrong_attempt(lesson):
    right = [a for a in BANK[lesson] if a.is_right]
    wrong = [a for a in BANK[lesson] if not a.is_right]
    advice = f"add some to tests/attempts/{lesson}, see docs/lessons.md"
    assert len(wrong) >= 70, f"{len(wrong)} wrong attempts: {advice}"
    assert len(right) >= 20, f"{len(right)} right attempts: {advice}"
    assert [a.name for a in wrong if not a.says or a.points >= 10] == []
    assert [a.name for a in right if a.points < 9] == []


def test_every_folder_of_attempts_is_of_a_lesson():
    assert sorted(p.name for p in (ROOT / "tests/attempts").iterdir()) == LESSONS


def code_of(attempt: attempts.Attempt) -> str:
    """What was typed, without comments, blank lines and layout."""

    def parsed(text: str) -> str:
        try:
            return ast.dump(ast.parse(text))
        except SyntaxError:
            return text

    return repr({name: parsed(text) for name, text in sorted(attempt.cells.items())})


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_two_attempts_at_a_lesson_are_the_same_code(lesson):
    named: dict[str, list[str]] = {}
    for attempt in BANK[lesson]:
        named.setdefault(code_of(attempt), []).append(attempt.name)
    assert [names for names in named.values() if len(names) > 1] == []
