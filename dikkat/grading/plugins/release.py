"""`nbgrader generate_assignment`: a release is not lost, and grading knows what was released."""

from __future__ import annotations

from pathlib import Path

from nbconvert.exporters import NotebookExporter
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import GenerateAssignment
from nbgrader.converters.base import NbGraderException

from dikkat.course import Course, Lesson, grade_id


class Releaser(NotebookExporter):
    """Runs nbgrader's "graded tests were removed" check before the old release is deleted.

    nbgrader itself runs it only afterwards.
    """

    def __init__(self, config=None, **kw):
        super().__init__(config=config, **kw)
        if isinstance(self.parent, GenerateAssignment) and not self.parent.no_database:
            for folder in self.parent.assignments:
                self._check(Path(folder).name)

    def _check(self, name: str) -> None:
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
                    f"{name} has graded submissions, and these cells were added, removed or "
                    f"renamed since: {', '.join(sorted(now ^ then))}"
                )
                self.log.error(
                    "%s. release/%s was kept. Put the cells back, or start a new gradebook and "
                    "keep the old one.", text, name,
                )  # fmt: skip
                raise NbGraderException(text)


def must_be_generated(lesson: Lesson, resources) -> None:
    """Raises NbGraderException if the gradebook knows another version of the lesson."""
    names = resources["nbgrader"]
    texts = {grade_id(c): c.source for c in lesson.source.cells if grade_id(c)}
    with Gradebook(names["db_url"]) as gradebook:
        cells = gradebook.find_notebook(names["notebook"], names["assignment"]).source_cells
        known = {cell.name: cell.source for cell in cells if cell.locked}
    changed = sorted(n for n in known if texts.get(n) != known[n])
    if changed:
        raise NbGraderException(
            f"source/{lesson.name} has changed since it was generated ({', '.join(changed[:5])}). "
            f"Run `nbgrader generate_assignment {lesson.name} --force`, then grade again."
        )
