"""The bank of attempts: marks and messages of each, by `dikkat grade` and by nbgrader itself."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import LESSONS, ROOT, graded_notebook, messages, new_course, run, scores, submit

from dikkat.course import Course
from dikkat.teaching import bank

BANK = {name: bank.attempts(Course(ROOT), name) for name in LESSONS}


def sample(attempts: list[bank.Attempt]) -> list[bank.Attempt]:
    """A right and a wrong attempt at each cell: every kind of cell, in a tenth of the bank."""
    chosen: dict[tuple, bank.Attempt] = {}
    for attempt in attempts:
        for cell in attempt.cells:
            chosen.setdefault((cell, attempt.is_right), attempt)
    return list({attempt.name: attempt for attempt in chosen.values()}.values())


CASES = [pytest.param(name, a, id=f"{name}-{a.name}") for name in LESSONS for a in BANK[name]]
SAMPLE = [
    pytest.param(name, a, id=f"{name}-{a.name}") for name in LESSONS for a in sample(BANK[name])
]


def course_with(folder, selected) -> Course:
    """A course in which these attempts, (lesson, attempt) each, were submitted."""
    course = new_course(folder / "course", sorted({name for name, _ in selected}))
    for name, attempt in selected:
        lesson = course.lesson(name)
        cells = bank.solutions(lesson) | attempt.cells
        submit(course, attempt.name, name, bank.submission(course, lesson, cells))
    return course


def selected_by(request, test: str) -> list[tuple[str, bank.Attempt]]:
    """The parameters of the tests of one name that are to run."""
    items = [i for i in request.session.items if getattr(i, "originalname", "") == test]
    return [(i.callspec.params["lesson"], i.callspec.params["attempt"]) for i in items]


@pytest.fixture(scope="session")
def by_dikkat(request, tmp_path_factory) -> Course:
    """A course in which the selected attempts were graded by `dikkat grade`."""
    both = [
        *selected_by(request, "test_attempt_gets_its_marks_and_its_message"),
        *selected_by(request, "test_nbgrader_gives_the_same"),
    ]
    selected = list({(name, a.name): (name, a) for name, a in both}.values())
    course = course_with(tmp_path_factory.mktemp("bank"), selected)
    done = run("dikkat", "grade", cwd=course.root, check=False)
    assert f"{len(selected)} graded, 0 unchanged" in done.stdout, done.stdout + done.stderr
    return course


@pytest.fixture(scope="session")
def by_nbgrader(request, tmp_path_factory) -> dict[str, Course]:
    """{lesson: a course in which the selected attempts were graded by `nbgrader autograde`}."""
    selected = selected_by(request, "test_nbgrader_gives_the_same")

    def grade(name: str) -> Course:
        of_lesson = [(lesson, attempt) for lesson, attempt in selected if lesson == name]
        course = course_with(tmp_path_factory.mktemp(name), of_lesson)
        run("nbgrader", "autograde", name, cwd=course.root)
        return course

    lessons = sorted({name for name, _ in selected})
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(lessons, pool.map(grade, lessons), strict=True))


@pytest.mark.parametrize(("lesson", "attempt"), CASES)
def test_attempt_gets_its_marks_and_its_message(by_dikkat, lesson, attempt):
    said = messages(graded_notebook(by_dikkat, lesson, attempt.name))
    everything = " ".join(" ".join(said.values()).split())
    listed = "\n".join(f"[{name}]\n{text}" for name, text in said.items())
    assert sum(scores(by_dikkat, lesson, attempt.name).values()) == attempt.points, listed
    for words in attempt.says:
        assert " ".join(words.split()) in everything, f"{words!r} is in no message:\n{listed}"


@pytest.mark.parametrize(("lesson", "attempt"), SAMPLE)
def test_nbgrader_gives_the_same(by_dikkat, by_nbgrader, lesson, attempt):
    student, other = attempt.name, by_nbgrader[lesson]
    assert scores(other, lesson, student) == scores(by_dikkat, lesson, student)
    assert messages(graded_notebook(other, lesson, student)) == messages(
        graded_notebook(by_dikkat, lesson, student)
    )


def test_the_sample_has_a_right_and_a_wrong_attempt_at_every_exercise():
    for name in LESSONS:
        for cell in bank.solutions(Course(ROOT).lesson(name)):
            if cell.startswith("exercise-"):
                kinds = {a.is_right for a in sample(BANK[name]) if cell in a.cells}
                assert kinds == {True, False}, f"{name}, {cell}: {kinds}"


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


def code_of(attempt: bank.Attempt) -> str:
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
