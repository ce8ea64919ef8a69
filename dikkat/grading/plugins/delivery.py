"""`nbgrader generate_feedback` and `release_feedback`: they deliver our feedback page."""

from __future__ import annotations

import glob
import json
from pathlib import Path

import nbformat
from nbconvert.exporters import Exporter
from nbgrader.api import MissingEntry
from nbgrader.converters import GenerateFeedback
from nbgrader.converters.base import NbGraderException
from nbgrader.exchange.default import ExchangeReleaseFeedback
from traitlets import default

from dikkat.grading.pages import feedback
from dikkat.grading.plugins.autograde import lesson_of
from dikkat.grading.records import gradebook
from dikkat.grading.records.exchange import SECRET
from dikkat.grading.records.results import stored


class FeedbackPage(Exporter):
    """Writes the page that `dikkat grade` writes, from the current gradebook.

    It overwrites an existing page even without --force: nbgrader compares timestamps of
    submissions, which do not change when a person grades or comments.
    """

    def __init__(self, config=None, **kw):
        super().__init__(config=config, **kw)
        if isinstance(self.parent, GenerateFeedback):
            self.parent.force = True

    @default("file_extension")
    def _file_extension_default(self):
        return ".html"

    def from_filename(self, filename, resources=None, **kw):
        """Returns (page, resources) of a graded notebook."""
        resources = self._init_resources(resources)
        lesson, names = lesson_of(self, resources), resources["nbgrader"]
        try:
            notebook = nbformat.v4.reads(Path(filename).read_text(encoding="utf-8"))
            result = stored(notebook.metadata)
            if result is None:
                raise NbGraderException(
                    f"{names['student']}, {lesson.name}: this was graded by an older version of "
                    f"the course. Run `nbgrader autograde {lesson.name} --force`, then try again."
                )
            with gradebook.opened(lesson.course, names["db_url"]) as book:
                return (
                    feedback.of_submission(lesson.course, book, lesson, notebook, result),
                    resources,
                )
        except (json.JSONDecodeError, MissingEntry) as error:
            raise NbGraderException(
                f"{names['student']}, {lesson.name}: there is no page, because the graded notebook "
                f"and the gradebook do not fit together ({error}). Run `nbgrader autograde "
                f"{lesson.name} --force`, then try again."
            ) from None


class ReleaseFeedback(ExchangeReleaseFeedback):
    """Releases the feedback of students who submitted through the exchange.

    Other submissions have no secret. nbgrader's own class fails at the first one of those.
    """

    def copy_files(self):
        """Releases student by student."""
        folders = [f for f in sorted(glob.glob(self.src_path)) if Path(f).is_dir()]
        for folder in folders or [self.src_path]:
            if (Path(folder) / SECRET).is_file():
                self.src_path = glob.escape(folder)
                super().copy_files()
            else:
                self.log.warning(
                    "Not released, because it was not submitted through the exchange: %s. Give "
                    "this page to the student yourself.", folder,
                )  # fmt: skip
