"""A learner's day: start, read, run, fail, read the message, solve, validate."""

from __future__ import annotations

import json
import os
import re
import shutil

import nbformat
import pytest
from conftest import LESSONS
from playwright.sync_api import expect

from browser.lab import Notebook, attempt
from dikkat.course import grade_id, is_solution, is_test

YOUR_TURN = "Your turn: write your own code in place of this line."
NOT_FOR_LEARNERS = ("dikkat/", "site-packages")  # frames of a traceback that are not theirs


def test_start_opens_the_first_lesson_without_a_question(page, lab):
    page.goto(lab.url)
    expect(page.locator(".jp-Notebook .jp-Cell").first).to_be_visible()
    expect(page.locator("#jp-main-statusbar")).to_contain_text("Python 3 (ipykernel) | Idle")
    tab = page.locator(".lm-DockPanel-tabBar .lm-TabBar-tab.jp-mod-current")
    expect(tab).to_have_text("01_einsum_scores.ipynb")
    expect(page.locator(".jp-Notebook h1")).to_have_text(re.compile("Einsum scores"))
    crumbs = page.locator(".jp-FileBrowser-crumbs")
    expect(crumbs).to_contain_text(f"{lab.you}/01_einsum_scores/")
    # The page has settled: JupyterLab asks its questions once it has restored its layout.
    page.wait_for_load_state("networkidle")
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    expect(page.locator(".Toastify__toast")).to_have_count(0)


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_unsolved_lesson_says_what_to_do(page, lab, lesson):
    notebook = Notebook(page, lab, lab.copy("unsolved", lesson))
    questions = [n for n in notebook.ids if re.match("predict|answer", n)]
    for name in notebook.ids:
        cell = notebook.as_released(name)
        notebook.run(name)
        said = "".join(notebook.outputs(name))
        if name in questions:
            assert YOUR_TURN in said
        elif is_test(cell) and "Check(" in cell.source:
            assert "✗" in said and "Traceback" not in said, said
        elif is_solution(cell):
            assert not said or YOUR_TURN in said  # most only define a function
        # A check says it in its own words; a given cell may have to show IPython's traceback.
        assert len(said.splitlines()) <= (12 if is_test(cell) else 15), said
        assert not [frame for frame in NOT_FOR_LEARNERS if frame in said], said

    notebook.run_all(until=questions[0])
    assert YOUR_TURN in "".join(notebook.outputs(questions[0]))


def test_a_wrong_attempt_is_named_on_the_page(page, lab):
    wrong = attempt("02_merge_heads", "wrong_plain_reshape")
    notebook = Notebook(page, lab, lab.copy("wrong", "02_merge_heads"))
    for name, text in wrong.cells.items():
        notebook.write(name, text)
        notebook.run(name)
    notebook.run("check-example")
    message = "".join(notebook.outputs("check-example"))
    assert message.startswith("✗ The worked example")
    assert "This is what a plain reshape gives" in message
    assert "called:    merge_heads(array (1, 2, 2, 2))" in message

    notebook.page.get_by_role("button", name="Validate").click()
    dialog = page.locator(".jp-Dialog")
    expect(dialog).to_contain_text("The following cell failed")
    expect(dialog).to_contain_text("✗ The worked example")
    expect(dialog).to_contain_text("This is what a plain reshape gives")
    expect(dialog).not_to_contain_text("Success")


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_solved_lesson_passes_and_shows_its_pictures(page, lab, solved, lesson):
    notebook = Notebook(page, lab, solved(lesson))
    texts = {name: notebook.as_released(name).source for name in notebook.ids}
    checks = [name for name, text in texts.items() if "with Check(" in text]
    pictures = [n for n, text in texts.items() if re.search(r"^show_\w+\(", text, flags=re.M)]
    assert checks and pictures
    for name in checks:
        said = "".join(notebook.outputs(name))
        assert "✓" in said and "✗" not in said, (name, said)
    for name in pictures:
        expect(notebook.pictures(name)).to_have_count(1)
        assert notebook.pictures(name).evaluate("image => image.naturalWidth") > 200
        # JupyterLab gives a picture no text of its own: the sentence above it is the text.
        sentences = notebook.outputs(name)[0].splitlines()
        assert any(len(s) > 60 and s.endswith(".") for s in sentences), sentences
    for name in notebook.ids:
        assert "Error" not in "".join(notebook.outputs(name))


def test_validate_says_success(page, lab, solved):
    Notebook(page, lab, solved("02_merge_heads"))
    page.get_by_role("button", name="Validate").click()
    expect(page.locator(".jp-Dialog")).to_contain_text(
        "Success! Your notebook passes all the tests."
    )


def test_hints_open_with_the_keyboard(page, lab):
    notebook = Notebook(page, lab, lab.copy("keyboard", "02_merge_heads"))
    hints = next(n for n, c in enumerate(notebook.cells) if c.source.startswith("## Hints"))
    cell = page.locator(".jp-Notebook .jp-Cell").nth(hints)
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        here = page.evaluate_handle("document.activeElement").as_element()
        if len(reached) < 3 and here.evaluate("element => element.tagName") == "SUMMARY":
            page.keyboard.press("Enter")
            reached.append(here.text_content())
    assert [text[:6] for text in reached] == ["Hint 1", "Hint 2", "Hint 3"]
    expect(cell.locator("details[open]")).to_have_count(3)
    expect(page.locator(".jp-Notebook.jp-mod-editMode")).to_have_count(0)


def test_locked_cells_cannot_be_changed(page, lab):
    notebook = Notebook(page, lab, lab.copy("locked", "02_merge_heads"))
    # The learner's own cell can be changed: otherwise this test shows nothing.
    for name in ("check-example", "hidden-any-size", "given-example", "exercise-merge"):
        notebook.write(name, "x = 1")
        notebook.prompt(name).click()
        page.keyboard.press("d")
        page.keyboard.press("d")
    notebook.save()
    saved = nbformat.read(notebook.path, as_version=4).cells
    changed = [
        grade_id(c) for c, old in zip(saved, notebook.cells, strict=True) if c.source != old.source
    ]
    assert changed == ["exercise-merge"]


def test_the_command_works_in_jupyterlabs_terminal(page, lab, solved):
    """From the folder that the file browser shows: a subfolder of the course."""
    own = lab.course.root / "submitted" / lab.you / "02_merge_heads" / "02_merge_heads.ipynb"
    shutil.copy(solved("02_merge_heads"), own)
    notebook = Notebook(page, lab, own)
    shown = []

    def says(words: str):
        def heard(frame: str) -> bool:
            kind, *rest = json.loads(frame)
            shown.extend(rest if kind == "stdout" else [])
            return words in "".join(shown)

        return heard

    with page.expect_websocket(lambda socket: "/terminals/" in socket.url) as opened:
        notebook.menu("File", "New", "Terminal")
    terminal = opened.value
    terminal.wait_for_event("framereceived", says("$ ") if os.geteuid() else says("# "))
    page.locator(".jp-Terminal").click()
    most = sum(lab.course.lesson(name).points for name in LESSONS)
    for command, words in {
        "dikkat check 2": "Merge heads: 10 of 10 points",
        "dikkat progress": f"10 of {most:g} points in all.",
    }.items():
        with terminal.expect_event("framereceived", says(words), timeout=600_000):
            page.keyboard.type(f"{command}\n")
    assert "✗" not in "".join(shown)
