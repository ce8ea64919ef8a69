"""The class run: what it skips, what it does when it is killed, and who else can read its work."""

from __future__ import annotations

import contextlib
import csv
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import datetime, timedelta
from multiprocessing import get_context
from pathlib import Path

import nbformat
import pytest
from conftest import environment, graded_notebook, new_course, run, scores, submit
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from traitlets.config import Config

from dikkat.course import Course, CourseError, content_of
from dikkat.grading import class_run, one
from dikkat.grading.class_run import grade_class
from dikkat.grading.pages import class_report
from dikkat.grading.records.results import Result, read_result
from dikkat.teaching import bank

LESSON, OTHER = "02_merge_heads", "01_einsum_scores"
# Students and their attempts: one all right, one with an unusual right answer, two wrong.
CLASS = {"ada": None, "barış": "right", "cem": "wrong", "defne": "wrong"}


def attempt_of(course: Course, lesson: str, kind: str | None, place: int) -> dict[str, str]:
    solved = bank.solutions(course.lesson(lesson))
    root = Path(__file__).resolve().parents[2]
    every = bank.attempts(Course(root), lesson)
    chosen = [a for a in every if a.is_right == (kind == "right")]
    return solved | (chosen[place * 7 % len(chosen)].cells if kind else {})


@pytest.fixture(scope="session")
def ungraded(tmp_path_factory) -> Course:
    """Two lessons, each submitted by four students, not graded. Tests copy it."""
    course = new_course(tmp_path_factory.mktemp("class") / "course", [LESSON, OTHER])
    for lesson in (LESSON, OTHER):
        for place, (student, kind) in enumerate(CLASS.items()):
            cells = attempt_of(course, lesson, kind, place)
            notebook = bank.submission(course, course.lesson(lesson), cells)
            submit(course, student, lesson, notebook)
    return course


@pytest.fixture(scope="session")
def graded(ungraded, tmp_path_factory) -> Course:
    """The same, graded without disturbance. Only to be read or copied."""
    course = copied(ungraded, tmp_path_factory.mktemp("graded") / "course")
    assert len(grade_class(course, course.lessons())) == 8
    return course


@pytest.fixture
def course(graded, tmp_path) -> Course:
    return copied(graded, tmp_path / "course")


def copied(course: Course, folder: Path) -> Course:
    shutil.copytree(course.root, folder, symlinks=True)
    return Course(folder)


def rewrite(course: Course, student: str, lesson: str, code: str) -> None:
    """Adds a cell of the student's own to a submission."""
    path = course.root / "submitted" / student / lesson / f"{lesson}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [c for c in notebook.cells if c.id != "own"]
    notebook.cells.append(nbformat.v4.new_code_cell(code, id="own"))
    nbformat.write(notebook, path)


def kept(course: Course) -> dict[str, object]:
    """All that a run leaves that must be the same each time: grades, folders, pages."""
    files = {
        str(path.relative_to(course.root)): path.read_bytes()
        for top in ("autograded", "feedback", "release")
        for path in course.root.glob(f"{top}/**/*")
        if path.is_file() and path.parent.name != "feedback"  # the class's pages: report.py
    }
    grades = {
        (student, lesson): scores(course, lesson, student)
        for student in CLASS
        for lesson in course.lesson_names()
    }
    return files | grades


def again(course: Course, **options) -> list[Result]:
    """Grades as the next command does: everything is read from the folder once more."""
    fresh = Course(course.root)
    return grade_class(fresh, fresh.lessons(), **options)


def regraded(lines) -> set[tuple[str, str]]:
    return {(line.student, line.lesson) for line in lines if not line.skipped}


# --- what is graded, and what is skipped -----------------------------------------------------


def touch_everything(course):
    for path in course.root.glob("submitted/*/*/*"):
        os.utime(path)


def change_one(course):
    rewrite(course, "cem", LESSON, "x = 1")


def change_the_lesson(course):
    path = course.root / "source" / OTHER / f"{OTHER}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[0].source += "\n\nOne more sentence."
    nbformat.write(notebook, path)


def change_the_limits(course):
    path = course.root / "nbgrader_config.py"
    path.write_text(path.read_text() + "\nc.TwoSided.cell_seconds = 19\n")


