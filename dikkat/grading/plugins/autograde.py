"""`nbgrader autograde`, two-sided: reading, running, and the steps that nbgrader cannot change."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import unicodedata
from pathlib import Path

import nbformat
from nbconvert.exporters import NotebookExporter
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import Autograde
from nbgrader.converters.base import BaseConverter, NbGraderException
from nbgrader.preprocessors import Execute, NbGraderPreprocessor
from traitlets import Bool, Float, Integer

from dikkat.course import Course, Lesson
from dikkat.grading import one
from dikkat.grading.plugins.release import must_be_generated
from dikkat.grading.processes.client import fork_server_for
from dikkat.grading.reading.names import escaped, refused, student_id
from dikkat.grading.records.gradebook import read_timestamp
from dikkat.grading.records.results import store, stored
from dikkat.grading.settings import NONE, Limits, Times


class TwoSided(NbGraderPreprocessor):
    """Takes the place of nbgrader's Execute, and has the settings of grading: `c.TwoSided`."""

    cell_seconds = Float(20, help="Seconds that one cell, or one check, may run.").tag(config=True)
    notebook_seconds = Float(120, help="Seconds that a whole notebook may run.").tag(config=True)
    memory_mib = Integer(2048, help="MiB of memory that a submission may use.").tag(config=True)
    without_sandbox = Bool(
        False,
        help="Grade other people's work although this machine has no sandbox for it.",
    ).tag(config=True)

    def limits(self) -> Limits:
        """The limits of one submission, from these settings."""
        return Limits(memory=self.memory_mib * 2**20, cpu_seconds=int(self.notebook_seconds) + 30)

    def times(self) -> Times:
        """The time limits of one submission, from these settings."""
        return Times(self.cell_seconds, self.notebook_seconds)

    def refuse_without_sandbox(self, level: str, reason: str) -> None:
        """Raises NbGraderException if other people's code would run as this user."""
        if level == NONE and not self.without_sandbox:
            raise NbGraderException(
                "Nothing was graded: this machine has no sandbox for other people's code "
                f"({reason}), so it would run with everything that you can read and write. "
                "`dikkat doctor` says what is missing. To accept the risk, set "
                "c.TwoSided.without_sandbox = True in nbgrader_config.py."
            )

    def preprocess(self, nb, resources):
        """Runs a notebook that `Reader` has read."""
        if not hasattr(os, "fork"):  # Windows: nbgrader's own Execute, once the risk is accepted
            self.refuse_without_sandbox(NONE, "this system cannot fork")
            return Execute(parent=self).preprocess(nb, resources)
        lesson = lesson_of(self, resources)
        result = stored(nb.metadata)
        server = fork_server_for(lesson.text)
        server.start()
        self.refuse_without_sandbox(server.level, server.reason)
        one.run(nb, result, lesson, server, self.limits(), self.times())
        store(result, nb)
        return nb, resources


class Reader(NotebookExporter):
    """Reads a submission; one that cannot be read becomes a notebook whose checks have failed."""

    def __init__(self, config=None, **kw):
        super().__init__(config=config, **kw)
        if isinstance(self.parent, Autograde):
            SafeAutograde.take_over(self.parent)

    def from_filename(self, filename, resources=None, **kw):
        """Reads a submission (first step) or the notebook that this wrote (second step)."""
        if getattr(self.parent, "_sanitizing", False):
            lesson = lesson_of(self, resources)
            must_be_generated(lesson, resources)
            student, folder = resources["nbgrader"]["student"], Path(filename).parent
            notebook, result = one.read(folder, lesson, student)
            _, note = read_timestamp(folder)
            for text in [f.text for f in result.findings] + ([note] if note else []):
                self.log.warning("%s, %s: %s", student, lesson.name, text)
            store(result, notebook)
        else:
            notebook = nbformat.read(filename, as_version=4)
        return self.from_notebook_node(notebook, resources, **kw)


class _CopiesOnlyTheTime(BaseConverter):
    """A converter that takes nothing from beside a submission but its timestamp.txt."""

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        source = Path(self._format_source(assignment_id, student_id), "timestamp.txt")
        target = Path(self._format_dest(assignment_id, student_id))
        if os.path.isfile(source) and not os.path.islink(source):
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


class SafeAutograde(Autograde, _CopiesOnlyTheTime):
    """`nbgrader autograde` with three of its steps changed, which happen before it reads anything.

    nbgrader has no setting for them, and it goes on if its pre_convert_hook fails. Unchanged, a
    timestamp that cannot be read ends the class run; a notebook of another name, or a student
    with a `[` in the name, is passed over; what a symbolic link points to is copied; and an old
    score stays when grading fails.
    """

    @classmethod
    def take_over(cls, converter: Autograde) -> None:
        """Makes a converter that nbgrader has made already one of this class."""
        converter.__class__ = cls
        coursedir = converter.coursedir
        coursedir.get_existing_timestamp = lambda folder: read_timestamp(Path(folder))[0]
        if coursedir.notebook_id == "*":
            name = coursedir.assignment_id
            for folder in glob.glob(converter._format_source(name, coursedir.student_id)):
                if os.path.isdir(folder):  # our reader finds the notebook, whatever its name
                    converter.assignments[folder] = [os.path.join(folder, f"{name}.ipynb")]
        for folder in list(converter.assignments):
            why = _why_not(Path(folder).parent.name)
            if why:
                converter.log.error("%s was not graded: %s", escaped(folder), why)
                del converter.assignments[folder]

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Prepares the folder of a graded submission."""
        with self._no_score_if_it_fails(assignment_id, student_id):
            super().init_assignment(assignment_id, student_id)

    def convert_single_notebook(self, notebook_filename: str) -> None:
        """Grades one notebook."""
        names = self.init_single_notebook_resources(notebook_filename)["nbgrader"]
        with self._no_score_if_it_fails(names["assignment"], names["student"]):
            super().convert_single_notebook(notebook_filename)

    @contextlib.contextmanager
    def _no_score_if_it_fails(self, assignment_id: str, student_id: str):
        """Removes the scores of an earlier grading if this one fails."""
        try:
            yield
        except BaseException:
            with (
                Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook,
                contextlib.suppress(MissingEntry),
            ):
                for notebook in gradebook.find_submission(assignment_id, student_id).notebooks:
                    for grade in notebook.grades:
                        grade.auto_score, grade.needs_manual_grade = None, True
                gradebook.db.commit()
            raise


def _why_not(student: str) -> str:
    """Why nbgrader cannot grade a folder of this name, or ""."""
    if "\n" in student or student_id(student) != unicodedata.normalize("NFC", student):
        return "nbgrader cannot use its name. Rename the folder, or use `dikkat grade`."
    return refused(student)


def lesson_of(component, resources) -> Lesson:
    """The lesson that nbgrader is working on; `component` is ours, somewhere below a converter."""
    while not hasattr(component, "coursedir"):
        component = component.parent
    return Course(component.coursedir.root).lesson(resources["nbgrader"]["assignment"])
