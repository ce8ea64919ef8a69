"""Lessons and feedback for everybody: contrast, zoom, headings, texts for pictures.

Looked at are our own cells and pages; JupyterLab around them is not ours.
"""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import LESSONS, run, submit
from playwright.sync_api import Page, expect

from browser.lab import LAPTOP, Notebook, attempt
from dikkat.teaching import bank

TEXT_AND_OUTPUTS = [".jp-RenderedMarkdown"], [".jp-OutputArea-output"]
# A laptop's screen at 200 percent: half as many CSS pixels.
AT_200_PERCENT = {"width": LAPTOP["width"] // 2, "height": LAPTOP["height"] // 2}


def faults(page: Page, *, include=(["body"],), exclude=()) -> list[str]:
    """What axe finds that is serious or critical: rule, part of the page, and why."""
    assert all(page.locator(part).count() for parts in include for part in parts)
    results = Axe().run(page, {"include": list(include), "exclude": list(exclude)})
    return [
        f"{fault['id']}: {node['target']} {node['html'][:200]}"
        for fault in results.response["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def misplaced_headings(page: Page, within: str) -> list[str]:
    """Headings that skip a level, or are a second h1."""
    found = page.locator(within).locator("h1, h2, h3, h4, h5, h6")
    headings = found.evaluate_all("all => all.map(h => [Number(h.tagName[1]), h.textContent])")
    assert headings
    levels = [0, *(level for level, _ in headings)]
    return [
        text
        for (level, text), before in zip(headings, levels, strict=False)
        if level > before + 1 or (level == 1 and before)
    ]


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_can_be_read_by_everybody(page, lab, solved, screenshots, lesson):
    notebook = Notebook(page, lab, solved(lesson))
    page.locator(".jp-Notebook summary").evaluate_all(
        "all => all.forEach(summary => { summary.parentElement.open = true })"
    )
    assert not misplaced_headings(page, ".jp-Notebook .jp-RenderedMarkdown")
    pictures = page.locator(".jp-RenderedMarkdown img")
    shown = pictures.evaluate_all("all => all.map(i => [i.alt, i.naturalWidth])")
    assert shown
    for text, width in shown:
        assert len(text) > 20 and width > 0

    for theme in ("Light", "Dark"):
        notebook.menu("Settings", "Theme", f"JupyterLab {theme}")
        expect(page.locator("body")).to_have_attribute(
            "data-jp-theme-light", "true" if theme == "Light" else "false"
        )
        _picture(page, screenshots / f"{lesson}-{theme}-100.png".lower())
        assert not _too_wide(page, "*")
        # JupyterLab gives an output's picture no alt text: the sentence above it is its text.
        pictures = [".jp-OutputArea-output img"]
        assert not faults(page, include=TEXT_AND_OUTPUTS, exclude=[pictures])

        page.set_viewport_size(AT_200_PERCENT)
        page.keyboard.press("ControlOrMeta+b")  # without the files at the side
        expect(page.locator(".jp-DirListing")).to_be_hidden()
        _picture(page, screenshots / f"{lesson}-{theme}-200.png".lower())
        # A wide table or formula may be scrolled in its cell; what is read line by line may not.
        assert not _too_wide(page, "h1, h2, h3, p:not(:has(mjx-container)), li, pre, img, summary")
        page.keyboard.press("ControlOrMeta+b")
        page.set_viewport_size(LAPTOP)


def _picture(page: Page, path) -> None:
    """All of the notebook at the page's width, as one picture."""
    size = page.viewport_size
    outer = page.locator(".jp-WindowedPanel-outer")
    page.set_viewport_size({**size, "height": 12000})
    expect(outer).to_have_js_property("scrollTop", 0)
    outer.screenshot(path=path)
    page.set_viewport_size(size)


def _too_wide(page: Page, elements: str) -> list[str]:
    """Of these elements of ours, those that stick out of their cell at the side."""
    ours = page.locator(".jp-RenderedMarkdown, .jp-OutputArea-output")
    assert ours.count() and ours.locator(elements).count()
    return ours.evaluate_all(
        """(cells, elements) => cells.flatMap(cell => {
            const edge = cell.getBoundingClientRect().right + 1
            return [...cell.querySelectorAll(elements)]
                .filter(part => part.getBoundingClientRect().right > edge)
                .map(part => `${part.tagName}: ${part.textContent.slice(0, 80)}`)
        })""",
        elements,
    )


@pytest.fixture(scope="module")
def feedback(lab):
    """The page of a student with a fault, as `dikkat grade` writes it."""
    name, student = "02_merge_heads", "İpek Çağlar"
    lesson = lab.course.lesson(name)
    cells = bank.solutions(lesson) | attempt(name, "wrong_plain_reshape").cells
    submit(lab.course, student, name, bank.submission(lab.course, lesson, cells))
    run("dikkat", "grade", name, "--student", student, cwd=lab.course.root)
    return lab.course.root / "feedback" / student / name / f"{name}.html"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [LAPTOP, AT_200_PERCENT], ids=["100", "200"])
def test_the_feedback_page_can_be_read_by_everybody(page, feedback, screenshots, theme, size):
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size(size)
    page.goto(feedback.as_uri())
    page.screenshot(path=screenshots / f"feedback-{theme}-{size['width']}.png", full_page=True)
    assert not faults(page)
    assert not misplaced_headings(page, "body")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    texts = page.locator("img").evaluate_all("all => all.map(image => image.alt)")
    assert all(len(text) > 20 for text in texts)
    # The learner's own picture and that of the fault.
    assert any(text.startswith("Numbers") for text in texts) and len(texts) > 1
    # Passed or not is said in words, not by colour alone.
    marks = page.locator(".passed, .todo").all_inner_texts()
    assert {mark.strip() for mark in marks} == {"✓ passed", "✗ not yet"}
