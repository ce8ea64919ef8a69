"""The feedback page: what to try next, how far one is, what the teacher added."""

from __future__ import annotations

import ast
import re

import pytest
from conftest import LESSONS, ROOT, new_course, run, scores, submit
from nbgrader.api import Gradebook

from dikkat.course import Course, grade_id, is_test, property_of
from dikkat.grading.pages import advice, feedback
from dikkat.grading.records.results import Result, Verdict
from dikkat.notebook.failures import Failure
from dikkat.teaching import bank

COURSE = Course(ROOT)
LESSON = "02_merge_heads"


def verdict(lesson, name: str, mistake: str | None = "error", passed: bool = False) -> Verdict:
    cell = next(c for c in lesson.source.cells if grade_id(c) == name)
    text = property_of(cell)
    failure = Failure(text, sentences=("Got one thing, expected another.",), mistake=mistake)
    return Verdict(name, text, 1.0, float(passed), None if passed else failure)


def page(name: str, *verdicts: tuple, notebook=None, standing=()) -> str:
    lesson = COURSE.lesson(name)
    result = Result(name, "ada", 10.0, verdicts=[verdict(lesson, *v) for v in verdicts])
    return feedback.page(lesson, notebook or lesson.released, result, standing=standing)


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", html, flags=re.S))


# --- what a lesson says to a failed check ----------------------------------------------------


@pytest.mark.parametrize("name", LESSONS)
def test_every_fault_is_of_mistakes_that_a_check_names(name):
    lesson = COURSE.lesson(name)
    known = "\n".join(c.source for c in lesson.source.cells if is_test(c))
    folded = "\n".join(c.source for c in lesson.source.cells if c.cell_type == "markdown")
    faults = advice.faults(lesson)
    assert faults and advice.hints(lesson)
    assert len(faults) + len(advice.hints(lesson)) == folded.count("<details>")
    for fault in faults:
        assert fault.topics, f"{name}: no mistake is named above {fault.title!r}"
        for mistake in fault.topics:
            # The layers that no gradient reaches are put after the dash.
            stem = re.sub("^(no-gradient-).*", r"\1", mistake)
            assert f'"{stem}' in known, f"{name}: no check names {mistake!r} ({fault.title})"
    every = [mistake for fault in faults for mistake in fault.topics]
    assert len(every) == len(set(every)), f"{name}: a mistake has two faults"


@pytest.mark.parametrize("name", LESSONS)
def test_every_check_of_an_exercise_has_three_hints_and_no_question_has(name):
    lesson, kinds = COURSE.lesson(name), set()
    for cell in filter(is_test, lesson.source.cells):
        _, hints = advice.of(lesson, verdict(lesson, grade_id(cell)))
        names = {n.id for n in ast.walk(ast.parse(cell.source)) if isinstance(n, ast.Name)}
        exercise = bool(names & set().union(*(h.topics for h in advice.hints(lesson))))
        assert [h.title[:6] for h in hints] == ["Hint 1", "Hint 2", "Hint 3"] * exercise, cell.id
        is_question = property_of(cell).startswith("Question")
        assert exercise != (is_question or "predict" in grade_id(cell)), cell.id
        kinds.add(exercise)
    assert kinds == {True, False}, f"{name} has checks of exercises, and questions"


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_shown_needs_nothing_from_elsewhere(name):
    lesson = COURSE.lesson(name)
    parts = advice.faults(lesson) + advice.hints(lesson)
    assert parts
    for part in parts:
        html = advice.html(lesson, part.text)
        assert "$" not in html, f"{name}: {part.title!r} has a formula, which needs a script"
        assert not re.search(r'(src|href)="(?!data:)', html), part.title


def test_the_matching_fault_and_its_hints_are_on_the_page():
    text = page("04_padded_sentences", ("check-encode", None, True), ("check-dikkat", "mask-after"))
    assert "What goes wrong here: The weights are set to 0 after the softmax" in words(text)
    assert "The padding took its share before it was removed" in words(text)
    assert "Nothing is hidden" not in words(text)
    assert "To hide, choose between two arrays" in words(text)  # the hint for dikkat
    assert "sentence.split() gives the words" not in words(text)  # the one for encode


