"""`dikkat solution`: after a try, with a word of caution, beside the learner's own work."""

from __future__ import annotations

import shutil
import subprocess

import nbformat
import pytest
from conftest import environment, new_course, run, submit

from dikkat.course import Course
from dikkat.teaching import bank

LESSON = "02_merge_heads"
WRONG = {"exercise-merge": "def merge_heads(x):\n    return x"}


@pytest.fixture
def course(tmp_path) -> Course:
    return new_course(tmp_path / "course", [LESSON])


def hand_in(course: Course, cells: dict[str, str]) -> None:
    submit(course, "ada", LESSON, bank.submission(course, course.lesson(LESSON), cells))


def ask(course: Course, answer: str = "", *more: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["dikkat", "solution", "2", *more], cwd=course.root, input=answer, text=True,
        capture_output=True, encoding="utf-8", env=environment(DIKKAT_STUDENT="ada"),
    )  # fmt: skip


def check(course: Course) -> None:
    run("dikkat", "check", "2", cwd=course.root, check=False, DIKKAT_STUDENT="ada")


def beside(course: Course):
    return course.root / "submitted/ada" / f"{LESSON} (solution)"


def refused(course: Course) -> bool:
    done = ask(course, "yes\n")
    assert not beside(course).exists()
    said = "Try Merge heads first" in done.stderr and "dikkat check 02" in done.stderr
    return done.returncode == 2 and said


def test_not_before_a_try(course):
    assert refused(course)
    hand_in(course, WRONG)
    assert refused(course)  # written and never checked
    shutil.rmtree(course.root / "submitted/ada")
    hand_in(course, {"predict-order": "long_line = 1"})
    check(course)
    assert refused(course)  # checked, and no exercise is begun


@pytest.mark.parametrize("answer", ["", "\n", "no\n"])
def test_a_word_before_and_nothing_without_a_yes(course, answer):
    hand_in(course, WRONG)
    check(course)
    done = ask(course, answer)
    assert done.returncode == 1 and not beside(course).exists()
    assert "of 10 points at your last check" in done.stdout and "Wait a moment" in done.stdout


def test_the_solution_is_run_and_lies_beside_the_work(course):
    hand_in(course, WRONG)
    check(course)
    own = course.root / "submitted/ada" / LESSON
    before = {p: p.read_bytes() for p in own.rglob("*") if p.is_file()}
    assert before
    done = ask(course, "yes\n")
    assert done.returncode == 0 and done.stderr == "", done.stderr
    path = beside(course) / f"{LESSON} (solution).ipynb"
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join(c.source for c in cells)
    answer = bank.solutions(course.lesson(LESSON))["exercise-merge"].splitlines()[-1]
    assert "return" in answer and answer in text
    outputs = [o for c in cells if c.cell_type == "code" for o in c.outputs]
    assert not [o for o in outputs if o.output_type == "error"]
    assert any("image/png" in o.get("data", {}) for o in outputs)
    assert {p: p.read_bytes() for p in own.rglob("*") if p.is_file()} == before
    # It is nobody's submission.
    graded = run("dikkat", "grade", cwd=course.root, check=False)
    assert "1 unchanged" in graded.stdout and "solution" not in graded.stdout

    progress = run("dikkat", "progress", cwd=course.root, DIKKAT_STUDENT="ada").stdout
    assert "Merge heads  (solution seen)" in progress

    path.write_text("mine now", encoding="utf-8")
    again = ask(course)
    assert again.returncode == 0 and "You have it already" in again.stdout
    assert path.read_text(encoding="utf-8") == "mine now"


def test_who_has_all_points_is_not_asked(course):
    hand_in(course, bank.solutions(course.lesson(LESSON)))
    check(course)
    done = ask(course)
    assert done.returncode == 0 and "Wait" not in done.stdout and beside(course).is_dir()


def test_a_copy_for_students_has_none_and_says_so(course):
    hand_in(course, WRONG)
    shutil.rmtree(course.root / "source")
    for command in (["solution", "2"], ["check", "2"], ["progress"], ["grade"]):
        done = run("dikkat", *command, cwd=course.root, check=False, DIKKAT_STUDENT="ada")
        assert done.returncode == 2 and "no hidden checks and no solutions" in done.stderr, command
    done = run("dikkat", "start", "--copy-only", cwd=course.root, DIKKAT_STUDENT="new")
    assert (course.root / "submitted/new" / LESSON / f"{LESSON}.ipynb").is_file()
