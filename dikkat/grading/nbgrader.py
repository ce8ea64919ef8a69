"""What nbgrader_config.py plugs into nbgrader, through its own settings.

`nbgrader autograde` and the formgrader's button then grade as `dikkat grade` does: `Reader`
reads what was handed in, `TwoSided` runs it, and the rest is nbgrader's.
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import sys
import warnings
from pathlib import Path

import nbformat
from bleach import clean
from nbconvert.exporters import NotebookExporter
from nbconvert.filters import markdown2html
from nbconvert.preprocessors import ClearMetadataPreprocessor, CSSHTMLHeaderPreprocessor
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import Autograde, GenerateAssignment, base
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
from dikkat.grading.archive import Extractor
from dikkat.grading.execute import execute
from dikkat.grading.gradebook import read_timestamp
from dikkat.grading.run import Times
from dikkat.grading.sandbox import NONE, Limits
from dikkat.grading.submission import fail_all
from dikkat.grading.warm import warm_server

SAFE_TAGS = set(
    "a blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr img kbd li ol p pre "
    "span strong sub summary sup table tbody td th thead tr ul".split()
)
SHOWN_KINDS = {"text/plain", "image/png", "image/jpeg"}


def configure(c) -> None:
    """Sets what makes nbgrader grade two-sided. c: nbgrader's configuration object."""
    # nbgrader 0.9.6 makes SQLAlchemy warn for every submission; nothing is wrong.
    warnings.filterwarnings("ignore", category=SAWarning, module=r"nbgrader\.api")
    two_sided = WithoutSandbox if sys.platform == "win32" else TwoSided
    c.GenerateAssignment.exporter_class = Releaser
    c.Autograde.exporter_class = Reader
    c.ZipCollectApp.extractor_plugin = Extractor
    c.Autograde.autograde_preprocessors = [
        two_sided, IgnorePattern, ClearMetadataPreprocessor, LimitOutput, SaveAutoGrades,
        AssignLatePenalties, CheckCellMetadata,
    ]  # fmt: skip
    # Feedback and formgrader show no hidden test, and nothing active that a learner made.
    c.GenerateFeedback.preprocessors = [
        GetGrades, ClearHiddenTests, SafeOutputs, CSSHTMLHeaderPreprocessor,
    ]  # fmt: skip
    c.HTMLExporter.sanitize_html = True  # of outputs; nbgrader's pages do not ask it for text cells
    c.HTMLExporter.filters = {"markdown2html": safe_markdown}
    # `nbgrader validate` and `generate_solution` start a kernel, and others may be on the machine.
    c.KernelManager.transport_encryption = "auto"
    c.Execute.shutdown_kernel = "immediate"  # nothing to wait for


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
        warm = warm_server(lesson.text)
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

    def __init__(self, config=None, **kw):
        super().__init__(config=config, **kw)
        if isinstance(self.parent, Autograde):
            _keep_faults_apart(self.parent)

    def from_filename(self, filename, resources=None, **kw):
        if getattr(self.parent, "_sanitizing", False):
            lesson = _lesson_of(self, resources)
            _must_be_generated(lesson, resources)
            folder = Path(filename).parent
            submission = preflight.inspect(folder, lesson)
            _, note = read_timestamp(folder)
            for text in [f.text for f in submission.findings] + ([note] if note else []):
                self.log.warning("%s, %s: %s", resources["nbgrader"]["student"], lesson.name, text)
            notebook = submission.notebook or empty_notebook(lesson, submission.problem)
        else:
            notebook = nbformat.read(filename, as_version=4)
        return self.from_notebook_node(notebook, resources, **kw)