def lose_a_page(course):
    (course.root / "feedback/ada" / LESSON / f"{LESSON}.html").unlink()


def lose_a_folder(course):
    shutil.rmtree(course.root / "autograded/defne" / OTHER)


def lose_a_grade(course):
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        book.find_submission_notebook(OTHER, OTHER, "barış").grades[0].auto_score = None
        book.db.commit()


ALL = {(student, lesson) for student in CLASS for lesson in (LESSON, OTHER)}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda course: None, set()),
        (touch_everything, set()),
        (change_one, {("cem", LESSON)}),
        (change_the_lesson, {pair for pair in ALL if pair[1] == OTHER}),
        (change_the_limits, ALL),
        (lose_a_page, set()),
        (lose_a_folder, {("defne", OTHER)}),
        (lose_a_grade, {("barış", OTHER)}),
    ],
)
def test_only_what_has_changed_is_graded_again(course, change, expected):
    before = kept(course)
    change(course)
    lines = again(course)
    assert len(lines) == 8 and regraded(lines) == expected
    after = kept(course)
    assert {key for key in ALL if after[key] != before[key]} == set()
    assert after.keys() == before.keys()


def test_options_say_what_is_graded(course):
    lines = grade_class(course, course.lessons([LESSON]), force=True, workers=1)
    assert regraded(lines) == {(student, LESSON) for student in CLASS}
    lines = grade_class(course, course.lessons(), student="ada", force=True, workers=3)
    assert regraded(lines) == {("ada", LESSON), ("ada", OTHER)}


def test_temporary_files_may_lie_deep_in_folders(course, tmp_path):
    """The path of a socket must be short, and TMPDIR need not be."""
    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    command = ["dikkat", "grade", LESSON, "--student", "ada", "--force"]
    done = run(*command, cwd=course.root, TMPDIR=str(deep))
    assert "1 graded" in done.stdout


def test_feedback_is_written_in_the_same_run(graded):
    for student, lesson in ALL:
        page = graded.root / "feedback" / student / lesson / f"{lesson}.html"
        assert student in page.read_text(encoding="utf-8")


def test_student_whose_name_is_written_in_two_ways_is_one_student(course):
    twice = course.root / "submitted" / "barıs\u0327"  # ş as s and a cedilla
    shutil.copytree(course.root / "submitted" / "ada", twice)
    for path in twice.rglob("*"):
        os.utime(path, (time.time() + 60, time.time() + 60))
    lines = [
        line for line in grade_class(course, course.lessons([LESSON])) if line.student == "barış"
    ]
    assert len(lines) == 1 and "Two folders belong to one student" in lines[0].needs_person
    assert lines[0].score == 10


# --- exit status -----------------------------------------------------------------------------


def test_exit_status_says_whether_a_person_is_needed(course):
    assert run("dikkat", "grade", cwd=course.root, check=False).returncode == 0
    (course.root / "submitted/cem" / LESSON / f"{LESSON}.ipynb").write_text("{}")
    done = run("dikkat", "grade", cwd=course.root, check=False)
    assert done.returncode == 1
    assert f"! cem, {LESSON}:" in done.stdout and "1 of 8 need a person" in done.stdout
    assert run("dikkat", "grade", cwd=course.root, check=False).returncode == 1


# --- runs that are disturbed -----------------------------------------------------------------


def start(course: Course, *options: str, **more) -> subprocess.Popen:
    """`dikkat grade` in a process group of its own."""
    return subprocess.Popen(
        ["dikkat", "grade", *options], cwd=course.root, env=environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, **more,
    )  # fmt: skip


def graded_since(course: Course, moment: int) -> int:
    """How many folders of autograded/ were put there after a moment (of time.time_ns)."""
    count = 0
    for student, lesson in ALL:
        path = course.root / "autograded" / student / lesson / f"{lesson}.ipynb"
        with contextlib.suppress(FileNotFoundError):
            count += path.stat().st_mtime_ns > moment
    return count


def wait_for(condition, process: subprocess.Popen) -> None:
    """Waits until condition() is true, or the process has ended."""
    while not condition() and process.poll() is None:
        time.sleep(0.02)


