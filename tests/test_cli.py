"""The `dikkat` command in a terminal: what learners and teachers see."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import termios
from pathlib import Path

import nbformat
import pytest
from conftest import environment, new_course, run, submit

from dikkat.cli import terminal
from dikkat.course import Course, grade_id, property_of
from dikkat.grading.records.results import Final, Result, Verdict
from dikkat.teaching import bank

LESSON = "01_einsum_scores"
NO_SCALE = "def attention_scores(q, k):\n    return np.einsum('bhsd,bhtd->bhst', q, k)"
STOPS = "def attention_scores(q, k):\n    return np.matmul(q, k)"


@pytest.fixture(scope="session")
def released(tmp_path_factory) -> Course:
    """A course with one lesson and no submission. Tests copy it and must not change it."""
    return new_course(tmp_path_factory.mktemp("cli") / "course", [LESSON])


@pytest.fixture
def course(released, tmp_path) -> Course:
    shutil.copytree(released.root, tmp_path / "course")
    return Course(tmp_path / "course")


def hand_in(course: Course, student: str, answer: str | None) -> None:
    """Submits the lesson.

    answer: the text of the exercise cell, with everything else solved; None for the solution, ""
    for an untouched notebook.
    """
    solved = bank.solutions(course.lesson(LESSON))
    cells = {} if answer == "" else solved | ({"exercise-scores": answer} if answer else {})
    submit(course, student, LESSON, bank.submission(course, course.lesson(LESSON), cells))


def example(course: Course) -> str:
    """The property that the check of the worked example checks."""
    cells = course.lesson(LESSON).source.cells
    return next(property_of(c) for c in cells if grade_id(c) == "check-example")


def check(course: Course, **more: str) -> subprocess.CompletedProcess:
    return run("dikkat", "check", "1", cwd=course.root, check=False, DIKKAT_STUDENT="ada", **more)


# --- a learner -------------------------------------------------------------------------------


def test_check_of_a_solved_lesson(course):
    hand_in(course, "ada", None)
    done = check(course)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1] == "Einsum scores: 10 of 10 points"
    assert done.stdout.count("  ✓ 1 of 1  ") == 10 and "✗" not in done.stdout
    page = re.search(r"file://(\S+)", done.stdout)[1]
    assert Path(page).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_check_says_what_went_wrong_in_full(course):
    hand_in(course, "ada", NO_SCALE)
    done = check(course, COLUMNS="80")
    assert done.returncode == 1
    expected = (
        f"  ✗ 0 of 1  {example(course)}\n"
        "            called:    attention_scores(array (1, 1, 2, 4), array (1, 1, 1, 4))\n"
        "            got:       shape (1, 1, 2, 1)  [[[[1.0], [2.0]]]]\n"
        "            expected:  shape (1, 1, 2, 1)  [[[[0.5], [1.0]]]]\n"
        "            These are plain dot products"
    )
    assert expected in done.stdout
    assert max(len(line) for line in done.stdout.splitlines() if "file:" not in line) <= 80


def test_check_does_not_say_the_same_twice(course):
    hand_in(course, "ada", STOPS)
    text = check(course).stdout
    assert text.count("stopped:   ValueError") == 1
    assert text.count("A matrix product needs the last axis") == 1
    assert text.count("The same as above.") >= 3
    assert len(text.splitlines()) <= 40


def test_check_of_a_lesson_that_is_not_begun_is_one_line(course):
    hand_in(course, "ada", "")
    done = check(course)
    assert done.stdout.strip() == "Einsum scores: 0 of 10 points. Nothing is written yet."
    assert done.returncode == 1


def test_check_without_a_copy_says_what_to_do(course):
    done = check(course)
    assert done.returncode == 2 and "Run `dikkat start` to get one" in done.stderr


def test_check_sees_a_change_and_answers_the_same_without_one(course):
    hand_in(course, "ada", NO_SCALE)
    first, again = check(course), check(course)
    assert first.stdout == again.stdout and first.returncode == again.returncode == 1
    path = course.root / "submitted/ada" / LESSON / f"{LESSON}.ipynb"
    solved = bank.solutions(course.lesson(LESSON))
    nbformat.write(bank.submission(course, course.lesson(LESSON), solved), path)
    assert check(course).returncode == 0


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("  got:       shape (2,)", ["    got:       shape (2,)"]),
        (
            "  got:       " + "1.0, " * 8,
            ["    got:       1.0, 1.0, 1.0, 1.0, 1.0,", "               1.0, 1.0, 1.0,"],
        ),
        (
            "A sentence that is longer than a line.",
            ["    A sentence that is longer than a", "    line."],
        ),
    ],
)
def test_line_of_a_message_is_aligned(text, lines):
    assert terminal._message_line(text, " " * 4, 40).splitlines() == lines


# --- a teacher -------------------------------------------------------------------------------


def test_grade_shows_a_table_the_report_and_who_needs_a_person(course):
    for student, answer in [("ada", None), ("cem", NO_SCALE), ("defne", NO_SCALE)]:
        hand_in(course, student, answer)
    (course.root / "submitted/defne" / LESSON / f"{LESSON}.ipynb").write_text("<html>")
    done = run("dikkat", "grade", cwd=course.root, check=False, COLUMNS="100")
    assert done.returncode == 1
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["student", LESSON, "all"] in rows and ["ada", "10", "10"] in rows
    assert ["defne", "!", "0", "0"] in rows
    assert f"1 of 2 failed    {example(course)}" in done.stdout
    assert "3 graded, 0 unchanged" in done.stdout
    last = done.stdout.rstrip().splitlines()[-1]
    assert last.startswith(f"! defne, {LESSON}: ") and "web page" in last
    for name in ("class.html", "class.csv"):
        assert (course.root / "feedback" / name).exists()


def test_progress_is_a_line_a_lesson_where_nobody_watches(course):
    hand_in(course, "ada", None)
    done = run("dikkat", "grade", cwd=course.root)
    lines = done.stderr.splitlines()
    assert lines[-1] == f"dikkat: {LESSON} ..." and len(lines) <= 3
    assert run("dikkat", "grade", cwd=course.root).stderr == ""


def test_progress_is_a_bar_in_a_terminal(course):
    hand_in(course, "ada", None)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    process = subprocess.Popen(
        ["dikkat", "grade"], cwd=course.root, env=environment(COLUMNS="100", TERM="xterm"),
        stdout=subprocess.DEVNULL, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # Linux raises it when the other end is closed
        pass
    assert process.wait() == 0
    states = shown.decode().split("\r")
    assert any(s.startswith("starting Python") and " 0 of 1 " in s for s in states), states
    assert any(s.startswith(f"{LESSON} of ada") and " 1 of 1 " in s for s in states), states
    assert states[-1].strip() == "" and "\n" not in shown.decode()


def test_grade_of_nothing_says_where_it_looked(course):
    done = run("dikkat", "grade", "--student", "zeynep", cwd=course.root, check=False)
    assert done.returncode == 1
    assert "There is nothing to grade of zeynep" in done.stdout


@pytest.mark.parametrize("workers", ["0", "-1", "two"])
def test_grade_refuses_a_senseless_number_of_workers(course, workers):
    done = run("dikkat", "grade", f"--workers={workers}", cwd=course.root, check=False)
    assert done.returncode == 2 and "must be a positive integer" in done.stderr


def test_outside_a_course_it_says_where_to_go(tmp_path):
    done = run("dikkat", "grade", cwd=tmp_path, check=False)
    assert done.returncode == 2 and "is not inside a course" in done.stderr


def graded(student: str, lesson: str, score: float, error: str = "") -> Result:
    verdict = Verdict("check", "A property", 10, score)
    return Result(lesson, student, 10, verdicts=[verdict], error=error)


def test_table_fits_into_the_terminal():
    names = [f"0{n}_a_lesson_with_a_long_name" for n in range(1, 6)]
    lines = [graded(f"student{s}", name, 9.5) for s in range(3) for name in names]
    lines[0].error = "x"
    text = terminal.table(lines, 80)
    rows = text.splitlines()
    assert len({len(row) for row in rows}) == 1 and len(rows[0]) <= 80
    assert "01_a_les" in rows[0] and "! 9.5" in rows[1] and rows[2].split()[-1] == "47.5"
    # Final points, once there is a gradebook; `?` if a person has not graded everything.
    lines[5].final = Final(7.25, 10, {"check": 9.5}, late=2.25)
    lines[6].final = Final(9.5, 12, {"check": 9.5, "essay": 0}, waiting=("essay",))
    row = terminal.table(lines, 80).splitlines()[2].split()
    assert row == ["student1", "7.25", "?", "9.5", "9.5", "9.5", "9.5", "45.25"]
    lines[6].error = "x"  # one mark is enough
    assert "! 9.5" in terminal.table(lines, 80).splitlines()[2]
    lines[5].final = lines[6].final = None
    lines[6].error = ""
    del lines[7]
    assert terminal.table(lines, 80).splitlines()[2].split() == (
        ["student1", "9.5", "9.5", "-", "9.5", "9.5", "38"]
    )
