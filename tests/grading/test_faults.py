"""A class in which everything goes wrong that can: one student a fault, beside honest ones.

It is graded once by `dikkat grade`, and once by plain `nbgrader autograde`.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import dataclasses
import html
import json
import os
import re
import shutil
import signal
import subprocess
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT, environment, graded_notebook, messages, new_course, run, scores
from faults import (
    COMMON,
    LESSON,
    NAME,
    added,
    all_meta,
    as_text,
    beside,
    changed,
    code,
    file,
    link,
    put,
    set_key,
    solved,
    state,
    twice,
    with_kind,
    with_meta,
    with_source,
    with_tags,
    without,
    write,
)
from nbgrader.api import Gradebook, MissingEntry

from dikkat.course import Course, grade_id
from dikkat.teaching import bank

PLAIN_RESHAPE = bank.read(ROOT / "tests" / "attempts" / LESSON / "wrong_plain_reshape.py")
RESHAPED = PLAIN_RESHAPE.cells["exercise-merge"]
HOURS_LATE = "2030-01-01 12:00:00 UTC"


@dataclasses.dataclass(frozen=True)
class Fault:
    """points: what it earns of 10. says: words for the teacher and for the student. look: whether
    a person must. plain: points by `nbgrader autograde`; None where it does not come to us."""

    hand_in: Callable
    points: float
    says: str = ""
    look: bool = False
    plain: float | None | str = "the same"


def own(text: str):
    """A cell of the learner's own at the end."""
    return added(1000, code(text))


def loop(notebook):
    with_source("exercise-merge", "def merge_heads(x):\n    while True:\n        pass")(notebook)