def check_whole(course: Course) -> None:
    """What must be true at any moment: the gradebook is sound, no folder is half there, and
    each folder has the grades that the gradebook has."""
    with contextlib.closing(sqlite3.connect(course.root / "gradebook.db")) as book:
        assert book.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for path in course.root.glob("autograded/*/*/*.ipynb"):
        lesson, student = path.stem, path.parents[1].name
        notebook = nbformat.read(path, as_version=4)
        result = notebook.metadata.dikkat
        assert not result["error"], result["error"]
        found = {v["id"]: v["score"] for v in result["verdicts"]}
        assert found == scores(course, lesson, student)
        assert {p.name for p in path.parent.iterdir()} == {
            f"{lesson}.ipynb", *course.lesson(lesson).files
        }  # fmt: skip


def leftovers(course: Course) -> list[str]:
    """Temporary files and folders in the course folder."""
    hidden = [p for p in course.root.rglob(".*") if p.name != ".gitignore"]
    return [str(p.relative_to(course.root)) for p in hidden if ".nbgrader.log" not in p.name]


def test_run_that_is_killed_at_any_moment_goes_on(ungraded, graded, tmp_path):
    course = copied(ungraded, tmp_path / "course")
    chance = random.Random(20)
    killed = 0
    while killed < 10:
        moment = time.time_ns()
        # At first the class is graded bit by bit; then all of it again and again.
        force = ["--force"] if graded_since(course, 0) == len(ALL) else []
        process = start(course, *force)
        after = chance.randrange(3)
        wait_for(lambda m=moment, a=after: graded_since(course, m) > a, process)
        time.sleep(chance.uniform(0, 0.4))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        check_whole(course)
    process = start(course)
    said, _ = process.communicate()
    assert process.returncode == 0, said
    assert kept(course) == kept(graded)
    assert leftovers(course) == []


def test_folder_that_stood_aside_when_the_run_was_killed_comes_back(course):
    folder = course.root / "autograded/ada" / LESSON
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    script = (
        "import os, signal, sys; from pathlib import Path; from dikkat.course import Course\n"
        "from dikkat.grading.records import folders\n"
        "course = Course(Path(sys.argv[1])); new = course.root / '.grading-x' / '0'\n"
        "new.mkdir(parents=True)\n"
        "with folders.replaced(course, new, Path(sys.argv[2])):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", script, course.root, folder])
    assert killed.returncode == -signal.SIGKILL and not folder.exists()
    # Nobody submits again, and what was graded must come back all the same.
    shutil.rmtree(course.root / "submitted/ada")
    grade_class(course, course.lessons([OTHER]))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert leftovers(course) == []


def test_what_killed_runs_left_is_cleared_away(course):
    for left in (".grading-a/3", ".release-b/aside/release", "feedback/ada/x"):
        (course.root / left).mkdir(parents=True)
    (course.root / "feedback/ada" / LESSON / ".page-abc").touch()
    grade_class(course, course.lessons([LESSON]))
    assert leftovers(course) == []


def test_ctrl_c_keeps_what_was_finished(ungraded, tmp_path):
    course = copied(ungraded, tmp_path / "course")
    rewrite(course, "defne", OTHER, "import time; time.sleep(15)")
    process = start(course)
    wait_for(lambda: graded_since(course, 0) >= 2, process)
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate()
    assert process.returncode == 130, said
    assert "run the command again to continue" in said and "Traceback" not in said
    check_whole(course)
    finished = graded_since(course, 0)
    assert 2 <= finished < 8
    rewrite(course, "defne", OTHER, "pass")
    lines = grade_class(course, course.lessons())
    assert sum(line.skipped for line in lines) == finished and len(lines) == 8


def test_second_run_at_the_same_time_says_so(course):
    with class_run._only_run(course):
        done = run("dikkat", "grade", cwd=course.root, check=False)
    assert done.returncode == 2 and "Another run is grading this course" in done.stderr


@pytest.mark.parametrize("most", [20_000, 120_000])
def test_full_disk_is_said_and_the_run_goes_on_when_there_is_room(ungraded, graded, tmp_path, most):
    course = copied(ungraded, tmp_path / "course")
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    full = start(course, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard)))
    said, _ = full.communicate()
    assert full.returncode == 2, said
    assert "The disk is full" in said and "Traceback" not in said
    check_whole(course)
    assert not any(line.needs_person for line in grade_class(course, course.lessons()))
    assert kept(course) == kept(graded)
    assert leftovers(course) == []


