"""`dikkat doctor`: what works on this machine, and what to do about the rest."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import sys
import time

from dikkat.course import Course, CourseError
from dikkat.grading.settings import FULL, NONE, REDUCED

STOPS = {
    FULL: (
        "Stops: the network, other processes, every file but Python's own and the system's "
        "programs (the gradebook, the solutions, other submissions, your home), endless memory, "
        "processor time, processes and output; what a submission starts ends with it.",
        "Does not stop: faults of the Linux kernel itself.",
    ),
    REDUCED: (
        "Stops: the network, reading or writing every file but Python's own and the system's "
        "programs (the gradebook, the solutions, other submissions, your home), endless memory, "
        "processor time, processes and output; what a submission starts is ended with it.",
        "Does not stop: a submission can still see which processes run and which files exist "
        "(names and sizes, not contents); faults of the Linux kernel itself.",
    ),
    NONE: (
        "Stops: nothing. Grading other people's work refuses; your own work can be checked.",
        "To accept the risk: c.TwoSided.without_sandbox = True in nbgrader_config.py.",
    ),
}


def examine() -> int:
    """Prints what was found; returns 0 if other people's work can be graded here, else 1."""
    _versions()
    if hasattr(os, "fork"):
        from dikkat.grading.learner_side import entering, sandbox

        level, reason = sandbox.detect(os.environ.get("DIKKAT_SANDBOX"))
    else:
        level, reason = NONE, "this system cannot fork"
    _say(level != NONE, f"Sandbox for other people's code: {level}")
    for text in [*STOPS[level], *([f"Why not more: {reason}."] if reason else [])]:
        print(f"     {text}")
    if level == FULL:
        pass
    elif sys.platform != "linux":
        print("     What to do: grade on Linux (a virtual machine is enough).")
    else:
        print(
            "     What to do for the full sandbox: allow user namespaces "
            "(sysctl user.max_user_namespaces; in a container, run it with them), or run as root."
        )
    if level != NONE:
        root = os.geteuid() == 0
        enforced = not root or entering.learner_uid() is not None
        _say(enforced, "Limit on the number of processes" + ("" if enforced else ": not enforced"))
        if not enforced:
            print("     You are root and no other user can be taken. Run it as an ordinary user.")
    _fork_server()
    _course()
    return 0 if level != NONE else 1


def _say(good: bool, text: str) -> None:
    print(f"{'ok ' if good else '!! '}  {text}")


def _versions() -> None:
    good = (3, 11) <= sys.version_info[:2] <= (3, 13)
    _say(good, f"Python {sys.version.split()[0]}" + ("" if good else ": 3.11 to 3.13 is needed"))
    try:
        text = (Course.find().root / "requirements.txt").read_text(encoding="utf-8")
    except (CourseError, OSError):
        return
    for name, wanted in re.findall(r"^([\w-]+)==(\S+)$", text, re.M):
        try:
            found = importlib.metadata.version(name).split("+")[0]
        except importlib.metadata.PackageNotFoundError:
            found = "missing"
        _say(found == wanted, f"{name} {found}" + ("" if found == wanted else f": {wanted} wanted"))
        if found != wanted:
            print("     What to do: python -m pip install -r requirements.txt")


def _fork_server() -> None:
    if not hasattr(os, "fork"):
        _say(
            False,
            "Fork server: this system cannot fork; `nbgrader autograde` runs one kernel "
            "per submission",
        )
        return
    from dikkat.grading.processes.client import ForkServer

    print("     starting Python, NumPy and PyTorch once ...", flush=True)
    begun = time.monotonic()
    try:
        with ForkServer() as server:
            started = time.monotonic()
            cell = {"id": "", "kind": "learner", "code": "print(6 * 7)", "released": ""}
            outputs, _ = server.run([cell], {})
            good = outputs == [[{"output_type": "stream", "name": "stdout", "text": "42\n"}]]
            text = (
                f"once {started - begun:.1f} s, then a notebook {time.monotonic() - started:.2f} s"
            )
    except (RuntimeError, OSError) as error:
        good, text = False, str(error)
    _say(good, f"Fork server: {text}")


def _course() -> None:
    try:
        course = Course.find()
    except CourseError as error:
        _say(False, str(error))
        return
    _say(True, f"Course: {course.root} with {len(course.lesson_names())} lessons")
    if shutil.which("alembic") is None:
        _say(False, "nbgrader's own commands need the virtual environment to be activated first")
