"""nbgrader's exchange, there and back: release, fetch, submit, collect, grade, feedback."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import nbformat
import pytest
from conftest import new_course, run, submit
from nbgrader.api import Gradebook

from dikkat.course import Course
from dikkat.grading.records.exchange import (
    LONGEST,
    SECRET,
    TIMESTAMP,
    copy_for_release,
    read_timestamp,
)
from dikkat.teaching import bank

LESSON = "02_merge_heads"
NAME = f"{LESSON}.ipynb"
WRONG = {"exercise-merge": "def merge_heads(x):\n    return x.swapaxes(1, 2)"}
STUDENTS = {"ada": {}, "cem": WRONG}  # who submit through the exchange
OTHER = "lms"  # whose submission came from a learning platform


class Exchange:
    """A course, an exchange, and students with computers of their own."""

    def __init__(self, root: Path):
        self.root, self.course = root, Course(root / "course")

    def student(self, student: str, *command: str) -> str:
        """Runs one of nbgrader's commands as a student; returns what it printed."""
        home = self.root / "home" / student
        if not home.is_dir():
            home.mkdir(parents=True)
            (home / "nbgrader_config.py").write_text(
                "c = get_config()\nc.CourseDirectory.course_id = 'dikkat'\n"
                f"c.Exchange.root = {str(self.root / 'exchange')!r}\n"
                f"c.Exchange.cache = {str(home / 'cache')!r}\n"
            )
        done = run("nbgrader", *command, f"--student={student}", cwd=home)
        return done.stdout + done.stderr

    def feedback(self, student: str) -> list[str]:
        """The pages that a student has fetched."""
        pages = self.root.glob(f"home/{student}/{LESSON}/feedback/*/*")
        return [page.read_text(encoding="utf-8") for page in sorted(pages)]


@pytest.fixture(scope="session")
def collected(tmp_path_factory) -> Exchange:
    """All until `collect`, with nbgrader's own commands. Nothing is graded yet."""
    exchange = Exchange(tmp_path_factory.mktemp("exchange"))
    course = new_course(exchange.course.root, [LESSON])
    with open(course.config_file, "a") as file:
        file.write(f"\nc.Exchange.root = {str(exchange.root / 'exchange')!r}\n")
    run("nbgrader", "release_assignment", LESSON, cwd=course.root)
    lesson = course.lesson(LESSON)
    for student, answers in STUDENTS.items():
        exchange.student(student, "fetch_assignment", LESSON)
        cells = bank.solutions(lesson) | answers
        notebook = bank.submission(course, lesson, cells)
        nbformat.write(notebook, exchange.root / "home" / student / LESSON / NAME)
        exchange.student(student, "submit", LESSON)
    run("nbgrader", "collect", LESSON, cwd=course.root)
    submit(course, OTHER, LESSON, bank.submission(course, lesson, bank.solutions(lesson)))
    return exchange


GRADING = {
    "dikkat": [["dikkat", "grade"]],
    "nbgrader": [["nbgrader", "autograde", LESSON], ["nbgrader", "generate_feedback", LESSON]],
    "both": [["dikkat", "grade"], ["nbgrader", "generate_feedback", LESSON]],
}


@pytest.fixture(scope="session", params=GRADING)
def graded(request, collected, tmp_path_factory) -> Exchange:
    """The class graded in one of the ways, in a copy of everything."""
    folder = tmp_path_factory.mktemp(request.param) / "copy"
    root = Path(shutil.copytree(collected.root, folder))
    for config in [root / "course/nbgrader_config.py", *root.glob("home/*/nbgrader_config.py")]:
        config.write_text(config.read_text().replace(str(collected.root), str(root)))
    exchange = Exchange(root)
    for command in GRADING[request.param]:
        run(*command, cwd=exchange.course.root)
    return exchange


def secrets_of(exchange: Exchange) -> dict[str, str]:
    folders = {s: exchange.course.submission_folder(LESSON, s) for s in STUDENTS}
    return {s: (folder / SECRET).read_text() for s, folder in folders.items()}