def processes_below(pid: int) -> dict[int, list[int]]:
    """{parent: children} of all processes below one."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            after_name = stat.read_text().rpartition(")")[2].split()
            children.setdefault(int(after_name[1]), []).append(int(stat.parent.name))
    found, waiting = {}, [pid]
    while waiting:
        parent = waiting.pop()
        found[parent] = children.get(parent, [])
        waiting += found[parent]
    return found


def command_of(pid: int) -> bytes:
    """The command line of a process; nothing where it has ended since it was listed."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def kill(which: str, coordinator: int) -> bool:
    """Kills the warm server of a coordinator, or what it has forked; returns whether it could.

    It does so where both sides of a notebook are there; the trial of the sandbox, at the start, is
    one process.
    """
    servers = [
        pid
        for pid in processes_below(coordinator)[coordinator]
        if b"dikkat.grading.processes.fork_server" in command_of(pid)
    ]
    below = processes_below(servers[0])[servers[0]] if servers else []
    victims = servers if which == "server" else below
    both_sides = len(below) > 1
    for victim in victims if both_sides else []:
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
    return both_sides


@pytest.mark.parametrize("which", ["server", "workers"])
def test_killed_warm_server_or_worker_costs_nobody_a_point(ungraded, graded, tmp_path, which):
    course = copied(ungraded, tmp_path / "course")
    # However late this process is woken, there is still something to kill.
    rewrite(course, "defne", OTHER, "import time; time.sleep(6)")
    process = start(course)
    wait_for(lambda: graded_since(course, 0) >= 1, process)
    killed = []
    wait_for(lambda: killed.append(kill(which, process.pid)) or killed[-1], process)
    said, _ = process.communicate()
    assert killed[-1] and process.returncode == 0, said
    for pair in ALL:
        assert scores(course, pair[1], pair[0]) == scores(graded, pair[1], pair[0])


def test_what_our_side_cannot_grade_needs_a_person_and_has_no_score(course):
    rewrite(course, "ada", LESSON, "import time; time.sleep(20)")
    process = start(course)
    # Each time something is forked for it, it is killed: the second time, grading gives up.
    wait_for(lambda: kill("workers", process.pid) and False, process)
    said, _ = process.communicate()
    assert process.returncode == 1, said
    assert f"! ada, {LESSON}: " in said and "1 graded, 7 unchanged" in said
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        grades = book.find_submission_notebook(LESSON, LESSON, "ada").grades
        assert {grade.auto_score for grade in grades} == {None}
        assert all(grade.needs_manual_grade for grade in grades)
    rewrite(course, "ada", LESSON, "time.sleep = None")
    assert regraded(grade_class(course, course.lessons([LESSON]))) == {("ada", LESSON)}


def test_result_that_cannot_be_kept_stops_nobody_else(ungraded, tmp_path):
    course = copied(ungraded, tmp_path / "course")
    (course.root / "autograded").mkdir()
    (course.root / "autograded" / "barış").write_text("a file in the place of a folder")
    lines = grade_class(course, course.lessons([LESSON]))
    assert [line.student for line in lines if line.needs_person] == ["barış"]
    assert sum(scores(course, LESSON, "ada").values()) == 10
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        grades = book.find_submission_notebook(LESSON, LESSON, "barış").grades
        assert {grade.auto_score for grade in grades} == {None}


# --- other executors, other tools ------------------------------------------------------------


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_any_executor_gives_the_same_result(ungraded, tmp_path):
    executors = {
        "threads": ThreadPoolExecutor(2),
        "processes": ProcessPoolExecutor(2, mp_context=get_context("spawn")),
    }
    found = {}
    for kind, executor in executors.items():
        jobs = [
            one.Job(
                str(ungraded.root), lesson, student,
                str(ungraded.root / "submitted" / student / lesson),
                str(tmp_path / kind / f"{student}-{lesson}"),
            )
            for student, lesson in sorted(ALL)
        ]  # fmt: skip
        with executor:
            results = list(executor.map(one.grade, jobs))
        found[kind] = (results, contents(tmp_path / kind))
    assert found["threads"] == found["processes"]
    assert len(found["threads"][0]) == len(ALL) and len(found["threads"][1]) >= len(ALL)