def _keep_faults_apart(converter: Autograde) -> None:
    """Changes three steps of `nbgrader autograde` that happen before a notebook is read.

    nbgrader has no setting for them, and it goes on when its pre_convert_hook fails. As it is, a
    timestamp that cannot be read ends the class run; a notebook of another name, or a student
    with a `[` in the name, is passed over; what a symbolic link points to is copied; and an old
    score stays when grading fails.
    """
    coursedir = converter.coursedir
    coursedir.get_existing_timestamp = lambda folder: read_timestamp(Path(folder))[0]
    if coursedir.notebook_id == "*":
        name = coursedir.assignment_id
        for folder in glob.glob(converter._format_source(name, coursedir.student_id)):
            if os.path.isdir(folder):  # preflight finds the notebook in it, whatever its name
                converter.assignments[folder] = [os.path.join(folder, f"{name}.ipynb")]
    begin, convert = converter.init_assignment, converter.convert_single_notebook

    def init_assignment(assignment_id, student_id):
        with _forgotten_if_it_fails(coursedir, assignment_id, student_id), _copying_nothing():
            begin(assignment_id, student_id)

    def convert_single_notebook(filename):
        names = converter.init_single_notebook_resources(filename)["nbgrader"]
        with _forgotten_if_it_fails(coursedir, names["assignment"], names["student"]):
            convert(filename)

    converter.init_assignment = init_assignment
    converter.convert_single_notebook = convert_single_notebook


@contextlib.contextmanager
def _copying_nothing():
    """Makes nbgrader take only the time from beside a submission; the lesson's files it has."""
    find_all_files = base.find_all_files

    def find_time(folder, exclude=None):
        path = os.path.join(folder, "timestamp.txt")
        return [path] if os.path.isfile(path) and not os.path.islink(path) else []

    base.find_all_files = find_time
    try:
        yield
    finally:
        base.find_all_files = find_all_files


@contextlib.contextmanager
def _forgotten_if_it_fails(coursedir, assignment_id: str, student_id: str):
    """Takes back the scores of an earlier grading where this one fails."""
    try:
        yield
    except BaseException:
        with (
            Gradebook(coursedir.db_url, coursedir.course_id) as gradebook,
            contextlib.suppress(MissingEntry),
        ):
            for notebook in gradebook.find_submission(assignment_id, student_id).notebooks:
                for grade in notebook.grades:
                    grade.auto_score, grade.needs_manual_grade = None, True
            gradebook.db.commit()
        raise


class Releaser(NotebookExporter):
    """Asks before a release is replaced what nbgrader asks when the old one is gone already."""

    def __init__(self, config=None, **kw):
        super().__init__(config=config, **kw)
        if isinstance(self.parent, GenerateAssignment) and not self.parent.no_database:
            for folder in self.parent.assignments:
                self._ask(Path(folder).name)

    def _ask(self, name: str) -> None:
        coursedir = self.parent.coursedir
        lesson = Course(coursedir.root).lesson(name)
        now = {grade_id(c) for c in lesson.source.cells} - {None}
        with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
            try:
                notebook = gradebook.find_notebook(name, name)
            except MissingEntry:
                return
            then = {cell.name for cell in notebook.source_cells}
            if notebook.submissions and now != then:
                text = (
                    f"{name} has graded submissions, and these of its cells were added, removed or "
                    f"renamed since: {', '.join(sorted(now ^ then))}"
                )
                self.log.error(
                    "%s. release/%s was kept. Put the cells back, or start a new gradebook (keep "
                    "the old gradebook.db).", text, name,
                )  # fmt: skip
                raise NbGraderException(text)


class SafeOutputs(NbGraderPreprocessor):
    """Leaves text and pictures of what a learner's code showed; no HTML, script or link."""

    def preprocess_cell(self, cell, resources, index):
        for output in cell.get("outputs", []):
            if "data" in output:
                output.data = {k: v for k, v in output.data.items() if k in SHOWN_KINDS}
        return cell, resources


def safe_markdown(text: str) -> str:
    """A text cell as HTML, with nothing in it that a browser would run, or fetch from elsewhere."""
    return clean(markdown2html(text), SAFE_TAGS, _is_safe, {"http", "https", "mailto"})


def _is_safe(tag: str, name: str, value: str) -> bool:
    if (tag, name) == ("img", "src"):
        return re.fullmatch(r"[\w .()%-]+(/[\w .()%-]+)*", value) is not None  # a file beside it
    return name in {"a": ("href", "title"), "img": ("alt", "title"), "ol": ("start",)}.get(tag, ())


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
