"""One JupyterLab, started by `dikkat start`, and one browser for all of these tests."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pexpect
import pytest
from conftest import ROOT, environment, new_course
from playwright.sync_api import expect, sync_playwright

from browser.lab import LAPTOP, Lab, Notebook
from dikkat.teaching import bank

YOU = "Ayşe Yılmaz"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE = 300_000  # milliseconds: a slow machine is no fault
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        # Without one on the system: the one of `playwright install chromium`.
        yield playwright.chromium.launch(executable_path=chromium, args=FLAGS)


@pytest.fixture(scope="session")
def lab(browser, tmp_path_factory):
    """JupyterLab on a new course, in a terminal of its own, with a new user's home folder."""
    folder = tmp_path_factory.mktemp("browser")
    course = new_course(folder / "course", generate=False)
    shutil.copytree(ROOT / "release", course.root / "release")
    (folder / "home").mkdir()
    # A JupyterLab around this one must not tell it where to look.
    inherited = {k: v for k, v in environment().items() if not k.startswith("JUPYTER")}
    home = {"HOME": str(folder / "home"), "DIKKAT_STUDENT": YOU, "SHELL": "/bin/bash"}
    terminal = pexpect.spawn(
        "dikkat", ["start", "--no-browser"], cwd=course.root, env=inherited | home,
        encoding="utf-8", timeout=300, dimensions=(50, 400),
    )  # fmt: skip
    terminal.expect(r"(http://127\.0\.0\.1\S+)")
    started = Lab(course, YOU, terminal.match[1])
    # Somebody must read on, or JupyterLab stops when the terminal is full.
    terminal.timeout = None
    reader = threading.Thread(target=terminal.read, daemon=True)
    reader.start()
    yield started
    with browser.new_context() as context:
        context.request.post(f"{started.base}/api/shutdown?token={started.token}")
    reader.join()


@pytest.fixture(scope="session")
def signed_in(browser, lab):
    """The cookies of somebody who opened the address that `dikkat start` printed."""
    with browser.new_context() as context:
        context.request.get(f"{lab.base}/?token={lab.token}")
        return context.storage_state()


@pytest.fixture
def page(browser, lab, signed_in):
    """A page the size of a laptop's screen. What it started ends with it."""
    with browser.new_context(viewport=LAPTOP, storage_state=signed_in) as context:
        context.set_default_timeout(PATIENCE)
        yield context.new_page()
        headers = {"Authorization": f"token {lab.token}"}
        for session in context.request.get(f"{lab.base}/api/sessions", headers=headers).json():
            context.request.delete(f"{lab.base}/api/sessions/{session['id']}", headers=headers)


@pytest.fixture(scope="session")
def solved(browser, lab, signed_in):
    """{lesson: a notebook in which a learner wrote our solutions, ran all and saved}."""
    made: dict[str, Path] = {}

    def solve(lesson: str) -> Path:
        if lesson not in made:
            with browser.new_context(viewport=LAPTOP, storage_state=signed_in) as context:
                context.set_default_timeout(PATIENCE)
                notebook = Notebook(context.new_page(), lab, lab.copy("solved", lesson))
                for name, text in bank.solutions(lab.course.lesson(lesson)).items():
                    notebook.write(name, text)
                notebook.run_all(until=notebook.ids[-1])
                notebook.save()
                made[lesson] = notebook.path
        return made[lesson]

    return solve


@pytest.fixture
def screenshots(tmp_path) -> Path:
    """Where pictures go: the folder DIKKAT_SCREENSHOTS, or the test's own."""
    folder = Path(os.environ.get("DIKKAT_SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
