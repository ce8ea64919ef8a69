"""One student's folder that is odd beyond measure costs that student a line, and nobody else."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from conftest import environment, new_course, scores
from faults import LESSON, NAME, added, beside, code, file, put, solved, write
from test_preflight import PNG, deep_folders, sparse, with_pictures
from users import IS_ROOT, NOBODY, pythons

from dikkat.course import Course

NOT_UTF_8 = os.fsdecode(b"\xf6dev")
HONEST = ("00-first", "m-middle", "zz-last")
LINE_ENDS = "line\nends\r\x1b[2J\u202e"


def many_cells(folder: Path, notebook: dict) -> None:
    added(1000, *[code("1")] * 100_000)(notebook)
    write(folder, notebook)


def closed(path: str, mode: int):
    def put(folder: Path) -> None:
        (folder / path).chmod(mode)

    return put


ODD = {
    "deep": beside(deep_folders),
    "sparse": lambda f, n: [sparse(f"{i}.ipynb", 2**26)(f) for i in range(40)],
    "cells": many_cells,
    "files": beside(*[file(f"{n}.txt", "") for n in range(6000)]),
    "sockets": beside(lambda f: os.mkfifo(f / "pipe"), lambda f: os.mkfifo(f / "x.ipynb")),
    "closed-file": beside(closed(NAME, 0)),
    "closed-folder": beside(file("d/f", ""), closed("d", 0o444)),
    "closed-submission": beside(closed("", 0o444)),
    "closed-student": beside(closed("..", 0o444)),
    NOT_UTF_8: beside(file(os.fsdecode(b"\xf6.txt"), "")),
    LINE_ENDS: beside(file("a\nb\u202e.txt", "")),
    "=1;=2": beside(file("=1;=2;\n=3", "")),
    "class.html": beside(),
    "Class.csv": beside(),
    "picture": lambda f, n: write(f, with_pictures({"a.png": {"image/png": PNG}})(n) or n),
}
IDS = {NOT_UTF_8: "\\xf6dev"}
SHOWN = {NOT_UTF_8: "\\xf6dev", LINE_ENDS: "line\\nends\\r\\x1b[2J\\u202e"}
POINTS = dict.fromkeys(ODD, 10.0) | {
    "sparse": 0, "closed-file": 0, "closed-submission": 0, "closed-student": 0
}  # fmt: skip
LINES = {
    "deep": "folders more than 20 deep",
    "sparse": "There are 40 notebooks. At most 20 of them, and 128 MiB, are read",
    "cells": f"The notebook has {100_000 + 37} cells. At most 1000",
    "files": "more than 5000 files and folders",
    "sockets": "Not a plain file, so not opened: pipe, x.ipynb",
    "closed-file": f"{NAME} cannot be read: it cannot be opened (Permission denied)",
    "closed-folder": "d/f cannot be opened (Permission denied)",
    "closed-submission": f"{NAME} cannot be opened (Permission denied)",
    "closed-student": "The folder cannot be opened (Permission denied)",
    NOT_UTF_8: "The name of its folder is not UTF-8, so its id is \\xf6dev",
    "class.html": "The name class.html is needed for feedback/class.html",
    "Class.csv": "The name Class.csv is needed for feedback/class.csv",
}


@pytest.fixture(scope="module")
def course() -> Course:
    """The odd class. It belongs to an ordinary user, whom permissions bind, even if root tests."""
    top = Path(tempfile.mkdtemp(prefix="odd-", dir="/var/tmp"))
    (top / "home").mkdir()
    made = new_course(top / "course", [LESSON])
    good = solved(made)
    for name in HONEST:
        put(made, name, good)
    for name, fault in ODD.items():
        folder = made.root / "submitted" / name / LESSON
        folder.mkdir(parents=True)
        fault(folder, json.loads(json.dumps(good)))
    top.chmod(0o755)
    if IS_ROOT:
        subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", str(top)], check=True)
    yield made
    subprocess.run(["chmod", "-R", "u+rwx", str(top)])
    subprocess.run(["rm", "-rf", str(top)], check=True)


@pytest.fixture(scope="module")
def python_of():
    """{user: the command that runs Python as this user}."""
    yield from pythons()


@pytest.fixture(scope="module")
def as_user(course, python_of):
    """Runs a module as an ordinary user in the course."""
    python = python_of["ordinary"]

    def run(*command: str, **more: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [*python, "-m", *command], cwd=course.root,
            env=environment(HOME=str(course.root.parent / "home"), **more),
            capture_output=True, encoding="utf-8", errors="replace",
        )  # fmt: skip

    return run


@pytest.fixture(scope="module")
def graded(as_user) -> subprocess.CompletedProcess:
    return as_user("dikkat.cli", "grade")


def test_the_class_is_graded_and_each_odd_one_has_a_line(graded, course):
    said = graded.stdout + graded.stderr
    assert graded.returncode == 1 and "Traceback" not in said, said[-3000:]
    assert f"{len(HONEST) + len(ODD)} graded, 0 unchanged" in graded.stdout
    for name in HONEST:
        assert sum(scores(course, LESSON, name).values()) == 10
    for name, points in POINTS.items():
        shown = SHOWN.get(name, name)
        lines = [text for text in graded.stdout.splitlines() if text[2:].startswith(f"{shown}, ")]
        assert LINES.get(name, "") in " ".join(lines), (name, lines)
        if name not in ("class.html", "Class.csv"):
            assert sum(scores(course, LESSON, IDS.get(name, name)).values()) == points, name


def test_names_do_nothing_in_the_terminal_and_in_files(graded, course):
    assert not {c for c in graded.stdout if not c.isprintable() and c not in "\n\xa0"}
    rows = course.class_page.with_suffix(".csv").read_text("utf-8-sig", "strict")
    students = {row["student"] for row in csv.DictReader(io.StringIO(rows))}
    assert {SHOWN[LINE_ENDS], "'=1;'=2", *HONEST} <= students
    for line in rows.splitlines():
        for cell in line.split(";"):
            assert not cell.strip(" '\"").startswith(("=", "+", "-", "@")) or "'" in cell
    for page in (course.class_page, course.feedback_page(LESSON, LINE_ENDS)):
        assert not {"\x1b", "\u202e", "\r"} & set(page.read_text("utf-8"))


def test_second_run_grades_nothing_again_but_what_failed(graded, as_user):
    again = as_user("dikkat.cli", "grade")
    assert "Traceback" not in again.stdout + again.stderr
    assert again.returncode == 1
    assert f"{len(HONEST) + len(ODD) - 2} unchanged" in again.stdout  # two names are refused


def test_crash_of_a_graded_class_by_a_second_submission(graded, as_user, course):
    """What was added after the first grading ended the whole second run."""
    for name, fault in (("00-first", deep_folders), ("m-middle", lambda f: closed("", 0o444)(f))):
        fault(course.root / "submitted" / name / LESSON)
    again = as_user("dikkat.cli", "grade")
    assert "Traceback" not in again.stdout + again.stderr
    assert "! 00-first, 02_merge_heads: There are folders more than 20 deep" in again.stdout
    assert "! m-middle, 02_merge_heads: 02_merge_heads.ipynb cannot be opened" in again.stdout
    assert sum(scores(course, LESSON, "zz-last").values()) == 10
    shutil.rmtree(course.root / "submitted" / "m-middle")


@pytest.mark.parametrize("encoding", ["ascii", "cp1254", "cp1252:strict"])
def test_console_of_any_encoding(graded, as_user, encoding):
    for command in (["grade"], ["check", "2"], ["progress"], ["grade", "--student", "İpek"]):
        done = as_user(
            "dikkat.cli", *command, PYTHONIOENCODING=encoding, DIKKAT_STUDENT="picture",
        )  # fmt: skip
        assert "Traceback" not in done.stderr and "UnicodeEncode" not in done.stderr, command
        assert done.stdout


def test_graded_by_nbgrader_too(graded, as_user, course):
    shutil.rmtree(course.root / "autograded")
    said = as_user("nbgrader", "autograde", LESSON).stderr
    for name in ("zz-last", "deep", "cells", "files", "picture", "closed-folder", "=1;=2"):
        assert course.graded_notebook(LESSON, name).exists(), (name, said[-2000:])
        assert sum(scores(course, LESSON, name).values()) == 10, name
    for name in (SHOWN[LINE_ENDS], "class.html", "Class.csv"):
        assert f"{name}/{LESSON} was not graded: " in said
