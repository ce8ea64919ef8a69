"""What nbgrader_config.py plugs into nbgrader, through its own settings.

`nbgrader autograde` and the formgrader's button then grade as `dikkat grade` does: `Reader`
reads what was handed in, `TwoSided` runs it, and the rest is nbgrader's.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import nbformat
from nbconvert.exporters import NotebookExporter
from nbconvert.preprocessors import ClearMetadataPreprocessor, CSSHTMLHeaderPreprocessor
from nbgrader.api import Gradebook
from nbgrader.converters.base import NbGraderException
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearHiddenTests,
    Execute,
    GetGrades,
    IgnorePattern,
    LimitOutput,
    NbGraderPreprocessor,
    SaveAutoGrades,
)
from sqlalchemy.exc import SAWarning
from traitlets import Bool, Float, Integer

from dikkat.course import Course, Lesson, grade_id
from dikkat.grading import preflight
from dikkat.grading.execute import execute
from dikkat.grading.run import Times
from dikkat.grading.sandbox import NONE, Limits
from dikkat.grading.submission import fail_all, warm_server

SHOWN_KINDS = {"text/plain", "image/png", "image/jpeg"}


def configure(c) -> None:
    """Sets what makes nbgrader grade two-sided. c: nbgrader's configuration object."""
    # nbgrader 0.9.6 makes SQLAlchemy warn for every submission; nothing is wrong.
    warnings.filterwarnings("ignore", category=SAWarning, module=r"nbgrader\.api")
    two_sided = WithoutSandbox if sys.platform == "win32" else TwoSided
    c.Autograde.exporter_class = Reader
    c.Autograde.pre_convert_hook = refuse_links
    c.Autograde.autograde_preprocessors = [
        two_sided, IgnorePattern, ClearMetadataPreprocessor, LimitOutput, SaveAutoGrades,
        AssignLatePenalties, CheckCellMetadata,
    ]  # fmt: skip
    # Feedback and formgrader show no hidden test, and nothing active that a learner made.
    c.GenerateFeedback.preprocessors = [
        GetGrades, ClearHiddenTests, SafeOutputs, CSSHTMLHeaderPreprocessor,
    ]  # fmt: skip
    c.HTMLExporter.sanitize_html = True
    c.Execute.shutdown_kernel = "immediate"  # nothing to wait for; `nbgrader validate` uses it


class Grading(NbGraderPreprocessor):
    """The settings of grading that a teacher may change."""

    cell_seconds = Float(20, help="Seconds that one cell, or one check, may run.").tag(config=True)
    notebook_seconds = Float(120, help="Seconds that a whole notebook may run.").tag(config=True)
    memory_mib = Integer(2048, help="MiB of memory that a submission may use.").tag(config=True)
    without_sandbox = Bool(
        False,
        help="Grade other people's work although this machine has no sandbox for it.",
    ).tag(config=True)

    def limits(self) -> Limits:
        return Limits(memory=self.memory_mib * 2**20, cpu_seconds=int(self.notebook_seconds) + 30)

    def times(self) -> Times:
        return Times(self.cell_seconds, self.notebook_seconds)

    def refuse_without_sandbox(self, level: str, reason: str) -> None:
        """Raises NbGraderException where other people's code would run as this user."""
        if level == NONE and not self.without_sandbox:
            raise NbGraderException(
                "Nothing was graded: this machine has no sandbox for other people's code "
                f"({reason}), so it would run with everything that you can read and write. "
                "`dikkat doctor` says what is missing. To accept the risk, set "
                "c.TwoSided.without_sandbox = True in nbgrader_config.py."
            )


class TwoSided(Grading):
    """Takes the place of nbgrader's Execute: see docs/grading.md."""

    def preprocess(self, nb, resources):
        lesson = _lesson_of(self, resources)
        problem = nb.metadata.get("dikkat", {}).get("problem")
        if problem:
            fail_all(nb, problem)
            return nb, resources
        warm = warm_server()
        warm.start()
        self.refuse_without_sandbox(warm.level, warm.reason)
        execute(nb, lesson, warm, self.limits(), self.times())
        return nb, resources


class WithoutSandbox(Grading, Execute):
    """Where there is no fork (Windows): nbgrader's own Execute, once the risk is accepted."""

    def preprocess(self, nb, resources, *args, **kwargs):
        self.refuse_without_sandbox(NONE, "this system cannot fork")
        return Execute.preprocess(self, nb, resources, *args, **kwargs)


class Reader(NotebookExporter):
    """Reads a submission through preflight; what cannot be read becomes a notebook of zeros."""

    def from_filename(self, filename, resources=None, **kw):
        converter = self.parent
        if getattr(converter, "_sanitizing", False):
            lesson = _lesson_of(self, resources)
            _must_be_generated(lesson, resources)
            submission = preflight.inspect(Path(filename).parent, lesson)
            for finding in submission.findings:
                self.log.warning(
                    "%s, %s: %s", resources["nbgrader"]["student"], lesson.name, finding.text
                )
            notebook = submission.notebook or empty_notebook(lesson, submission.problem)
        else:
            notebook = nbformat.read(filename, as_version=4)
        return self.from_notebook_node(notebook, resources, **kw)


class SafeOutputs(NbGraderPreprocessor):
    """Leaves text and pictures of what a learner's code showed; no HTML, script or link."""

    def preprocess_cell(self, cell, resources, index):
        for output in cell.get("outputs", []):
            if "data" in output:
                output.data = {k: v for k, v in output.data.items() if k in SHOWN_KINDS}
        return cell, resources


def refuse_links(assignment, student, notebooks) -> None:
    """nbgrader copies what a symbolic link points to: refuse a folder that has one."""
    for folder in {Path(notebook).parent for notebook in notebooks}:
        for path in [folder, *folder.rglob("*")]:
            if path.is_symlink():
                raise NbGraderException(
                    f"{path} is a symbolic link. nbgrader would copy what it points to. Remove "
                    "it, or use `dikkat grade`, which leaves links aside and grades the rest."
                )


def empty_notebook(lesson: Lesson, problem: str):
    """The lesson with nothing in it, for a submission that cannot be read."""
    notebook, _ = preflight.restore(nbformat.v4.new_notebook(), lesson)
    notebook.metadata.dikkat = {"problem": problem}
    return notebook


def _lesson_of(component, resources) -> Lesson:
    """The lesson that nbgrader is working on; `component` is ours, somewhere below a converter."""
    while not hasattr(component, "coursedir"):
        component = component.parent
    return Course(component.coursedir.root).lesson(resources["nbgrader"]["assignment"])


def _must_be_generated(lesson: Lesson, resources) -> None:
    """Raises NbGraderException where the gradebook knows another version of the lesson."""
    names = resources["nbgrader"]
    texts = {grade_id(c): c.source for c in lesson.source.cells if grade_id(c)}
    with Gradebook(names["db_url"]) as gradebook:
        cells = gradebook.find_notebook(names["notebook"], names["assignment"]).source_cells
        known = {cell.name: cell.source for cell in cells if cell.locked}
    changed = sorted(n for n in known if texts.get(n) != known[n])
    if changed:
        raise NbGraderException(
            f"source/{lesson.name} is not what was generated (changed: {', '.join(changed[:5])}). "
            f"Run `nbgrader generate_assignment {lesson.name} --force`, then grade again."
        )
