"""What a teacher does in the formgrader: generate, autograde, comment, give feedback."""

from __future__ import annotations

import pytest
from conftest import submit
from playwright.sync_api import expect

from browser.lab import Notebook, attempt
from dikkat.teaching import bank

LESSON = "02_merge_heads"
STUDENT = "Gül Öz"  # her merged heads are a plain reshape


@pytest.fixture
def handed_in(lab):
    """Submits a notebook with one mistake; returns its lesson."""
    lesson = lab.course.lesson(LESSON)
    cells = bank.solutions(lesson) | attempt(LESSON, "wrong_plain_reshape").cells
    submit(lab.course, STUDENT, LESSON, bank.submission(lab.course, lesson, cells))
    return lesson


def test_the_formgrader_grades_takes_a_comment_and_writes_feedback(page, lab, handed_in):
    notebook = Notebook(page, lab, lab.copy("teacher", "01_einsum_scores"))
    notebook.menu("Nbgrader", "Formgrader")
    formgrader = page.frame_locator("iframe[src*=formgrader]")
    row = formgrader.locator("tr", has=formgrader.get_by_role("link", name=LESSON, exact=True))

    row.locator(".assign a").click()
    _succeeded(formgrader, "Successfully created the student version")

    row.locator(".num-submissions a").click()
    row = formgrader.locator("tr", has_text=STUDENT)
    row.locator(".autograde a").click()
    _succeeded(formgrader, "Successfully autograded")
    expect(row.locator(".status")).to_have_text("graded")
    score = row.locator(".score").text_content()
    assert score == f"{attempt(LESSON, 'wrong_plain_reshape').points:g} / 10"

    # JupyterLab opens manual grading in new tabs; here, the same pages are opened directly.
    page.goto(f"{lab.base}/formgrader/gradebook/{LESSON}/{LESSON}")
    expect(page.locator("td.name")).not_to_have_count(0)
    page.get_by_text("Show All Names").click()
    page.get_by_role("link", name=STUDENT).click()
    scores = page.locator("input.score[placeholder]")
    expect(scores).to_have_count(10)
    given = scores.evaluate_all("boxes => boxes.map(b => [b.id, Number(b.placeholder)])")
    assert sum(points for _, points in given) == attempt(LESSON, "wrong_plain_reshape").points
    assert dict(given)["check-example"] == 0
    expect(page.locator("body")).to_contain_text("This is what a plain reshape gives")
    comment = page.locator("#exercise-merge-comment")
    with page.expect_response(lambda answer: "/api/comment/" in answer.url and answer.ok):
        comment.fill("Look at row 0: where is head 1?")
        comment.blur()

    page.goto(f"{lab.base}/formgrader/manage_submissions/{LESSON}")
    page.locator("tr", has_text=STUDENT).locator(".generate-feedback a").click()
    _succeeded(page, "Successfully generated feedback")
    feedback = lab.course.root / "feedback" / STUDENT / LESSON / f"{LESSON}.html"
    page.goto(feedback.as_uri())
    expect(page.locator("body")).to_contain_text("Look at row 0: where is head 1?")
    expect(page.locator("body")).to_contain_text("This is what a plain reshape gives")
    hers = bank.solutions(handed_in).values()
    public = "\n".join([*hers, *(c.source for c in handed_in.released.cells)])
    tests = [c.source for c in handed_in.source.cells if "BEGIN HIDDEN" in c.source]
    lines = {line.strip() for text in tests for line in text.splitlines()[1:]}
    secrets = [line for line in lines if len(line) > 20 and line not in public]
    text = page.locator("body").inner_text()
    assert len(secrets) > 5 and not [line for line in secrets if line in text]


def _succeeded(where, words: str) -> None:
    """Waits for the formgrader's answer, which must be a success, and closes it."""
    answer = where.locator(".modal.in")
    expect(answer.locator(".modal-body")).to_contain_text("uccessfully")
    expect(answer).to_contain_text(words)
    answer.locator(".modal-header button").click()
    expect(answer).to_have_count(0)