def test_class_run_takes_another_executor(ungraded, graded, tmp_path):
    course = copied(ungraded, tmp_path / "course")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        grade_class(course, course.lessons(), executor=executor)
    assert kept(course) == kept(graded)


def test_nbgrader_tools_read_what_was_graded(course):
    run("nbgrader", "export", "--to=grades.csv", cwd=course.root)
    with open(course.root / "grades.csv", newline="", encoding="utf-8") as file:
        rows = {(r["student_id"], r["assignment"]): float(r["score"]) for r in csv.DictReader(file)}
    for student, lesson in ALL:
        assert rows[student, lesson] == sum(scores(course, lesson, student).values())
    config = Config(course.config)
    config.CourseDirectory.root = str(course.root)
    api = NbGraderAPI(config=config)
    found = api.get_submissions(LESSON)
    assert {submitted["student"] for submitted in found} == set(CLASS)
    for submitted in found:
        student = submitted["student"]
        assert submitted["autograded"] and submitted["submitted"]
        assert submitted["score"] == rows[student, LESSON]
        assert submitted["needs_manual_grade"] is False
    assert api.get_assignment(LESSON)["num_submissions"] == len(CLASS)
    shutil.rmtree(course.root / "feedback")
    run("nbgrader", "generate_feedback", LESSON, cwd=course.root)
    for student in CLASS:
        page = course.root / "feedback" / student / LESSON / f"{LESSON}.html"
        assert "Merge heads" in page.read_text(encoding="utf-8")


def test_grade_and_comment_of_a_person_stay_when_it_is_graded_again(course):
    with opened(course) as book:
        stored = book.find_submission_notebook(LESSON, LESSON, "cem")
        grade, comment = stored.grades[0], stored.comments[0]
        name, commented = grade.cell.name, comment.cell.name
        grade.manual_score, comment.manual_comment = 0.5, "Come and see me."
        book.db.commit()

    def now():
        with opened(course) as book:
            stored = book.find_submission_notebook(LESSON, LESSON, "cem")
            grade = next(g for g in stored.grades if g.cell.name == name)
            texts = {c.cell.name: c.comment for c in stored.comments}
            assert grade.manual_score == grade.score == 0.5
            assert texts[commented] == "Come and see me."
            return grade.needs_manual_grade

    grade_class(course, course.lessons([LESSON]), force=True)
    assert not now()  # nothing to look at: the answers are the same
    rewrite(course, "cem", LESSON, "x = 1")
    grade_class(course, course.lessons([LESSON]))
    assert now()


# --- lateness --------------------------------------------------------------------------------

DUE = datetime(2027, 3, 1, 12)
PLUGIN = """
import sys
sys.path.insert(0, {folder!r})
c.AssignLatePenalties.plugin_class = "{name}.Late"
"""


def opened(course: Course) -> Gradebook:
    return Gradebook(f"sqlite:///{course.gradebook}")


def is_due(course: Course, due: datetime | None) -> None:
    with opened(course) as book:
        book.find_assignment(LESSON).duedate = due
        book.db.commit()


def configure(course: Course, text: str) -> None:
    course.config_file.write_text(course.config_file.read_text() + f"\n{text}\n")


def plugin(course: Course, body: str) -> None:
    """A lateness plug-in of the teacher's. body: of its method, which has score and seconds."""
    name = f"late_{uuid.uuid4().hex}"  # modules of all courses of this process have other names
    (course.root / f"{name}.py").write_text(
        "from nbgrader.plugins import BasePlugin\n"
        "class Late(BasePlugin):\n"
        "    def late_submission_penalty(self, student_id, score, seconds):\n"
        f"        {body}\n"
    )
    configure(course, PLUGIN.format(folder=str(course.root), name=name))


def stamp(course: Course, student: str, time: datetime | str) -> None:
    text = time if isinstance(time, str) else f"{time:%Y-%m-%d %H:%M:%S} UTC"
    (course.submission_folder(LESSON, student) / "timestamp.txt").write_text(text)


def penalties(course: Course) -> dict[str, float | None]:
    with opened(course) as book:
        return {
            s: book.find_submission_notebook(LESSON, LESSON, s).late_submission_penalty
            for s in CLASS
        }


