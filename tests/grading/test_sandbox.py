"""The sandbox itself: what it opens, which level it finds, and that it ends with its owner."""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import nbformat
import pytest
from conftest import new_course, run, submit

from dikkat.course import CourseError, grade_id
from dikkat.grading import one
from dikkat.grading.class_run import grade_class
from dikkat.grading.learner_side import files, sandbox
from dikkat.grading.learner_side.files import HOME
from dikkat.grading.settings import FULL, NONE, REDUCED, NoSandbox


def test_an_environment_made_in_the_course_folder_does_not_open_the_course(tmp_path, monkeypatch):
    for name in (
        "bin/python3", "bin/backup.sh", "etc/jupyter/config.py", "gradebook.db", "lib/libmkl.so.2",
        "lib/notes.txt", "pyvenv.cfg", "share/nbgrader/exchange/ada.ipynb", "source/01.ipynb",
        "submitted/ada.ipynb",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    paths = [Path(path) for path in files.readable_paths()]
    inside = [str(path.relative_to(tmp_path)) for path in paths if path.is_relative_to(tmp_path)]
    assert sorted(inside) == ["bin/python3", "lib/libmkl.so.2", "pyvenv.cfg"]


def test_of_conda_the_folder_of_libraries_is_open_and_nothing_beside_it(tmp_path, monkeypatch):
    for name in ("conda-meta/history", "etc/x", "lib/libmkl.so", "lib/other", "share/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    inside = [p for p in map(Path, files.readable_paths()) if p.is_relative_to(tmp_path)]
    assert inside == [tmp_path / "lib"]


def test_no_folder_that_anybody_fills_is_open():
    """Whatever Python this is: the folders of the machine, and of its environment."""
    paths = files.readable_paths()
    for prefix in ("/usr", "/usr/local", sys.prefix, sys.base_prefix):
        for part in ("", "/share", "/etc", "/share/jupyter", "/share/nbgrader", "/src", "/bin"):
            allowed = prefix + part == "/usr/bin"  # the system's own programs
            assert allowed or prefix + part not in paths
    for path in ("/", "/etc", "/home", "/opt", "/root", "/srv", "/tmp", "/var", "/work"):
        assert path not in paths


def test_an_environment_behind_a_symbolic_link_is_opened_where_it_really_is(tmp_path, monkeypatch):
    (tmp_path / "real/lib/site-packages").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "link/lib/site-packages")])
    paths = files.readable_paths()
    for folder in ("real", "link"):
        assert str(tmp_path / folder / "lib/site-packages") in paths


def test_an_interpreter_behind_links_is_opened_with_each_of_them(tmp_path, monkeypatch):
    (tmp_path / "venv/bin").mkdir(parents=True)
    (tmp_path / "opt").mkdir()
    (tmp_path / "opt/python3.99").touch()
    (tmp_path / "opt/python3").symlink_to("python3.99")
    (tmp_path / "venv/bin/python").symlink_to(tmp_path / "opt/python3")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    inside = {p for p in map(Path, files.readable_paths()) if p.is_relative_to(tmp_path)}
    assert inside == {
        tmp_path / "venv/bin/python", tmp_path / "opt/python3", tmp_path / "opt/python3.99",
    }  # fmt: skip


def test_python_may_lie_in_a_temporary_folder(monkeypatch):
    """The private root has a /tmp of its own; here it also holds what Python needs."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        paths = [*files.readable_paths(), folder]
        monkeypatch.setattr(files, "readable_paths", lambda: paths)
        assert sandbox.detect() == (FULL, "")


@pytest.mark.parametrize("wanted", [REDUCED, NONE])
def test_a_level_can_be_switched_off(wanted):
    level, reason = sandbox.detect(wanted)
    assert level == wanted
    assert f"full: switched off by DIKKAT_SANDBOX={wanted}" in reason


# --- refusing without a sandbox -----------------------------------------------------------------

LESSON = "01_einsum_scores"
WHERE = "import os\nprint('here:', os.getcwd(), flush=True)"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with one submission, whose first cell says in which folder it runs."""
    course = new_course(tmp_path_factory.mktemp("refused") / "course", [LESSON])
    notebook = nbformat.read(course.root / "release" / LESSON / f"{LESSON}.ipynb", as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(WHERE))
    submit(course, "ada", LESSON, notebook)
    return course


def place_of(executor, course, out: Path, **settings) -> str:
    """In which folder ada's cell runs if she is graded there."""
    job = one.Job(
        str(course.root), LESSON, "ada", str(course.root / "submitted/ada" / LESSON), str(out),
        **settings,
    )  # fmt: skip
    executor.submit(one.grade, job).result()
    return re.search(r"here: ([\w/.-]+)", (out / f"{LESSON}.ipynb").read_text())[1]


def worker(level: str) -> ProcessPoolExecutor:
    """An executor of one process, which has this level, as on another machine."""
    return ProcessPoolExecutor(
        1, get_context("spawn"), initializer=_put_into_environment, initargs=[level]
    )


def _put_into_environment(level: str) -> None:
    os.environ["DIKKAT_SANDBOX"] = level


def test_a_worker_without_a_sandbox_refuses_unless_the_risk_is_accepted(course, tmp_path):
    with worker(NONE) as executor:
        for number, level in enumerate((None, NONE, REDUCED)):
            with pytest.raises(NoSandbox, match="no sandbox for other people's code"):
                place_of(executor, course, tmp_path / str(number), level=level)
            assert not (tmp_path / str(number)).exists()
        assert place_of(executor, course, tmp_path / "accepted", without_sandbox=True) != HOME