FAULTS = {
    # the file
    "a-copied-test": Fault(COMMON["a-copied-test"], 10, "Duplicated cells; only the first"),
    "a-copied-solution": Fault(
        changed(twice("exercise-merge", source=RESHAPED)), 4,
        "the first copy was graded: exercise-merge",
    ),
    "a-copied-stub": Fault(
        changed(twice("exercise-merge", source="")), 10, "the first copy was graded: exercise-merge"
    ),
    "old-schema": Fault(COMMON["old-schema"], 10, "nbgrader metadata has another version"),
    "no-schema": Fault(COMMON["no-schema"], 10, "nbgrader metadata has another version"),
    "test-deleted": Fault(
        COMMON["test-deleted"], 10, "missing and have been restored: hidden-any-size"
    ),
    "test-and-solution-deleted": Fault(
        COMMON["test-and-solution-deleted"], 9, "answer-start, hidden-start"
    ),
    "metadata-stripped": Fault(COMMON["metadata-stripped"], 10, "found by their content"),
    "metadata-and-ids-stripped": Fault(
        COMMON["metadata-and-ids-stripped"], 10, "found by their content"
    ),
    "metadata-of-wrong-types": Fault(changed(all_meta([1])), 10, "found by their content"),
    "named-1": Fault(COMMON["named-1"], 10, f"is called {LESSON} (1).ipynb"),
    "named-odev": Fault(COMMON["named-odev"], 10, "The notebook is called ödev.ipynb"),
    "named-IPYNB": Fault(COMMON["named-IPYNB"], 10),
    "in-a-folder": Fault(beside(name=f"ödev/{NAME}"), 10, f"is called ödev/{NAME}"),
    "truncated": Fault(as_text(lambda t: t[: len(t) // 2]), 0, "cut off: its end is missing", True),
    "empty-file": Fault(COMMON["empty-file"], 0, "it is empty", True),
    "merge-markers": Fault(COMMON["merge-markers"], 0, "merge markers of git", True),
    "web-page": Fault(as_text(lambda t: "<!DOCTYPE html>"), 0, "it is a web page", True),
    "no-notebook": Fault(COMMON["no-notebook"], 0, "There is no notebook in this submission", True),
    "of-another-lesson": Fault(
        lambda f, n: write(f, (ROOT / "release/05_causal_head/05_causal_head.ipynb").read_bytes()),
        0, "Is it the notebook of another lesson?", True,
    ),
    "byte-order-mark": Fault(COMMON["byte-order-mark"], 10, "byte order mark"),
    "utf-16": Fault(COMMON["utf-16"], 10, "in UTF-16"),
    "cp1254": Fault(
        lambda f, n: COMMON["cp1254"](
            f, own("ad = 'çağrı'")(n) or n
        ),
        10, "Turkish Windows text",
    ),
    "nbformat-3": Fault(COMMON["nbformat-3"], 10, "old format (nbformat 3)"),
    "half-a-surrogate": Fault(
        as_text(lambda t: t.replace("Merge heads", "\\ud83d")), 10
    ),
    "no-such-kernel": Fault(
        changed(set_key("metadata", {"kernelspec": {"name": "ir", "language": "R"}})), 10
    ),
    "one-good-one-broken": Fault(
        beside(file("taslak.ipynb", '{"cells": [')), 10, "taslak.ipynb cannot be read", True
    ),
    "filled-in-a-copy": Fault(
        lambda f, n: [write(f, n, "kopya.ipynb"), write(f, (f / "as released").read_bytes())],
        10, "There is more than one notebook of this lesson. kopya.ipynb was graded", True,
    ),
    # where the answers are
    "answer-in-a-new-cell": Fault(
        changed(without("answer-start"), own("first, start = 0, 6")), 10,
        "found by their content: answer-start",
    ),
    "two-answers-in-one": Fault(
        changed(with_source("answer-row-zero", "row_zero, start = 'B', 6"),
                without("answer-start")),
        10, "Answered in cells of their own: answer-start",
    ),
    "all-at-the-end-without-metadata": Fault(
        changed(lambda n: own("\n\n".join(
            "".join(c["source"]) for c in n["cells"]
            if grade_id(c) and c["metadata"]["nbgrader"]["solution"]
        ))(n), lambda n: without(*[
            grade_id(c) for c in n["cells"]
            if grade_id(c) and c["metadata"]["nbgrader"]["solution"]
        ])(n), all_meta({})),
        10, "found by their content",
    ),
    "left-by-tools": Fault(
        beside(file(f".virtual_documents/{NAME}", "{"), file(f"a/.ipynb_checkpoints/{NAME}", "{"),
               file(".vscode/settings.json", "{}"), file(f"._{NAME}", "x")), 10,
    ),
    # what lies beside it
    "ships-modules": Fault(
        beside(file("numpy.py", "raise SystemExit"), file("torch/__init__.py", "1/0")),
        10, "not used: as released, numpy.py, torch/__init__.py",
    ),
    "helper-file-changed": Fault(
        beside(file("merge.svg", "<svg onload='alert(1)'/>")), 10,
        "Changed; the lesson's own was used: merge.svg",
    ),
    "link-to-a-secret": Fault(
        beside(link("key.txt", "SECRET")), 10, "Symbolic links are not followed: key.txt", True
    ),
    "link-for-a-helper-file": Fault(
        beside(link("merge.svg", "SECRET")), 10, "links are not followed: merge.svg", True
    ),
    "link-to-zeros": Fault(
        beside(link("zeros", "/dev/zero")), 10, "links are not followed: zeros", True
    ),
    "link-for-the-notebook": Fault(
        lambda f, n: (f / NAME).symlink_to("SOLUTION"), 0, f"are not followed: {NAME}", True
    ),
    "link-for-the-timestamp": Fault(
        beside(link("timestamp.txt", "SECRET")), 10, "not followed: timestamp.txt", True
    ),
    "link-nowhere": Fault(beside(link("x", "/no/such/file")), 10, "are not followed: x", True),
    "link-to-a-folder": Fault(beside(link("all", "..")), 10, "are not followed: all", True),
    "pipe": Fault(COMMON["pipe"], 10, "Not a plain file, so not opened: pipe", True),
    # when
    "timestamp-unreadable": Fault(
        beside(file("timestamp.txt", "dün akşam")), 10, "Its timestamp.txt cannot be read"
    ),
    "timestamp-binary": Fault(
        beside(file("timestamp.txt", b"\xff\xfe\0")), 10, "Its timestamp.txt cannot be read"
    ),
    "timestamp-empty": Fault(
        beside(file("timestamp.txt", "")), 10, "Its timestamp.txt cannot be read"
    ),
    "timestamp-of-year-0": Fault(
        beside(file("timestamp.txt", "0000-00-00 00:00:00 UTC")), 10, "timestamp.txt cannot be read"
    ),
    "timestamp-read": Fault(beside(file("timestamp.txt", HOURS_LATE)), 10),
    # who. nbgrader's own pattern reads a `[` of a folder's name as a pattern
    "[x] köşeli": Fault(beside(), 10),
    "iki kelime": Fault(beside(), 10),
    "İpek Çağrı Şen": Fault(beside(), 10),
    unicodedata.normalize("NFD", "gökçe"): Fault(beside(), 10),
    "a.b-c_d@e.edu": Fault(beside(), 10),
    "{lesson}": Fault(beside(), 10),
    "100%": Fault(beside(), 10),
    # locked cells
    "test-edited": Fault(
        changed(with_source("check-example", "assert True"),
                with_source("exercise-merge", RESHAPED)),
        4, "Locked cells were changed; the lesson's own were used: check-example",
    ),
    "test-edited-and-solved": Fault(
        changed(with_source("hidden-any-size", "1/0")), 10, "were used: hidden-any-size"
    ),
    "test-skipped": Fault(
        changed(with_source("exercise-merge", RESHAPED),
                *[with_tags(n, "skip-execution") for n in ("check-example", "hidden-any-size")]),
        4,
    ),
    "points-changed": Fault(
        changed(with_meta("check-example", points=100),
                with_meta("exercise-merge", grade=True, points=50)), 10,
    ),
    "test-as-text": Fault(
        changed(with_kind("check-example", "markdown"), with_source("exercise-merge", RESHAPED)),
        4, "graded as code: check-example",
    ),
    "solution-as-text": Fault(
        COMMON["solution-as-text"], 10, "graded as code: exercise-merge"
    ),
    "given-cell-changed": Fault(
        changed(with_source("given-example", "raise SystemExit")), 10, "were used: given-example"
    ),
    # what it does (tests of the sandbox and of the two sides go into it deeply)
    "ends-its-process": Fault(changed(own("import os\nos._exit(1)")), 10),
    "ends-its-process-first": Fault(changed(added(0, code("import os\nos._exit(1)"))), 10),
    "ends-its-process-in-the-function": Fault(
        changed(with_source("exercise-merge", "import os\ndef merge_heads(x): os._exit(0)")), 4
    ),
    "sys-exit": Fault(changed(own("import sys\nsys.exit()")), 10),
    "endless-cell": Fault(changed(own("while True: pass")), 10),
    "endless-function": Fault(changed(loop), 4),
    "warns": Fault(
        changed(lambda n: with_source("exercise-merge", (
            "import sys, warnings, numpy as np\n\n\ndef merge_heads(x):\n"
            "    warnings.warn('careful')\n    print('hello', file=sys.stderr)\n"
            "    B, H, T, D = x.shape\n    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)\n"
        ))(n)), 10,
    ),
    "prints-20-MB": Fault(changed(own("print('x' * 20_000_000)")), 10),
    "makes-links": Fault(
        changed(own("import os\nos.symlink('/etc/passwd', 'passwd')\nopen('own.txt', 'w')")), 10
    ),
    "code-that-no-parser-likes": Fault(
        changed(own("x = " + "-" * 100_000 + "1"), own("y = " + "(" * 5000), own("a\0b"),
                own("z = 1" + " + 1" * 50_000), own("w = a" + ".b" * 50_000)), 10,
    ),
    # controls
    "never-touched": Fault(
        lambda f, n: write(f, (f / "as released").read_bytes()), 0
    ),
    "the-teachers-own": Fault(
        lambda f, n: write(f, (ROOT / "source" / LESSON / NAME).read_bytes()), 10
    ),
    "plain-reshape": Fault(changed(with_source("exercise-merge", RESHAPED)), 4),
}  # fmt: skip
HONEST = ["00-first", "m-middle", "zz-last"]


def fill(course: Course, secret: Path) -> None:
    """Hands in for the whole class."""
    taught = course.lesson(LESSON)
    notebook = bank.submission(course, taught, bank.solutions(taught))
    solved = json.loads(nbformat.writes(notebook))
    for student, fault in {**FAULTS, **{name: Fault(beside(), 10) for name in HONEST}}.items():
        folder = course.root / "submitted" / student / LESSON
        shutil.copytree(course.root / "release" / LESSON, folder)
        os.rename(folder / NAME, folder / "as released")
        fault.hand_in(folder, copy.deepcopy(solved))
        if student != "ships-modules":
            (folder / "as released").unlink()
        for path in folder.rglob("*"):
            if path.is_symlink() and os.readlink(path) in ("SECRET", "SOLUTION"):
                source = course.root / "source" / LESSON / NAME
                target = secret if os.readlink(path) == "SECRET" else source
                path.unlink()
                path.symlink_to(target)


@dataclasses.dataclass
class Graded:
    course: Course
    status: int
    output: str
    before: dict
    after: dict
    pages: dict[str, str]


SECRET = "the-secret-of-another-folder"


def course_of_faults(folder: Path) -> Course:
    course = new_course(folder / "course", [LESSON])
    with open(course.root / "nbgrader_config.py", "a") as config:
        config.write("\nc.TwoSided.cell_seconds = 5\nc.TwoSided.notebook_seconds = 200\n")
    (folder / "secret").write_text(SECRET)
    fill(course, folder / "secret")
    return course


def grade(course: Course, *command: str) -> Graded:
    before = state(course.root / "submitted")
    done = run(*command, cwd=course.root, check=False)
    after = state(course.root / "submitted")
    pages = {p.parts[-3]: words_of(p) for p in course.root.glob("feedback/*/*/*.html")}
    return Graded(course, done.returncode, done.stdout + done.stderr, before, after, pages)


def words_of(page: Path) -> str:
    """What a page shows, in one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.read_text())).split())


@pytest.fixture(scope="session")
def by_dikkat(tmp_path_factory) -> Graded:
    return grade(course_of_faults(tmp_path_factory.mktemp("faults")), "dikkat", "grade", LESSON)


@pytest.fixture(scope="session")
def by_nbgrader(tmp_path_factory) -> Graded:
    course = course_of_faults(tmp_path_factory.mktemp("plain-faults"))
    return grade(course, "nbgrader", "autograde", LESSON)


def of(student: str) -> str:
    """The id under which a student is graded."""
    return unicodedata.normalize("NFC", student)


@pytest.mark.parametrize("student", [*FAULTS, *HONEST])
def test_points(by_dikkat, student):
    points = FAULTS[student].points if student in FAULTS else 10
    found = scores(by_dikkat.course, LESSON, of(student))
    said = messages(graded_notebook(by_dikkat.course, LESSON, of(student)))
    assert sum(found.values()) == points, (found, said)


@pytest.mark.parametrize("student", FAULTS)
def test_teacher_and_student_are_told(by_dikkat, student):
    fault = FAULTS[student]
    lines = [
        line for line in by_dikkat.output.splitlines() if line[2:].startswith(f"{of(student)}, ")
    ]
    assert any(line.startswith("! ") for line in lines) == fault.look, lines
    assert fault.says in by_dikkat.pages[of(student)]
    if fault.says and fault.points in (0, 9, 10):
        assert fault.says in " ".join(lines)
    elif not fault.says:
        assert not lines


def test_exit_status_says_that_a_person_must_look(by_dikkat):
    assert by_dikkat.status == 1
    assert f"{len(FAULTS) + len(HONEST)} graded, 0 unchanged" in by_dikkat.output
    assert "Traceback" not in by_dikkat.output


@pytest.mark.parametrize("graded", ["by_dikkat", "by_nbgrader"])
def test_nothing_that_was_handed_in_has_changed(request, graded):
    found = request.getfixturevalue(graded)
    assert found.before == found.after


@pytest.mark.parametrize("graded", ["by_dikkat", "by_nbgrader"])
def test_no_link_is_followed_and_no_file_of_a_student_is_taken(request, graded):
    course = request.getfixturevalue(graded).course
    command = ["nbgrader", "generate_feedback", LESSON, "--force", "--student=*link*"]
    run(*command, cwd=course.root)
    taught = set(course.lesson(LESSON).files)
    for top in ("autograded", "feedback"):
        paths = list((course.root / top).glob("*/**/*"))  # not the class's own pages
        assert [path for path in paths if "link" in path.parts[-3] and path.is_file()]
        for path in paths:
            assert not path.is_symlink(), path
            if path.is_file():
                assert SECRET.encode() not in path.read_bytes(), path
                name = "/".join(path.relative_to(course.root / top).parts[2:])
                assert name in taught | {NAME, f"{LESSON}.html", "timestamp.txt"}, path


def test_lessons_own_files_are_put_back(by_dikkat):
    graded = by_dikkat.course.root / "autograded" / "helper-file-changed" / LESSON
    files = by_dikkat.course.lesson(LESSON).files
    assert "merge.svg" in files
    for name, content in files.items():
        assert (graded / name).read_bytes() == content


def test_what_was_printed_without_end_is_cut(by_dikkat):
    path = by_dikkat.course.root / "autograded" / "prints-20-MB" / LESSON / NAME
    assert path.stat().st_size < 2_000_000
    assert "showed more than is kept; the rest was cut" in path.read_text()


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("endless-function", "Is there a loop that never ends?"),
        ("ends-its-process-in-the-function", "it ended its own process (exit status 0)"),
        ("never-touched", "There is no answer yet. Write yours in the cell above"),
        ("test-deleted", "Everything is there."),
        ("truncated", "it is cut off: its end is missing. Open it in JupyterLab"),
        ("plain-reshape", "This is what a plain reshape gives"),
    ],
)
def test_student_reads_what_to_do(by_dikkat, student, words):
    assert words in by_dikkat.pages[student]


@pytest.mark.parametrize("student", ["test-edited", "test-skipped", "points-changed", "nbformat-3"])
@pytest.mark.parametrize("graded", ["by_dikkat", "by_nbgrader"])
def test_locked_cells_are_the_lessons_again(request, graded, student):
    course = request.getfixturevalue(graded).course
    source = {grade_id(c): c for c in course.lesson(LESSON).source.cells}
    cells = graded_notebook(course, LESSON, student).cells
    locked = [c for c in cells if grade_id(c) and c.metadata.nbgrader.locked]
    wanted = [n for n, c in source.items() if n and c.metadata.nbgrader.locked]
    assert [grade_id(c) for c in locked] == wanted and len(wanted) > 5
    for cell in locked:
        taught = source[grade_id(cell)]
        assert cell.source == taught.source
        assert "tags" not in cell.metadata
        assert cell.metadata.nbgrader.get("points") == taught.metadata.nbgrader.get("points")


# --- by plain nbgrader ------------------------------------------------------------------------


@pytest.mark.parametrize("student", [*FAULTS, *HONEST])
def test_points_by_nbgrader(by_nbgrader, student):
    points = FAULTS[student].points if student in FAULTS else 10
    # nbgrader takes a folder's name as it is.
    found = scores(by_nbgrader.course, LESSON, student)
    assert sum(found.values()) == points, found


@pytest.mark.parametrize("student", [s for s in FAULTS if FAULTS[s].says and FAULTS[s].points != 4])
def test_nbgrader_logs_what_was_found(by_nbgrader, student):
    lines = [s for s in by_nbgrader.output.splitlines() if f"{student}, {LESSON}: " in s]
    assert FAULTS[student].says in " ".join(lines)


def test_nbgrader_grades_all_and_says_so(by_nbgrader):
    assert by_nbgrader.status == 0, by_nbgrader.output[-3000:]
    assert "Traceback" not in by_nbgrader.output


def test_a_fault_stands_in_one_file():
    """Those that are inspected alone as well are in faults.COMMON."""

    def made_in(name: str) -> set[str]:
        tree = ast.parse(Path(__file__).with_name(name).read_text(encoding="utf-8"))
        calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and n.args + n.keywords]
        makers = ("changed", "as_text", "beside")
        return {ast.unparse(n) for n in calls if getattr(n.func, "id", "") in makers}

    here, there = made_in("test_faults.py"), made_in("test_preflight.py")
    assert here and there and not here & there


# --- one small class for each of the following ------------------------------------------------


@pytest.fixture(scope="session")
def template(tmp_path_factory) -> Path:
    return new_course(tmp_path_factory.mktemp("template") / "course", [LESSON]).root


@pytest.fixture
def small(template, tmp_path) -> Course:
    """A course of its own, with nobody in it."""
    return Course(shutil.copytree(template, tmp_path / "course"))


def points(course: Course, student: str) -> float | None:
    """None where a score has to be given by a person."""
    found = scores_or_none(course, student)
    return None if None in found.values() else sum(found.values())


def scores_or_none(course: Course, student: str) -> dict[str, float | None]:
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        stored = book.find_submission_notebook(LESSON, LESSON, student)
        return {g.cell.name: None if g.needs_manual_grade else g.score for g in stored.grades}


@pytest.mark.parametrize("timestamp", ["2020-01-01 00:00:00 UTC", None, "gestern"])
def test_new_content_is_graded_whatever_its_time(small, timestamp):
    put(small, "ada", solved(small), timestamp="2025-01-01 12:00:00 UTC")
    put(small, "cem", solved(small), timestamp="2025-01-01 12:00:00 UTC")
    assert run("dikkat", "grade", cwd=small.root).stdout.count("2 graded, 0 unchanged") == 1
    put(small, "ada", solved(small, exercise_merge=RESHAPED))
    path = small.root / "submitted" / "ada" / LESSON / "timestamp.txt"
    path.unlink() if timestamp is None else path.write_text(timestamp)
    assert "1 graded, 1 unchanged" in run("dikkat", "grade", cwd=small.root).stdout
    assert points(small, "ada") == 4 and points(small, "cem") == 10


def test_one_name_in_two_forms_is_one_student(small):
    forms = [unicodedata.normalize(form, "gökçe") for form in ("NFC", "NFD")]
    old = put(small, forms[0], solved(small, exercise_merge=RESHAPED))
    os.utime(old, (1, 1))
    os.utime(old.parent, (1, 1))
    put(small, forms[1], solved(small))
    done = run("dikkat", "grade", cwd=small.root, check=False)
    assert done.returncode == 1
    assert "Two folders belong to one student" in done.stdout and "newest was graded" in done.stdout
    assert points(small, forms[0]) == 10
    with pytest.raises(MissingEntry):
        points(small, forms[1])
    assert run("dikkat", "grade", "--student", forms[1], cwd=small.root, check=False).returncode
    assert os.listdir(small.root / "autograded") == [forms[0]]


# --- a run that fails, or is killed -----------------------------------------------------------


def started(course: Course, *command: str) -> subprocess.Popen:
    return subprocess.Popen(
        command, cwd=course.root, env=environment(), start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def servers_of(process: subprocess.Popen) -> list[int]:
    """The warm servers that a `dikkat` process has started."""
    found = set()
    for thread in Path("/proc").glob(f"{process.pid}/task/*"):
        with contextlib.suppress(OSError):  # it has ended since it was listed; so may its children
            for pid in (thread / "children").read_text().split():
                with contextlib.suppress(OSError):
                    if (
                        b"dikkat.grading.processes.fork_server"
                        in Path(f"/proc/{pid}/cmdline").read_bytes()
                    ):
                        found.add(int(pid))
    return sorted(found)


SLEEPS = "import time\ntime.sleep(6)"


def test_old_score_does_not_survive_a_regrade_that_fails(small):
    put(small, "ada", solved(small))
    put(small, "cem", solved(small))
    run("dikkat", "grade", cwd=small.root)
    notebook = solved(small)
    own(SLEEPS)(notebook)
    put(small, "ada", notebook)
    process = started(small, "dikkat", "grade")
    while process.poll() is None:  # whatever it tries, what grades is gone
        for pid in servers_of(process):
            with contextlib.suppress(OSError):
                grading = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
                if grading and os.readlink(f"/proc/{pid}/fd/1") == os.devnull:
                    for each in [pid, *map(int, grading)]:
                        os.kill(each, signal.SIGKILL)
        time.sleep(0.05)
    output = process.stdout.read()
    assert process.returncode == 1, output
    assert re.search(r"^! ada, 02_merge_heads: .*", output, re.M), output
    assert points(small, "ada") is None, output
    assert points(small, "cem") == 10
    page = small.root / "feedback" / "ada" / LESSON / f"{LESSON}.html"
    assert "0 of 10 points" in words_of(page) and "Your teacher knows about it." in words_of(page)
    done = run("dikkat", "grade", cwd=small.root)
    assert "1 graded, 1 unchanged" in done.stdout and points(small, "ada") == 10


def test_old_score_does_not_survive_a_regrade_by_nbgrader_that_fails(small):
    put(small, "ada", solved(small))
    run("nbgrader", "autograde", LESSON, cwd=small.root)
    assert points(small, "ada") == 10
    path = small.root / "source" / LESSON / NAME
    path.write_text(path.read_text().replace("position 0, head 0:", "position zero:"))
    done = run("nbgrader", "autograde", LESSON, "--force", cwd=small.root, check=False)
    assert done.returncode == 1
    assert "has changed since it was generated (given-example). Run" in done.stderr
    assert points(small, "ada") is None


def test_killed_run_goes_on_where_it_was(small):
    students = [f"s{number}" for number in range(8)]
    for student in students:
        notebook = solved(small)
        own("import time\ntime.sleep(0.5)")(notebook)
        put(small, student, notebook)
    process = started(small, "dikkat", "grade", "--workers", "1")
    while len(list(small.root.glob(f"autograded/*/{LESSON}/{NAME}"))) < 3:
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = list(small.root.glob("autograded/*/*"))
    assert 3 <= len(kept) < 8
    for folder in kept:
        assert graded_notebook(small, LESSON, folder.parent.name).metadata.dikkat.verdicts
        assert {p.name for p in folder.iterdir()} == {NAME, *small.lesson(LESSON).files}
    done = run("dikkat", "grade", cwd=small.root)
    graded, unchanged = map(int, re.search(r"(\d+) graded, (\d+) unch", done.stdout).groups())
    assert graded + unchanged == 8 and unchanged >= 2
    assert all(points(small, student) == 10 for student in students)
    tops = [small.root, small.root / "autograded", *small.root.glob("autograded/*")]
    assert not [p for top in tops for p in top.glob(".*") if p.is_dir()]
    assert len(list(small.root.glob("feedback/*/*/*"))) == 8


# --- a test that changes after it was graded --------------------------------------------------


def drop_a_test(course: Course) -> None:
    path = course.root / "source" / LESSON / NAME
    notebook = json.loads(path.read_text())
    without("hidden-start")(notebook)
    path.write_text(json.dumps(notebook))


@pytest.mark.parametrize("command", [["nbgrader", "generate_assignment", LESSON, "--force"],
                                     ["dikkat", "grade"]], ids=" ".join)  # fmt: skip
def test_removed_test_with_grades_is_refused_and_the_release_is_kept(small, command):
    put(small, "ada", solved(small))
    run("dikkat", "grade", cwd=small.root)
    drop_a_test(small)
    before = {p: p.read_bytes() for p in small.root.glob("release/*/*")}
    assert before
    done = run(*command, cwd=small.root, check=False)
    assert done.returncode != 0
    said = " ".join((done.stdout + done.stderr).split())
    assert "hidden-start" in said and f"release/{LESSON} was kept" in said
    assert "ut the cells back, or start a new gradebook" in said or "put it back, or start" in said
    assert "Traceback" not in said
    assert before == {p: p.read_bytes() for p in small.root.glob("release/*/*")}
    assert points(small, "ada") == 10


def test_changed_text_of_a_test_is_generated_and_everybody_is_graded_again(small):
    put(small, "ada", solved(small))
    run("dikkat", "grade", cwd=small.root)
    path = small.root / "source" / LESSON / NAME
    path.write_text(path.read_text().replace("Question 2: where", "The second question: where"))
    assert "1 graded, 0 unchanged" in run("dikkat", "grade", cwd=small.root).stdout
    assert points(small, "ada") == 10