def shown(course: Course, student: str) -> str:
    text = course.feedback_page(LESSON, student).read_text(encoding="utf-8")
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", text, flags=re.S))


@pytest.fixture(scope="session")
def timed(ungraded, tmp_path_factory) -> Course:
    """One lesson of four students, graded: ada submitted at 14:00, cem at 10:00, the others
    without a time. There is no due date yet. Only to be copied."""
    course = copied(ungraded, tmp_path_factory.mktemp("timed") / "course")
    for student in CLASS:
        shutil.rmtree(course.submission_folder(OTHER, student))
    stamp(course, "ada", DUE + timedelta(hours=2))
    stamp(course, "cem", DUE - timedelta(hours=2))
    grade_class(course, course.lessons())
    return course


@pytest.fixture
def late(timed, tmp_path) -> Course:
    return copied(timed, tmp_path / "course")


def test_due_date_set_and_moved_later_is_taken_into_account_and_nothing_is_graded(late):
    configure(late, "c.LateSubmissionPlugin.penalty_method = 'zero'")
    assert "late" not in shown(late, "ada")
    graded_at = late.graded_notebook(LESSON, "barış").stat().st_mtime_ns

    def next_run(due) -> tuple[set[str], set[str]]:
        """(whose penalty has changed, whose page) once the due date is another."""
        is_due(late, due)
        lines = again(late)
        assert regraded(lines) == set()
        assert late.graded_notebook(LESSON, "barış").stat().st_mtime_ns == graded_at
        return (
            {line.student for line in lines if line.penalty_changed},
            {line.student for line in lines if line.page_changed},
        )

    assert next_run(DUE) == ({"ada"}, {"ada"})
    assert penalties(late)["ada"] == 10 and not penalties(late)["cem"]
    assert "ada: 0 of 10 points" in shown(late, "ada")
    assert "Submitted 2.0 hours late: 10 points were taken off." in shown(late, "ada")
    # One hour later: the penalty is the same, what the page says is not.
    assert next_run(DUE + timedelta(hours=1)) == (set(), {"ada"})
    assert "Submitted 1.0 hours late" in shown(late, "ada")
    assert next_run(DUE + timedelta(hours=1)) == (set(), set())
    assert next_run(DUE - timedelta(hours=3)) == ({"cem"}, {"ada", "cem"})
    assert next_run(DUE + timedelta(hours=2)) == ({"ada", "cem"}, {"ada", "cem"})
    assert not any(penalties(late).values())
    assert "late" not in shown(late, "ada") and "ada: 10 of 10" in shown(late, "ada")
    assert next_run(None) == (set(), set())


def test_an_extension_counts(late):
    configure(late, "c.LateSubmissionPlugin.penalty_method = 'zero'")
    is_due(late, DUE)
    assert again(late)[0].total == 0
    with opened(late) as book:
        book.grant_extension(LESSON, "ada", hours=3)
    [ada, *_] = again(late)
    assert (ada.total, ada.skipped, ada.penalty_changed) == (10, True, True)
    is_due(late, None)  # nbgrader's own sum would fail here
    assert again(late)[0].total == 10


def test_another_lateness_plugin_is_asked_and_its_answer_is_kept_within_the_points(late):
    is_due(late, DUE)
    assert again(late)[0].total == 10  # no penalty is configured
    for body, penalty in [
        ("return 2 * seconds / 3600", 4),
        ("return 99", 10),
        ("return -1", 0),
        ("return None", None),
    ]:
        plugin(late, body)
        [ada, *others] = again(late)
        assert ada.skipped and penalties(late)["ada"] == penalty, body
        assert ada.total == 10 - (penalty or 0)
        assert not any(line.penalty_changed for line in others)


@pytest.mark.parametrize(
    "body", ["raise KeyError(student_id)", "return 'much'", "return float('nan')", "return 1j"]
)
def test_plugin_that_fails_is_one_students_line(late, body):
    is_due(late, DUE)
    plugin(late, body)
    for force in (False, True):
        lines = {line.student: line for line in again(late, force=force)}
        assert "your lateness plug-in Late failed" in lines["ada"].needs_person
        assert [who for who in CLASS if lines[who].needs_person] == ["ada"]
        assert lines["ada"].total == 10
    plugin(late, "return 1")
    lines = {line.student: line for line in again(late)}
    assert lines["ada"].total == 9 and not lines["ada"].needs_person


