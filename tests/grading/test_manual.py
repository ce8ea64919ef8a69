"""Cells that a person grades: open questions with points, and tasks."""

from __future__ import annotations

import csv
import io
import re
import shutil
from pathlib import Path

import nbformat
import pytest
from conftest import new_course, run, submit
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from traitlets.config import Config

from dikkat.course import Course
from dikkat.grading.class_run import grade_class
from dikkat.grading.pages import class_report
from dikkat.grading.records import gradebook
from dikkat.grading.records.results import read_result
from dikkat.teaching import bank

LESSON = "03_einsum_attention"
OPEN, PLOT, TASK = "open-why", "open-plot", "task-draw"  # 2, 3 and 4 points; the lesson has 10
SCHEME = "One point for each axis that has a name."
WHY, PLOTTED = "Because the scores grow with D & <b>bold</b>.", "plotted = 12345"
DRAWN = "My drawing: all arrows lead to key 0."


def manual(kind: str, name: str, text: str, points: int, task: bool = False):
    """A cell that a person grades, with the metadata that nbgrader's own tool gives it."""
    make = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}[kind]
    meta = {"grade": not task, "solution": not task, "locked": task, "task": task,
            "grade_id": name, "points": points, "schema_version": 3}  # fmt: skip
    return make(text, id=name, metadata={"nbgrader": meta})


@pytest.fixture(scope="session")
def ungraded(tmp_path_factory) -> Course:
    """Lesson 03 with an open question, a manually graded code cell and a task.

    ada answered all three, cem none; what defne submitted is no notebook; emre is right in half
    of the lesson, and wrote his answer below the open question.
    """
    course = new_course(tmp_path_factory.mktemp("manual") / "course", [LESSON], generate=False)
    path = course.source_notebook(LESSON)
    notebook = nbformat.read(path, as_version=4)
    notebook.cells += [
        manual("markdown", OPEN, "The model answer.", 2),
        manual("code", PLOT, "### BEGIN SOLUTION\nplotted = 1\n### END SOLUTION", 3),
        manual(
            "markdown", TASK, "### Draw it\nDraw below.\n### BEGIN MARK SCHEME\n"
            f"{SCHEME}\n### END MARK SCHEME", 4, task=True,
        ),
    ]  # fmt: skip
    nbformat.write(notebook, path)
    run("nbgrader", "generate_assignment", LESSON, cwd=course.root)
    put(course, "ada", {OPEN: WHY, PLOT: PLOTTED}, DRAWN)
    put(course, "cem", {})
    put(course, "defne", {})
    course.submitted_notebook(LESSON, "defne").write_text("no notebook")
    put(course, "emre", {"exercise-attention": "attention = 0"}, WHY)
    return course


def put(course: Course, student: str, answers: dict[str, str], *texts: str) -> None:
    """Submits the solved lesson with these answers, and with texts of the student's own."""
    lesson = course.lesson(LESSON)
    stubs = {name: lesson.released_cell(name).source for name in (OPEN, PLOT)}
    notebook = bank.submission(course, lesson, bank.solutions(lesson) | stubs | answers)
    notebook.cells += [nbformat.v4.new_markdown_cell(text, id="own-text") for text in texts]
    shutil.rmtree(course.submission_folder(LESSON, student), ignore_errors=True)
    submit(course, student, LESSON, notebook)


def by_formgrader(course: Course) -> None:
    """What the formgrader's button does for each student."""
    config = Config(course.config)
    config.CourseDirectory.root = str(course.root)
    api = NbGraderAPI(config=config)
    for student in course.students():
        result = api.autograde(LESSON, student)
        assert result["success"], result


WAYS = {
    "dikkat": lambda course: run("dikkat", "grade", cwd=course.root, check=False),
    "nbgrader": lambda course: run("nbgrader", "autograde", LESSON, "--force", cwd=course.root),
    "formgrader": by_formgrader,
}


@pytest.fixture(scope="session", params=WAYS)
def graded(request, ungraded, tmp_path_factory) -> Course:
    """The class, graded in one of the ways. Only to be read or copied."""
    folder = tmp_path_factory.mktemp(request.param) / "course"
    course = Course(shutil.copytree(ungraded.root, folder))
    WAYS[request.param](course)
    return course


@pytest.fixture(scope="session")
def by_dikkat(ungraded, tmp_path_factory) -> Course:
    course = Course(shutil.copytree(ungraded.root, tmp_path_factory.mktemp("one") / "course"))
    grade_class(course, course.lessons())
    return course


