"""A gradebook of another nbgrader, one that is new, one that is not a file."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from conftest import new_course, run, submit
from nbgrader.dbutil import ALEMBIC_DIR

from dikkat.course import Course, CourseError
from dikkat.grading.records import gradebook
from dikkat.teaching import bank

LESSON = "02_merge_heads"
VERSIONS = {
    re.search(r"^revision = '(\w+)'", text, re.M)[1]: text
    for text in (path.read_text() for path in Path(ALEMBIC_DIR, "versions").glob("*.py"))
}


@pytest.fixture(scope="session")
def template(tmp_path_factory) -> Course:
    """A course with a gradebook, and with one submission."""
    course = new_course(tmp_path_factory.mktemp("gradebook") / "course", [LESSON])
    cells = bank.solutions(course.lesson(LESSON))
    submit(course, "ada", LESSON, bank.submission(course, course.lesson(LESSON), cells))
    return course


@pytest.fixture
def course(template, tmp_path) -> Course:
    return Course(shutil.copytree(template.root, tmp_path / "course"))


def change(course: Course, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(course.gradebook)) as book:
        for statement in statements:
            book.execute(statement)
        book.commit()


# What nbgrader's last migrations add; a gradebook from before them lacks it.
OLDER = {
    "before extra credit": (
        "UPDATE alembic_version SET version_num = '50a4d84c131a'",
        "ALTER TABLE grade DROP COLUMN extra_credit",
    ),
    "before the students' platform ids": (
        "UPDATE alembic_version SET version_num = '167914646830'",
        "ALTER TABLE student DROP COLUMN lms_user_id",
    ),
    "only its version is older": ("UPDATE alembic_version SET version_num = '282d30a0218e'",),
    "its version is wrong": ("ALTER TABLE student DROP COLUMN lms_user_id",),
    "without a version": ("DROP TABLE alembic_version",),
    "with an empty version": ("DELETE FROM alembic_version",),
}


@pytest.mark.parametrize("statements", OLDER.values(), ids=OLDER)
def test_old_gradebook_is_a_sentence_that_names_the_command(course, statements):
    change(course, *statements)
    before = course.gradebook.read_bytes()
    with pytest.raises(CourseError) as error, gradebook.opened(course):
        pass
    text = str(error.value)
    assert "older version of nbgrader" in text and "`nbgrader db upgrade`" in text
    assert "Make a copy" in text
    assert course.gradebook.read_bytes() == before


def test_upgrade_by_nbgrader_is_all_that_is_needed(course):
    """A gradebook from before there were courses, as nbgrader 0.5 made it."""
    change(
        course,
        "UPDATE alembic_version SET version_num = '282d30a0218e'",
        "CREATE TABLE old (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(128) NOT NULL UNIQUE,"
        " duedate DATETIME)",
        "INSERT INTO old SELECT id, name, duedate FROM assignment",
        "DROP TABLE assignment",
        "ALTER TABLE old RENAME TO assignment",
        "DROP TABLE course",
    )
    done = run("dikkat", "grade", cwd=course.root, check=False)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "`nbgrader db upgrade`" in done.stderr
    assert not (course.root / "autograded").exists()
    done = run("nbgrader", "autograde", LESSON, cwd=course.root, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "`nbgrader db upgrade`" in done.stderr
    run("nbgrader", "db", "upgrade", cwd=course.root)
    assert "1 graded" in run("dikkat", "grade", cwd=course.root).stdout


def test_newer_gradebook_is_a_sentence_too(course):
    assert "0123456789ab" not in VERSIONS
    change(course, "UPDATE alembic_version SET version_num = '0123456789ab'")
    with pytest.raises(CourseError, match="newer version of nbgrader"), gradebook.opened(course):
        pass


def test_new_gradebook_has_the_version_that_nbgrader_gives_it(course):
    course.gradebook.unlink()
    with gradebook.opened(course):
        pass
    with contextlib.closing(sqlite3.connect(course.gradebook)) as book:
        [(version,)] = book.execute("SELECT version_num FROM alembic_version")
    followed = set(re.findall(r"^down_revision = '(\w+)'", "\n".join(VERSIONS.values()), re.M))
    assert {version} == VERSIONS.keys() - followed


@pytest.mark.parametrize(
    ("setting", "shown"),
    [
        (None, "gradebook.db"),
        ("sqlite:////srv/grades/term.db", "/srv/grades/term.db"),
        ("postgresql://teacher:hush@db.example/grades", "postgresql://teacher:***@db.example/grades"),
    ],
)  # fmt: skip
def test_gradebook_is_called_what_it_is_and_its_password_is_not_shown(course, setting, shown):
    if setting:
        with open(course.config_file, "a") as file:
            file.write(f"\nc.CourseDirectory.db_url = {setting!r}\n")
    here = os.getcwd()
    os.chdir(course.root)
    try:
        assert gradebook.location(Course(course.root)) == shown
    finally:
        os.chdir(here)


def test_gradebook_elsewhere_is_used_and_named(course, tmp_path):
    with open(course.config_file, "a") as file:
        file.write(f"\nc.CourseDirectory.db_url = 'sqlite:///{tmp_path}/term.db'\n")
    course.gradebook.unlink()
    done = run("dikkat", "grade", cwd=course.root)
    assert f"Gradebook: {tmp_path}/term.db" in done.stdout
    assert not course.gradebook.exists()
    assert "10 of 10" in run("dikkat", "progress", cwd=course.root, DIKKAT_STUDENT="ada").stdout
    assert not course.gradebook.exists()