def test_plugin_that_does_not_exist_is_said_before_anything_is_graded(late):
    configure(late, 'c.AssignLatePenalties.plugin_class = "no_such_module.Late"')
    with pytest.raises(CourseError, match="plugin_class"):
        again(late, force=True)


def test_points_given_later_change_a_penalty_that_goes_by_points(late):
    configure(late, "c.LateSubmissionPlugin.penalty_method = 'zero'")
    is_due(late, DUE)
    again(late)
    with opened(late) as book:
        book.find_submission_notebook(LESSON, LESSON, "ada").grades[0].extra_credit = 2
        book.db.commit()
    [ada, *_] = again(late)
    assert ada.skipped and ada.penalty_changed and ada.total == 0
    assert penalties(late)["ada"] == 12


def test_time_that_cannot_be_read_costs_nothing_and_is_noted(late):
    configure(late, "c.LateSubmissionPlugin.penalty_method = 'zero'")
    is_due(late, DUE)
    for student, text in [
        ("ada", "01.03.2027 20:15"), ("barış", "2027-03-01 20:15:00 TRT"),
        ("cem", "2027-03-01 14:00:00 +03"), ("defne", "2027-03-01 16:00:00 +0300"),
    ]:  # fmt: skip
        stamp(late, student, text)
    lines = {line.student: line for line in again(late)}
    unread = [w for w in CLASS if "graded without a time" in str(lines[w].findings)]
    assert unread == ["ada", "barış"]
    assert not any(line.needs_person for line in lines.values())
    before = {student: lines[student].score for student in CLASS}
    assert penalties(late) == {"ada": None, "barış": None, "cem": None, "defne": before["defne"]}


def test_late_penalty_is_what_nbgrader_takes(late):
    configure(late, "c.LateSubmissionPlugin.penalty_method = 'zero'")
    is_due(late, DUE)
    again(late)
    ours = penalties(late)
    assert ours["ada"] == 10 and not ours["cem"]
    pages = {s: late.feedback_page(LESSON, s).read_bytes() for s in CLASS}
    run("nbgrader", "autograde", LESSON, "--force", cwd=late.root)
    assert penalties(late) == ours
    assert {s: late.feedback_page(LESSON, s).read_bytes() for s in CLASS} == pages
    assert regraded(again(late)) == set()


# --- one set of points -----------------------------------------------------------------------


def exported(course: Course) -> dict[str, float]:
    run("nbgrader", "export", "--to=grades.csv", cwd=course.root)
    with open(course.root / "grades.csv", newline="", encoding="utf-8") as file:
        return {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}


def class_csv(course: Course) -> list[dict[str, str]]:
    text = (course.root / "feedback/class.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(text.splitlines()))


def test_every_place_shows_the_points_that_the_export_has(late):
    """A penalty, points by hand and extra credit, all at once."""
    is_due(late, DUE)
    plugin(late, "return 3")
    with opened(late) as book:
        first, second, *_ = book.find_submission_notebook(LESSON, LESSON, "ada").grades
        first.manual_score, second.extra_credit = 0.25, 1.5
        book.db.commit()
    done = run("dikkat", "grade", cwd=late.root)
    expected = exported(late)
    assert expected["ada"] == 10 - 1 + 0.25 + 1.5 - 3
    assert "- ada, 02_merge_heads: Submitted 2.0 hours late." in done.stdout
    assert "Updated without grading again: 1 late penalty, 1 feedback page." in done.stdout
    rows = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if line.strip()}
    for student, points in expected.items():
        assert rows[student] == [f"{points:g}"] * 2
        mine = [row for row in class_csv(late) if row["student"] == student]
        assert {row["final points"] for row in mine} == {f"{points:g}"}
        assert sum(float(row["points"]) for row in mine) == pytest.approx(points)
        assert f"{student}: {points:g} of 10 points" in shown(late, student)
        assert f"(this page) {points:g} of 10" in shown(late, student)
    said = run("dikkat", "progress", cwd=late.root, DIKKAT_STUDENT="ada").stdout
    assert "7.75 of 10" in said and "7.75 of 20 points in total" in said
    said = run("dikkat", "check", LESSON, cwd=late.root, DIKKAT_STUDENT="ada").stdout
    assert "7.75 of 10 points" in said
    # A lesson with every check passed is finished, whatever lateness has cost.
    said = run("dikkat", "solution", LESSON, cwd=late.root, DIKKAT_STUDENT="ada").stdout
    assert "7.75 of 10 points in your last check" in said