def test_feedback_comes_back_through_the_exchange(graded):
    course = graded.course
    done = run("nbgrader", "release_feedback", LESSON, cwd=course.root)
    said = done.stdout + done.stderr
    assert re.search(rf"was not submitted through the exchange: .*{OTHER}", said)
    for student in STUDENTS:
        graded.student(student, "fetch_feedback", LESSON)
        page = course.feedback_page(LESSON, student).read_text(encoding="utf-8")
        assert graded.feedback(student) == [page]
        assert f"{student}: <strong>" in page and "How far you are" in page  # ours
    assert "10 of 10 points" in graded.feedback("ada")[0]
    # Nobody else's page has gone anywhere, and no secret has.
    assert len(list((graded.root / "exchange/dikkat/feedback").iterdir())) == len(STUDENTS)
    assert course.feedback_page(LESSON, OTHER).is_file()
    for secret in secrets_of(graded).values():
        assert len(secret) == 128
        for top in ("feedback", "autograded"):
            for path in course.root.glob(f"{top}/**/*"):
                if path.is_file() and path.name != SECRET:
                    assert secret.encode() not in path.read_bytes(), path
        assert secret not in said


def test_time_and_points_are_those_of_the_exchange(graded):
    for student in STUDENTS:
        folder = graded.course.submission_folder(LESSON, student)
        time, note = read_timestamp(folder)
        assert time is not None and note == ""
        page = graded.course.feedback_page(LESSON, student).read_text(encoding="utf-8")
        assert "timestamp" not in page and SECRET not in page


def test_what_a_person_added_since_is_released(graded):
    course = graded.course
    with Gradebook(f"sqlite:///{course.gradebook}") as book:
        comment = book.find_comment("exercise-merge", LESSON, LESSON, "cem")
        comment.manual_comment = "Nearly."
        book.db.commit()
    # Without --force: nbgrader itself would keep the page as it was.
    run("nbgrader", "generate_feedback", LESSON, cwd=course.root)
    run("nbgrader", "release_feedback", LESSON, "--student=cem", cwd=course.root)
    graded.student("cem", "fetch_feedback", LESSON)
    assert "Nearly." in graded.feedback("cem")[0]


# --- files of a stranger's -------------------------------------------------------------------


@pytest.fixture
def folders(tmp_path) -> tuple[Path, Path]:
    """(a submission, a target), both empty."""
    for name in ("submission", "target"):
        (tmp_path / name).mkdir()
    (tmp_path / "passwords").write_text("2027-03-01 20:15:00 UTC")
    return tmp_path / "submission", tmp_path / "target"


def linked(path: Path) -> None:
    path.symlink_to(path.parents[1] / "passwords")


HOSTILE = {
    "a link": linked,
    "a link that leads nowhere": lambda path: path.symlink_to("nowhere"),
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "not UTF-8": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "too long": lambda path: path.write_text("2027-03-01 20:15:00 UTC".ljust(LONGEST + 1)),
    "huge": lambda path: (path.touch(), os.truncate(path, 2**36)),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_only_plain_small_files_are_read(folders, make):
    submission, target = folders
    for name in (TIMESTAMP, SECRET):
        make(submission / name)
    time, note = read_timestamp(submission)
    assert time is None and "graded without a time" in note
    copy_for_release(submission, target)
    assert list(target.iterdir()) == []


def test_folder_that_is_a_link_is_not_read(folders, tmp_path):
    submission, target = folders
    (submission / TIMESTAMP).write_text("2027-03-01 20:15:00 UTC")
    (submission / SECRET).write_text("s" * 128)
    (tmp_path / "link").symlink_to(submission)
    assert read_timestamp(tmp_path / "link")[0] is None
    copy_for_release(tmp_path / "link", target)
    assert list(target.iterdir()) == []


def test_secret_of_an_older_submission_does_not_stay(folders):
    submission, target = folders
    (submission / SECRET).write_text("s" * 128)
    copy_for_release(submission, target)
    # nbgrader wants both files; a time that cannot be read keeps nobody's feedback back.
    assert (target / SECRET).read_text() == "s" * 128 and (target / TIMESTAMP).exists()
    (submission / SECRET).unlink()
    copy_for_release(submission, target)
    assert list(target.iterdir()) == []


@pytest.mark.parametrize("text", ["yesterday", "2027-03-01 20:15:00 TRT", "", "\x1b[31m"])
def test_time_that_cannot_be_read_is_noted_and_not_passed_on(folders, text):
    submission, target = folders
    (submission / TIMESTAMP).write_text(text)
    (submission / SECRET).write_text("s" * 128)
    time, note = read_timestamp(submission)
    assert time is None and "timestamp.txt cannot be read" in note
    copy_for_release(submission, target)
    assert (target / TIMESTAMP).read_text() == "unknown"