def test_what_a_job_asks_for_never_lowers_the_level(course, tmp_path):
    """The full sandbox has a home folder of its own; nothing else has it."""
    with worker(FULL) as executor:
        for level in (NONE, REDUCED, FULL):
            assert place_of(executor, course, tmp_path / level, level=level) == HOME
        settings = {"level": NONE, "without_sandbox": True}
        assert place_of(executor, course, tmp_path / "own work", **settings) == HOME
    with worker(REDUCED) as executor:
        with pytest.raises(NoSandbox, match="the full sandbox was asked for"):
            place_of(executor, course, tmp_path / "more", level=FULL)


def test_a_class_run_on_a_worker_without_a_sandbox_ends_with_one_sentence(course):
    with worker(NONE) as executor, pytest.raises(CourseError) as refused:
        grade_class(course, course.lessons(), executor=executor)
    assert str(refused.value).startswith("Nothing was graded: this machine has no sandbox")
    assert not (course.root / "autograded").exists()
    with worker(NONE) as executor:
        (result,) = grade_class(course, course.lessons(), executor=executor, own_work=True)
    assert result.error == "" and result.verdicts


def test_a_class_run_is_not_refused_because_its_coordinator_has_no_sandbox(course, monkeypatch):
    monkeypatch.setenv("DIKKAT_SANDBOX", NONE)
    with worker(FULL) as executor:
        (result,) = grade_class(course, course.lessons(), executor=executor, force=True)
    assert result.error == ""


# `nbgrader autograde` on a system that cannot fork, as Windows.
WITHOUT_FORK = """
import os, sys
del os.fork
sys.modules["resource"] = sys.modules["fcntl"] = None
from nbgrader.apps import NbGraderApp
sys.argv[0] = "nbgrader"
NbGraderApp.launch_instance()
"""


@pytest.fixture
def course_without_fork(tmp_path):
    """A course with a submission whose answer never ends."""
    course = new_course(tmp_path / "course", [LESSON])
    notebook = nbformat.read(course.root / "release" / LESSON / f"{LESSON}.ipynb", as_version=4)
    for cell in notebook.cells:
        if grade_id(cell) == "exercise-scores":
            cell.source = "import time\nprint('it runs')\ntime.sleep(1000)"
    submit(course, "ada", LESSON, notebook)
    return course


def autograded(course, *settings: str) -> str:
    with open(course.root / "nbgrader_config.py", "a") as config:
        config.write("\n".join(["", *settings]))
    done = run(
        sys.executable, "-c", WITHOUT_FORK, "autograde", LESSON, cwd=course.root, check=False
    )
    return done.stdout + done.stderr


def test_a_system_that_cannot_fork_refuses_and_says_which_setting_accepts(course_without_fork):
    said = autograded(course_without_fork)
    assert "Nothing was graded: this machine has no sandbox" in said
    assert "this system cannot fork" in said
    assert "c.TwoSided.without_sandbox = True" in said
    assert not (course_without_fork.root / "autograded/ada" / LESSON).exists()


def test_the_settings_hold_on_a_system_that_cannot_fork(course_without_fork):
    said = autograded(
        course_without_fork, "c.TwoSided.without_sandbox = True", "c.TwoSided.cell_seconds = 3"
    )
    assert "Nothing was graded" not in said
    assert "Timeout waiting for execute reply (3s)" in said


def test_the_other_commands_say_so_as_well(course_without_fork):
    """`dikkat doctor` and `dikkat grade`, where neither fork nor resource exists."""
    code = WITHOUT_FORK.partition("from nbgrader")[0] + "from dikkat.cli import main; main()"
    doctor = run(sys.executable, "-c", code, "doctor", cwd=course_without_fork.root, check=False)
    assert "this system cannot fork" in doctor.stdout and not doctor.stderr
    grade = run(sys.executable, "-c", code, "grade", cwd=course_without_fork.root, check=False)
    assert "this system cannot fork" in grade.stdout + grade.stderr
    assert "Traceback" not in grade.stdout + grade.stderr


# --- ending -------------------------------------------------------------------------------------

# Starts a notebook whose only cell never ends, and prints when it has begun. The last
# module does not exist; in the server's command line, it tells this one from those of other runs.
COORDINATOR = """
import sys
from dikkat.grading.settings import Times
from dikkat.grading.processes.client import MODULES, ForkServer

cell = {"id": "", "kind": "learner", "code": "while True: pass", "released": ""}
with ForkServer([*MODULES, sys.argv[1]]) as server:
    progress = lambda at: print(server._process.pid, flush=True)
    server.run([cell], {}, times=Times(cell=3, notebook=6), progress=progress)
"""


def test_nothing_outlives_a_coordinator_that_is_killed():
    mark = f"run_{secrets.token_hex(8)}"
    coordinator = [sys.executable, "-c", COORDINATOR, mark]
    with subprocess.Popen(coordinator, stdout=subprocess.PIPE) as process:
        server = int(process.stdout.readline())
        command = Path(f"/proc/{server}/cmdline").read_bytes()
        assert mark.encode() in command and _running(command)
        process.send_signal(signal.SIGKILL)
    # Its cell may still run into its own limit, and a busy machine may take a while to end it.
    patience = time.monotonic() + 300
    while _running(command) and time.monotonic() < patience:
        time.sleep(0.1)
    assert _running(command) == []


def _running(command: bytes) -> list[str]:
    found = []
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit() and Path(f"/proc/{entry}/cmdline").read_bytes() == command:
                found.append(entry)
        except OSError:
            pass  # it has ended
    return found