def test_student_who_is_gone_is_named_and_not_counted(course):
    shutil.rmtree(course.student_folder("cem"))
    os.rename(course.student_folder("barış"), course.student_folder("baris"))
    shutil.rmtree(course.submission_folder(OTHER, "defne"))
    done = run("dikkat", "grade", cwd=course.root)
    gone = [line for line in done.stdout.splitlines() if "Not counted" in line]
    assert len(gone) == 1 and f"any more: barış, cem, defne ({OTHER})." in gone[0]
    assert {(r["student"], r["lesson"]) for r in class_csv(course)} == {
        (who, lesson) for who in ("ada", "baris", "defne") for lesson in (LESSON, OTHER)
    } - {("defne", OTHER)}
    html = course.class_page.read_text(encoding="utf-8")
    assert "3 submissions" in html and "2 submissions" in html
    # What is in the gradebook and in the folders is still there.
    assert (course.root / "autograded/cem").is_dir() and scores(course, LESSON, "cem")


@pytest.mark.parametrize(
    "command",
    [
        ["dikkat", "grade", LESSON, "--student=cem"],
        ["nbgrader", "autograde", LESSON, "--student=cem"],
    ],
    ids=["dikkat", "nbgrader"],
)
def test_grading_one_student_leaves_everything_right_for_all(course, command):
    solved = bank.solutions(course.lesson(LESSON))
    notebook = bank.submission(course, course.lesson(LESSON), solved)
    nbformat.write(notebook, course.submitted_notebook(LESSON, "cem"))
    others = [row for row in class_csv_now(course) if row["student"] != "cem"]
    run(*command, *["--force"] * (command[0] == "nbgrader"), cwd=course.root)
    rows = class_csv(course)
    assert [row for row in rows if row["student"] != "cem"] == others
    mine = [row for row in rows if (row["student"], row["lesson"]) == ("cem", LESSON)]
    assert {row["passed"] for row in mine} == {"yes"} and mine[0]["final points"] == "10"
    page = shown(course, "cem")
    assert "cem: 10 of 10 points" in page and "(this page) 10 of 10" in page
    assert read_result(course, LESSON, "cem").fingerprint
    said = run("dikkat", "progress", cwd=course.root, DIKKAT_STUDENT="cem").stdout
    assert re.search(r"10 of 10 +Merge heads", said)
    assert regraded(again(course)) == set()


def class_csv_now(course: Course) -> list[dict[str, str]]:
    class_report.bring_up_to_date(course)
    return class_csv(course)


def test_graded_notebook_is_valid_and_names_its_result(graded):
    for student, lesson in ALL:
        notebook = graded_notebook(graded, lesson, student)
        nbformat.validate(notebook)
        result = read_result(graded, lesson, student)
        assert result.score == sum(scores(graded, lesson, student).values())


def test_scores_can_be_read_from_outputs_where_nbgrader_itself_ran_a_notebook(graded):
    """As on Windows, which cannot fork."""
    for student, lesson in ALL:
        notebook = graded_notebook(graded, lesson, student)
        verdicts = one.verdicts_of(notebook, graded.lesson(lesson))
        assert {v.id: v.score for v in verdicts} == scores(graded, lesson, student)
        assert [v.passed for v in verdicts] == [v.score > 0 for v in verdicts]


def test_lesson_that_nbgrader_refuses_is_said_and_its_release_stays(course):
    path = course.root / "source" / LESSON / f"{LESSON}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [c for c in notebook.cells if "hidden" not in str(c.metadata.get("nbgrader"))]
    nbformat.write(notebook, path)
    before = content_of(course.root / "release" / LESSON)
    with pytest.raises(CourseError, match="will not generate"):
        again(course)
    assert content_of(course.root / "release" / LESSON) == before
    assert leftovers(course) == []
