"""A lesson that is open in JupyterLab; its cells are named by their nbgrader ids."""

from __future__ import annotations

import dataclasses
import itertools
import re
import shutil
from pathlib import Path
from urllib.parse import quote

import nbformat
from conftest import ROOT
from nbformat import NotebookNode
from playwright.sync_api import Locator, Page, expect

from dikkat.course import Course, grade_id
from dikkat.teaching import bank

LAPTOP = {"width": 1366, "height": 768}
DONE = re.compile(r"\[\d+\]:")
_workspaces = itertools.count()


@dataclasses.dataclass
class Lab:
    """JupyterLab as `dikkat start` runs it.

    you: the learner's name. url: the address that it printed.
    """

    course: Course
    you: str
    url: str

    @property
    def base(self) -> str:
        """The address of the server, without a path."""
        return self.url.split("/lab/")[0]

    @property
    def token(self) -> str:
        """The token in the address."""
        return self.url.split("token=")[1]

    def copy(self, student: str, lesson: str) -> Path:
        """Gives a student a new copy of a released lesson; returns the path of its notebook."""
        folder = self.course.root / "submitted" / student / lesson
        shutil.copytree(self.course.root / "release" / lesson, folder)
        return folder / f"{lesson}.ipynb"


class Notebook:
    """A notebook that is open on a page of JupyterLab."""

    def __init__(self, page: Page, lab: Lab, path: Path):
        self.page, self.path = page, path
        self.cells = nbformat.read(path, as_version=4).cells
        # A workspace of its own, or JupyterLab reopens what another page had open.
        place = f"/lab/workspaces/test-{next(_workspaces)}/tree/"
        page.goto(lab.base + place + quote(str(path.relative_to(lab.course.root))))
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Waits until all cells are shown and the kernel is idle."""
        expect(self.page.locator(".jp-Notebook .jp-Cell")).to_have_count(len(self.cells))
        self.wait_until_idle()

    def wait_until_idle(self) -> None:
        """Waits until the status bar says that the kernel is idle."""
        expect(self.page.locator("#jp-main-statusbar")).to_contain_text("(ipykernel) | Idle")

    # --- cells -------------------------------------------------------------------------

    @property
    def ids(self) -> list[str]:
        """The ids of the code cells, in order; `cell-N` for a cell N that has none."""
        return [n for n, c in zip(self._names(), self.cells, strict=True) if c.cell_type == "code"]

    def _names(self) -> list[str]:
        return [grade_id(c) or f"cell-{n}" for n, c in enumerate(self.cells)]

    def as_released(self, name: str) -> NotebookNode:
        """The cell as it was when the notebook was opened."""
        return self.cells[self._names().index(name)]

    def cell(self, name: str) -> Locator:
        """The whole cell."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(self._names().index(name))

    def prompt(self, name: str) -> Locator:
        """The prompt of a cell, such as `[3]:`."""
        return self.cell(name).locator(".jp-InputPrompt")

    def outputs(self, name: str) -> list[str]:
        """The text of each output of a cell."""
        return self.cell(name).locator(".jp-OutputArea-output").all_text_contents()

    def pictures(self, name: str) -> Locator:
        """The pictures in the outputs of a cell."""
        return self.cell(name).locator(".jp-OutputArea-output img")

    # --- actions -----------------------------------------------------------------------

    def write(self, name: str, text: str) -> None:
        """Replaces the whole text of a cell, as by pasting."""
        folded = self.cell(name).locator(".jp-InputPlaceholder .jp-Placeholder-content")
        if folded.count():
            folded.click()
        # Click its first line: JupyterLab creates editors and their lines as they come into view.
        editor = self.cell(name).locator(".jp-InputArea-editor")
        editor.click(position={"x": 60, "y": 12})
        expect(editor.locator(".cm-content")).to_be_focused()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)

    def run(self, name: str) -> None:
        """Runs a cell with Shift+Enter and waits until it has ended."""
        before = self.prompt(name).text_content()
        self.prompt(name).click()
        self.page.keyboard.press("Shift+Enter")
        expect(self.prompt(name)).not_to_have_text(before)
        expect(self.prompt(name)).to_have_text(DONE)
        # After an error, the kernel discards requests that arrive before it is idle.
        self.wait_until_idle()

    def menu(self, *items: str) -> None:
        """Chooses from the menus, such as menu("Run", "Run All Cells")."""
        self.page.get_by_role("menuitem", name=items[0], exact=True).first.click()
        for item in items[1:]:
            label = self.page.locator(".lm-Menu-itemLabel")
            label.get_by_text(item, exact=True).last.click()

    def run_all(self, until: str) -> None:
        """Runs all cells; waits until the cell `until` has run and no cell is left waiting."""
        before = self.prompt(until).text_content()
        self.menu("Run", "Run All Cells")
        expect(self.prompt(until)).not_to_have_text(before)
        expect(self.prompt(until)).to_have_text(DONE)
        expect(self.page.locator(".jp-InputPrompt").get_by_text("[*]")).to_have_count(0)

    def save(self) -> None:
        """Saves with Ctrl+S and waits until JupyterLab shows no unsaved changes."""
        tab = self.page.locator(".lm-DockPanel-tabBar .lm-TabBar-tab.jp-mod-current")
        self.page.keyboard.press("ControlOrMeta+s")
        expect(tab).not_to_have_class(re.compile("jp-mod-dirty"))


def attempt(lesson: str, name: str) -> bank.Attempt:
    """An attempt of the bank."""
    return bank.read(ROOT / "tests/attempts" / lesson / f"{name}.py")