@pytest.fixture
def course(by_dikkat, tmp_path) -> Course:
    return Course(shutil.copytree(by_dikkat.root, tmp_path / "course"))


def grades(course: Course, student: str) -> dict[str, tuple]:
    """{cell: (automatic score, given by a person, waits for a person)} of the three cells."""
    with Gradebook(f"sqlite:///{course.gradebook}") as book:
        stored = book.find_submission_notebook(LESSON, LESSON, student)
        return {
            g.name: (g.auto_score, g.manual_score, g.needs_manual_grade)
            for g in stored.grades
            if g.name in (OPEN, PLOT, TASK)
        }


def words(course: Course, student: str) -> str:
    html = course.feedback_page(LESSON, student).read_text(encoding="utf-8")
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", html, flags=re.S))


def give(course: Course, student: str, **points: float) -> None:
    """Gives points as the formgrader does."""
    with Gradebook(f"sqlite:///{course.gradebook}") as book:
        for name, score in points.items():
            grade = book.find_grade(name.replace("_", "-"), LESSON, LESSON, student)
            grade.manual_score, grade.needs_manual_grade = score, False
        book.db.commit()


# --- what grading makes of them --------------------------------------------------------------

WAITS, EMPTY = (None, None, True), (0.0, None, False)


def test_answers_wait_for_a_person_and_empty_ones_get_nothing(graded):
    assert grades(graded, "ada") == {OPEN: WAITS, PLOT: WAITS, TASK: WAITS}
    assert grades(graded, "cem") == {OPEN: EMPTY, PLOT: EMPTY, TASK: WAITS}
    # He wrote somewhere, so a person looks.
    assert grades(graded, "emre") == {OPEN: WAITS, PLOT: WAITS, TASK: WAITS}


def test_only_checks_give_points_at_first_and_the_most_counts_everything(graded):
    with gradebook.opened(graded) as book:
        final = gradebook.final_points(book)
    assert {who: f.points for (_, who), f in final.items()} == {
        "ada": 10, "cem": 10, "defne": 0, "emre": final[LESSON, "emre"].points,
    }  # fmt: skip
    assert 0 < final[LESSON, "emre"].points < 10
    assert {f.most for f in final.values()} == {19}
    assert graded.lesson(LESSON).points == 19


def test_page_says_that_a_person_will_look(graded):
    text = words(graded, "ada")
    assert "ada: 10 of 19 points" in text
    assert f"a person will look at {OPEN}, {PLOT}, Draw it" in text
    assert "9 of these points are not graded automatically" in text
    assert text.count("a person will look at it") == 3 and "– of 2" in text
    assert "Every automatic check passed" in text
    # What the person will read, as text.
    assert "Because the scores grow with D &amp; &lt;b&gt;bold" in text
    assert PLOTTED in text and DRAWN in text
    assert text.count("Nothing was written here") == 0
    assert words(graded, "cem").count("Nothing was written here") == 2


def test_nothing_of_the_teacher_is_shown(graded):
    assert SCHEME in graded.source_notebook(LESSON).read_text(encoding="utf-8")
    released = graded.released_notebook(LESSON).read_text(encoding="utf-8")
    for text in [released, *(words(graded, who) for who in graded.students())]:
        assert SCHEME not in text and "The model answer" not in text


def test_class_counts_them_apart(graded):
    [report], _, gone = class_report.bring_up_to_date(graded)
    assert gone == []
    assert {entry.cell.id: entry.summary for entry in report.manual} == {
        OPEN: "2 wait, 2 empty", PLOT: "2 wait, 2 empty", TASK: "4 wait",
    }  # fmt: skip
    assert {check.id for check in report.checks}.isdisjoint({OPEN, PLOT, TASK})
    assert "ada" not in report.words and "cem" not in report.words
    text = class_report.text([report])
    assert re.search(r"graded by hand +open-why: 2 wait, 2 empty", text)
    html = graded.class_page.read_text(encoding="utf-8")
    assert "Graded by hand" in html and "waiting: ada, emre" in html


def test_every_way_leaves_the_same_result(graded, by_dikkat):
    for student in graded.students():
        result = read_result(graded, LESSON, student)
        assert result is not None and result == read_result(by_dikkat, LESSON, student)
        page = graded.feedback_page(LESSON, student)
        assert page.read_bytes() == by_dikkat.feedback_page(LESSON, student).read_bytes()
    assert all(r.skipped for r in grade_class(graded, graded.lessons()))


# --- once a person has graded ----------------------------------------------------------------


