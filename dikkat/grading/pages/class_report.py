"""What the class got wrong: for the teacher, after a class run.

`of_course` counts, lesson by lesson, who failed which check and met which misconception;
`text` is for the terminal; `write` makes feedback/class.html and feedback/class.csv;
`bring_up_to_date` does all of it for everything that is submitted.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import re
import textwrap
from collections import Counter
from pathlib import Path

from dikkat.course import Course, CourseError, Lesson
from dikkat.grading.pages.render import number, render
from dikkat.grading.reading.files import is_there
from dikkat.grading.reading.names import escaped, student_id
from dikkat.grading.records.folders import write_whole
from dikkat.grading.records.gradebook import with_final_points
from dikkat.grading.records.results import Manual, Result, all_results
from dikkat.notebook.failures import Failure

# Ids of mistakes that are no misconception.
NOT_WRITTEN, ERROR = "not-written", "error"
PLAIN_NAMES = {
    NOT_WRITTEN: "not written yet",
    ERROR: "stopped with an error",
    "none": "returned nothing",
    "loop": "a loop in Python",
    "not-einsum": "a product that is not einsum",
    "input-changed": "changed what it was given",
    "prediction": "a wrong prediction",
    "blank": "a wrong word in a blank",
}


@dataclasses.dataclass
class CheckReport:
    """One check of a lesson and what the class made of it.

    failed: {student: misconception id, or ""}. example: {misconception id, or "": a failure}.
    """

    id: str
    property: str
    points: float
    passed: list[str]
    failed: dict[str, str]
    example: dict[str, Failure]

    @property
    def mistakes(self) -> list[tuple[str, int]]:
        """(misconception id, how many), the most frequent first."""
        return Counter(name for name in self.failed.values() if name).most_common()

    @property
    def verdict(self) -> str:
        """Whether the check tells students apart: "everybody failed", "nobody failed" or ""."""
        if len(self.passed) + len(self.failed) < 2:
            return ""
        return "everybody failed" if not self.passed else "" if self.failed else "nobody failed"


@dataclasses.dataclass
class ManualReport:
    """One cell that a person grades. waiting: students whose answer nobody has graded yet.

    given: {student: points}. empty: students who wrote nothing.
    """

    cell: Manual
    waiting: list[str] = dataclasses.field(default_factory=list)
    given: dict[str, float] = dataclasses.field(default_factory=dict)
    empty: list[str] = dataclasses.field(default_factory=list)

    @property
    def summary(self) -> str:
        """How many there are of each kind: "2 wait, 1 graded, 3 empty"."""
        kinds = [(self.waiting, "wait"), (self.given, "graded"), (self.empty, "empty")]
        return ", ".join(f"{len(students)} {kind}" for students, kind in kinds if students)


@dataclasses.dataclass
class LessonReport:
    """One lesson. words: {student: why somebody should talk to them}.

    scores: the final points of all, in order. manual: the cells that a person grades.
    """

    lesson: Lesson
    checks: list[CheckReport]
    words: dict[str, str]
    scores: list[float]
    manual: list[ManualReport] = dataclasses.field(default_factory=list)


def of_course(course: Course, results: list[Result]) -> list[LessonReport]:
    """A report for each lesson of which there are results."""
    return [
        _of_lesson(course.lesson(name), [r for r in results if r.lesson == name])
        for name in course.lesson_names()
        if any(r.lesson == name for r in results)
    ]


def _of_lesson(lesson: Lesson, results: list[Result]) -> LessonReport:
    checks: dict[str, CheckReport] = {}
    manual: dict[str, ManualReport] = {}
    words = {}
    for result in results:
        why = _needs_a_talk(result)
        if why:
            words[escaped(result.student)] = why
        for cell in result.manual:
            report = manual.setdefault(cell.id, ManualReport(cell))
            points = _points(result, cell.id, cell.score or 0.0)
            if _waits(result, cell):
                report.waiting.append(result.student)
            elif cell.score == 0 and not points:
                report.empty.append(result.student)
            else:
                report.given[result.student] = points
        if not result.was_run:
            continue
        for v in result.verdicts:
            check = checks.setdefault(v.id, CheckReport(v.id, v.property, v.points, [], {}, {}))
            if v.failure is None:
                check.passed.append(result.student)
            else:
                check.failed[result.student] = v.mistake or ""
                check.example.setdefault(v.mistake or "", v.failure)
    scores = sorted(result.total for result in results)
    return LessonReport(lesson, list(checks.values()), words, scores, list(manual.values()))


def _waits(result: Result, cell: Manual) -> bool:
    """Whether a cell waits for a person."""
    return cell.score is None if result.final is None else cell.id in result.final.waiting


def _points(result: Result, cell: str, score: float) -> float:
    """The final points of a cell; its automatic score if there is no gradebook."""
    return score if result.final is None else result.final.cells.get(cell, score)


def _needs_a_talk(result: Result) -> str:
    """Why a teacher should talk to this student, or ""."""
    if result.needs_person:
        return result.needs_person
    failed = [v for v in result.verdicts if not v.passed]
    if failed and all(v.mistake == NOT_WRITTEN for v in failed) and result.score == 0:
        return "submitted with nothing written"
    if result.score < result.automatic_points / 2:
        return f"{number(result.score)} of {number(result.automatic_points)} points"
    return ""


def name_of(mistake: str) -> str:
    """A misconception's id as words: no-scale is "no scale"."""
    if mistake in PLAIN_NAMES:
        return PLAIN_NAMES[mistake]
    if mistake.startswith("chose-"):
        return f"chose {mistake[6:]}"
    return mistake.replace("-", " ")


# --- in the terminal -------------------------------------------------------------------------