def test_a_picture_of_the_fault_is_in_the_page_itself():
    text = page(LESSON, ("check-example", "plain-reshape"))
    assert 'src="data:image/svg+xml;base64,' in text and "all head 0" in text


def test_what_was_tried_comes_before_what_was_not():
    text = words(page(LESSON, ("check-predict-order", "blank"), ("check-example", "interleaved")))
    assert "Begin with this one: The worked example" in text
    text = words(page(LESSON, ("check-predict-order", "blank"), ("check-example", "not-written")))
    assert "Begin with this one: The long line" in text


def test_a_solved_lesson_has_nothing_to_try():
    text = words(page(LESSON, ("check-example", None, True)))
    assert "Everything is there" in text and "Begin with" not in text and "Hint" not in text


def test_only_what_the_learner_wrote_is_their_work():
    lesson = COURSE.lesson(LESSON)
    cells = {"exercise-merge": "def merge_heads(x):\n    return x * 12345"}
    text = page(
        LESSON, ("check-example", None, True), notebook=bank.submission(COURSE, lesson, cells)
    )
    work = text[text.index("Your work") :]
    assert "x * 12345" in work and "YOUR CODE HERE" not in work and "predict-order" not in work


def test_the_page_says_how_far_one_is():
    standing = [
        feedback.Standing("01_einsum_scores", 10.0, 10.0),
        feedback.Standing(LESSON, 1.0, 10.0),
        feedback.Standing("03_einsum_attention", None, None),
    ]
    text = words(page(LESSON, ("check-example", None, True), standing=standing))
    said = text[text.index("How far you are") :]
    assert "01 Einsum scores 10 of 10" in said
    assert "02 Merge heads (this page) 1 of 10" in said
    assert "03 Einsum attention not yet" in said


# --- what a teacher adds ---------------------------------------------------------------------


@pytest.fixture
def graded(tmp_path):
    """One lesson of one student, wrong in one way and graded."""
    course = new_course(tmp_path / "course", [LESSON])
    lesson = course.lesson(LESSON)
    wrong = {"exercise-merge": "def merge_heads(x):\n    return x.swapaxes(1, 2)"}
    cells = bank.solutions(lesson) | wrong
    submit(course, "ada", LESSON, bank.submission(course, lesson, cells))
    run("dikkat", "grade", cwd=course.root, check=False)
    return course


def added(course, change) -> str:
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        change(book)
        book.db.commit()
    done = run("dikkat", "grade", cwd=course.root, check=False)
    assert "0 graded, 1 unchanged" in done.stdout
    return words(
        (course.root / "feedback/ada" / LESSON / f"{LESSON}.html").read_text(encoding="utf-8")
    )


def test_the_page_has_what_the_teacher_wrote_since(graded):
    before = sum(scores(graded, LESSON, "ada").values())
    assert 0 < before < 9

    def comment(book):
        book.find_comment("exercise-merge", LESSON, LESSON, "ada").manual_comment = "<b>Nearly</b>"

    text = added(graded, comment)
    assert "From your teacher" in text and "exercise-merge: &lt;b&gt;Nearly&lt;/b&gt;" in text

    def give(book):
        book.find_grade("check-example", LESSON, LESSON, "ada").manual_score = 0.5
        book.find_submission_notebook(LESSON, LESSON, "ada").late_submission_penalty = 2.0

    text = added(graded, give)
    assert "Points set by hand: check-example 0.5." in text and "2 points were taken off" in text
    assert f"ada: {before + 0.5 - 2:g} of 10 points" in text

    def take_back(book):
        book.find_comment("exercise-merge", LESSON, LESSON, "ada").manual_comment = None
        book.find_grade("check-example", LESSON, LESSON, "ada").manual_score = None
        book.find_submission_notebook(LESSON, LESSON, "ada").late_submission_penalty = None

    assert "From your teacher" not in added(graded, take_back)


def test_the_page_counts_the_other_lessons(graded):
    text = words(
        (graded.root / "feedback/ada" / LESSON / f"{LESSON}.html").read_text(encoding="utf-8")
    )
    points = sum(scores(graded, LESSON, "ada").values())
    assert f"02 Merge heads (this page) {points:g} of 10" in text