def test_points_of_a_person_are_everywhere(course):
    give(course, "ada", open_why=1.5, open_plot=3, task_draw=2.5)
    done = run("dikkat", "grade", cwd=course.root, check=False)
    assert "0 graded, 4 unchanged" in done.stdout
    assert "Updated without grading again: 0 late penalties, 1 feedback page." in done.stdout
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["ada", "17", "17"] in rows and ["cem", "?", "10", "10"] in rows
    assert "need a person" in done.stdout and "1 of 4" in done.stdout  # defne
    text = words(course, "ada")
    assert "ada: 17 of 19 points" in text and "17 of 19" in text.partition("How far")[2]
    assert "will look" not in text and "Points set by hand: " in text
    progress = run("dikkat", "progress", cwd=course.root, DIKKAT_STUDENT="ada")
    assert "17 of 19" in progress.stdout and "All done" in progress.stdout
    run("nbgrader", "export", "--to=grades.csv", cwd=course.root)
    with open(course.root / "grades.csv", newline="") as file:
        exported = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    table = io.StringIO((course.root / "feedback/class.csv").read_text(encoding="utf-8-sig"))
    added: dict[str, float] = dict.fromkeys(exported, 0.0)
    for row in csv.DictReader(table):
        added[row["student"]] += float(row["points"] or 0)
        assert float(row["final points"]) == exported[row["student"]]
    assert added == exported and exported["ada"] == 17


@pytest.mark.parametrize("way", WAYS)
def test_grade_of_a_person_stays_and_only_a_changed_answer_is_looked_at_again(
    by_dikkat, tmp_path, way
):
    course = Course(shutil.copytree(by_dikkat.root, tmp_path / "course"))
    give(course, "ada", open_why=1.5, open_plot=3, task_draw=2.5)
    # Another answer to the open question, and what changes nothing for the other cell.
    put(course, "ada", {OPEN: "Another reason.", PLOT: PLOTTED}, DRAWN)
    WAYS[way](course)
    assert grades(course, "ada") == {
        OPEN: (None, 1.5, True), PLOT: (None, 3, False), TASK: (None, 2.5, True),
    }  # fmt: skip
    assert "ada: 17 of 19 points" in words(course, "ada")


@pytest.mark.parametrize("way", WAYS)
def test_grading_the_same_again_marks_nothing(by_dikkat, tmp_path, way):
    course = Course(shutil.copytree(by_dikkat.root, tmp_path / "course"))
    give(course, "ada", open_why=1.5, open_plot=3, task_draw=2.5)
    if way == "dikkat":
        grade_class(course, course.lessons(), force=True)
    else:
        WAYS[way](course)
    assert grades(course, "ada") == {
        OPEN: (None, 1.5, False), PLOT: (None, 3, False), TASK: (None, 2.5, False),
    }  # fmt: skip


# --- a learner alone -------------------------------------------------------------------------


def test_check_says_that_nobody_grades_it(course):
    done = run("dikkat", "check", "3", cwd=course.root, DIKKAT_STUDENT="ada")
    assert "Einsum attention: 10 of 19 points" in done.stdout
    for name, points in [(OPEN, 2), (PLOT, 3), ("Draw it", 4)]:
        line = f"  · – of {points}  {name}: nobody grades this cell automatically."
        assert line in done.stdout.splitlines()
    assert done.stdout.count("✓") == 10


def test_check_says_what_is_not_written(course):
    done = run("dikkat", "check", "3", cwd=course.root, check=False, DIKKAT_STUDENT="cem")
    said = " ".join(done.stdout.split())
    assert said.count("Nothing is written there yet") == 2, done.stdout
    assert done.returncode == 0  # what can be checked is right


def test_lesson_of_open_questions_alone_is_graded(tmp_path):
    """A lesson without any test: nothing is wrong with it, and nobody has points yet."""
    course = new_course(tmp_path / "course", [LESSON], generate=False)
    path: Path = course.source_notebook(LESSON)
    notebook = nbformat.read(path, as_version=4)
    given = [c for c in notebook.cells if "nbgrader" not in c.metadata]
    notebook.cells = [*given, manual("markdown", OPEN, "The model answer.", 2)]
    nbformat.write(notebook, path)
    run("nbgrader", "generate_assignment", LESSON, cwd=course.root)
    lesson = Course(course.root).lesson(LESSON)
    answered = bank.submission(course, lesson, {OPEN: WHY})
    submit(course, "ada", LESSON, answered)
    done = run("dikkat", "grade", cwd=course.root)
    assert ["ada", "?", "0", "0"] in [line.split() for line in done.stdout.splitlines()]
    assert grades(course, "ada") == {OPEN: WAITS}