def text(reports: list[LessonReport], width: int = 100, most: int = 3) -> str:
    """A few lines per lesson: the checks that most failed, and why; students to talk to."""
    lines = []
    for report in reports:
        lines += ["", f"{report.lesson.title} ({_people(len(report.scores))})"]
        hard = sorted((c for c in report.checks if c.failed), key=lambda c: -len(c.failed))
        for check in hard[:most]:
            count = f"{len(check.failed)} of {len(check.failed) + len(check.passed)} failed"
            lines += _wrapped(f"  {count:<16}", check.property, width)
            lines += _wrapped(" " * 18, _met(check, most), width)
        for verdict in ("everybody failed", "nobody failed"):
            ids = [check.id for check in report.checks if check.verdict == verdict]
            if ids:
                lines += _wrapped(f"  {verdict:<16}", ", ".join(ids), width)
        for cell in report.manual:
            lines += _wrapped("  graded by hand  ", f"{cell.cell.title}: {cell.summary}", width)
        if report.words:
            lines += _wrapped("  talk to         ", ", ".join(report.words), width)
    return "\n".join(lines).strip("\n")


def _met(check: CheckReport, most: int) -> str:
    """The misconceptions behind a failed check, and how many failed it in other ways."""
    named = check.mistakes[:most]
    others = len(check.failed) - sum(number for _, number in named)
    met = [f"{number}\N{NO-BREAK SPACE}× {name_of(name)}" for name, number in named]
    return "; ".join(met + ([f"{others}\N{NO-BREAK SPACE}× something else"] if others else []))


def _wrapped(head: str, body: str, width: int) -> list[str]:
    """A text that begins after `head`, and whose further lines begin below it."""
    return textwrap.wrap(
        f"{head} {body}", width, subsequent_indent=" " * (len(head) + 1), break_long_words=False
    )


def _people(count: int) -> str:
    return "1 submission" if count == 1 else f"{count} submissions"


# --- as files --------------------------------------------------------------------------------


def page(reports: list[LessonReport]) -> str:
    """The report as an HTML page: it needs no network, and no colour to be understood."""
    return render("class.html.j2", reports=reports, name_of=name_of, people=_people)


def table(results: list[Result]) -> str:
    """A row for each cell with points of each submission, as CSV text for a spreadsheet.

    The points of a submission's rows, with one for a late penalty, add up to its final points.
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(
        ["lesson", "student", "check", "property", "points", "of", "passed", "misconception"]
        + ["needs a person", "final points"]
    )
    for result in sorted(results, key=lambda r: (r.lesson, r.student)):
        for name, text, points, most, passed, mistake in _rows(result):
            words = [_harmless(w) for w in (result.lesson, result.student, name, text)]
            more = [_harmless(w) for w in (passed, mistake, result.needs_person)]
            writer.writerow([*words, points, most, *more, number(result.total)])
    return file.getvalue()


def _rows(result: Result) -> list[tuple[str, str, str, str, str, str]]:
    """(check, property, points, of, passed, misconception) of each cell; at least one row."""
    rows = []
    for v in result.verdicts:
        points = number(_points(result, v.id, v.score))
        passed = "yes" if v.passed else "no"
        rows.append((v.id, v.property, points, number(v.points), passed, v.mistake or ""))
    for cell in result.manual:
        points = _points(result, cell.id, cell.score or 0.0)
        waits = _waits(result, cell)
        how = (
            "waiting for a person"
            if waits
            else "empty"
            if cell.score == 0 and not points
            else "by hand"
        )
        text = "" if waits and not points else number(points)
        rows.append((cell.id, cell.title, text, number(cell.points), how, ""))
    if result.final is not None and result.final.late:
        rows.append(("late penalty", "Submitted late", number(-result.final.late), "0", "", ""))
    return rows or [("",) * 6]


def _harmless(cell: str) -> str:
    """A cell in which no spreadsheet finds a formula, also one that splits lines at each `;`."""
    return re.sub(r"""(^|;)(?=[\s"']*[=+@\uff1d\uff0b\uff0d\uff20-])""", r"\1'", escaped(cell))


def write(course: Course, results: list[Result]) -> tuple[list[LessonReport], Path]:
    """Writes feedback/class.html and feedback/class.csv; returns the reports and the page."""
    reports = of_course(course, results)
    path = course.class_page
    for page_of_class in (path, path.with_suffix(".csv")):
        if page_of_class.is_dir():
            raise CourseError(
                f"feedback/{page_of_class.name} is a folder, so the report on the class cannot be "
                f"written. The grades are kept. Rename submitted/{page_of_class.name}, remove "
                f"feedback/{page_of_class.name}, then run the same command again."
            )
    write_whole(path, page(reports))
    # With a byte order mark, or a spreadsheet takes ö for two letters.
    write_whole(path.with_suffix(".csv"), "\ufeff" + table(results))
    return reports, path


def bring_up_to_date(course: Course) -> tuple[list[LessonReport], Path, list[str]]:
    """Writes the report on everything that was graded and is still submitted.

    Returns the reports, the page, and the students, each once, of whom something was graded that
    is not submitted any more; it does not count.
    """
    submitted = {
        (lesson, student_id(folder))
        for folder in course.students()
        for lesson in course.lesson_names()
        if is_there(course.submission_folder(lesson, folder))
    }
    results, gone = [], {}
    for result in all_results(course):
        if (result.lesson, result.student) in submitted:
            results.append(result)
        else:
            gone.setdefault(result.student, []).append(result.lesson)
    reports, path = write(course, with_final_points(course, results))
    there = {student for _, student in submitted}
    names = [
        f"{escaped(student)} ({', '.join(lessons)})" if student in there else escaped(student)
        for student, lessons in sorted(gone.items())
    ]
    return reports, path, names
