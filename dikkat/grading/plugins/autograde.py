"""`nbgrader autograde`, two-sided: reading, running, and the steps that nbgrader cannot change."""

from __future__ import annotations

import contextlib
import glob
import os
import time
import unicodedata
from pathlib import Path

import nbformat
from nbconvert.exporters import NotebookExporter
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import Autograde
from nbgrader.converters.base import BaseConverter, NbGraderException
from nbgrader.preprocessors import Execute, NbGraderPreprocessor
from traitlets import Bool, Float, Integer

from dikkat.course import Course, CourseError, Lesson
from dikkat.grading import one
from dikkat.grading.pages import class_report, feedback
from dikkat.grading.plugins.release import must_be_generated
from dikkat.grading.processes.client import fork_server_for
from dikkat.grading.reading.names import escaped, refused, student_id
from dikkat.grading.records import gradebook
from dikkat.grading.records.exchange import copy_for_release
from dikkat.grading.records.folders import write_whole
from dikkat.grading.records.results import store, stored
from dikkat.grading.settings import NONE, Limits, NoSandbox, Times, refuse_without_sandbox


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

    def preprocess(self, nb, resources):
        """Runs a notebook that `Reader` has read; the result goes on to `Recorder`."""
        lesson = lesson_of(self, resources)
        result = resources["dikkat"] = stored(nb.metadata)
        try:
            if not hasattr(os, "fork"):  # Windows: nbgrader's own Execute, if the risk is accepted
                refuse_without_sandbox(NONE, "this system cannot fork", self.without_sandbox)
                nb, resources = self._execute(nb, resources)
                result.verdicts = result.verdicts or one.verdicts_of(nb, lesson)
                return nb, resources
            one.run(
                nb, result, lesson, fork_server_for(lesson.text), self.limits(), self.times(),
                without_sandbox=self.without_sandbox,
            )  # fmt: skip
        except NoSandbox as error:
            raise NbGraderException(str(error)) from None
        return nb, resources

    def _execute(self, nb, resources):
        """Runs a notebook with nbgrader's own Execute, in one process, with these time limits."""
        end = time.monotonic() + self.notebook_seconds

        def seconds(_cell) -> int:
            return max(1, round(min(self.cell_seconds, end - time.monotonic())))

        return Execute(parent=self, timeout_func=seconds).preprocess(nb, resources)


class Recorder(NbGraderPreprocessor):
    """Takes the place of nbgrader's SaveAutoGrades and AssignLatePenalties.

    It writes what `dikkat grade` writes: the same grades, the same result in the notebook, and
    the feedback page.
    """

    def preprocess(self, nb, resources):
        """Records a notebook that `TwoSided` has run."""
        converter, result = converter_of(self), resources["dikkat"]
        lesson, names = lesson_of(self, resources), resources["nbgrader"]
        submission = Path(
            converter.coursedir.format_path(
                converter.coursedir.submitted_directory, names["student"], names["assignment"]
            )
        )
        with gradebook.opened(lesson.course, names["db_url"]) as book:
            gradebook.save(
                book, gradebook.lateness_plugin(self.config), result, nb, submission,
                converter.earlier_answers.get((result.lesson, result.student)),
            )  # fmt: skip
            book.db.commit()
            store(result, nb)
            text = feedback.of_submission(lesson.course, book, lesson, nb, result)
        for finding in [*result.findings, *([result.late] if result.late else [])]:
            self.log.warning("%s, %s: %s", result.student, result.lesson, finding.text)
        page = lesson.course.feedback_page(result.lesson, result.student)
        write_whole(page, text)
        copy_for_release(submission, page.parent)
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
            settings = TwoSided(parent=self)
            job = one.Job(
                str(lesson.course.root), lesson.name, student, str(folder), out="",
                limits=settings.limits(), times=settings.times(),
            )  # fmt: skip
            notebook, result = one.read(folder, lesson, student)
            result.fingerprint = one.fingerprint(folder, lesson, job.settings)
            store(result, notebook)
        else:
            notebook = nbformat.read(filename, as_version=4)
        return self.from_notebook_node(notebook, resources, **kw)


class _CopiesForRelease(BaseConverter):
    """A converter that takes nothing from beside a submission but its time and its secret."""

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        target = Path(self._format_dest(assignment_id, student_id))
        target.mkdir(parents=True, exist_ok=True)
        copy_for_release(Path(self._format_source(assignment_id, student_id)), target)


class SafeAutograde(Autograde, _CopiesForRelease):
    """`nbgrader autograde` with three of its steps changed, which happen before it reads anything.

    nbgrader has no setting for them, and it goes on if its pre_convert_hook fails. Unchanged, a
    notebook of another name, or a student with a `[` in the name, is passed over; what a symbolic
    link points to is copied; and an old score stays when grading fails. The report on the class
    is brought up to date at the end.
    """

    @classmethod
    def take_over(cls, converter: Autograde) -> None:
        """Makes a converter that nbgrader has made already one of this class."""
        converter.__class__ = cls
        converter.earlier_answers = {}
        coursedir = converter.coursedir
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

    def convert_notebooks(self) -> None:
        """Grades all submissions, then brings the report on the class up to date."""
        course = Course(self.coursedir.root)
        try:
            gradebook.lateness_plugin(self.config)
            with gradebook.opened(course, self.coursedir.db_url):
                pass
        except CourseError as error:
            self.log.error("Nothing was graded. %s", error)
            raise NbGraderException(str(error)) from None
        try:
            super().convert_notebooks()
        finally:
            _, page, gone = class_report.bring_up_to_date(course)
            self.log.info("The class: %s", page)
            if gone:
                self.log.warning(
                    "Not counted, because there is no submission any more: %s", ", ".join(gone)
                )

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """Keeps the answers that were graded before, which nbgrader removes here."""
        graded = Path(self._format_dest(assignment_id, student_id), f"{assignment_id}.ipynb")
        self.earlier_answers[assignment_id, student_id] = gradebook.earlier_answers(graded)
        return super().init_destination(assignment_id, student_id)

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


def converter_of(component) -> BaseConverter:
    """The converter that `component`, a part of ours, works for."""
    while not isinstance(component, BaseConverter):
        component = component.parent
    return component


def lesson_of(component, resources) -> Lesson:
    """The lesson that nbgrader is working on. component: see `converter_of`."""
    course = Course(converter_of(component).coursedir.root)
    return course.lesson(resources["nbgrader"]["assignment"])
