"""The sandbox itself: what it opens, which level it finds, and that it ends with its owner."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from dikkat.grading.learner_side import files, sandbox
from dikkat.grading.settings import FULL, NONE, REDUCED


def test_an_environment_made_in_the_course_folder_does_not_open_the_course(tmp_path, monkeypatch):
    for name in ("lib", "bin", "source", "submitted"):
        (tmp_path / name).mkdir()
    for name in ("gradebook.db", "pyvenv.cfg"):
        (tmp_path / name).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    inside = [Path(p).name for p in files.readable_paths() if Path(p).is_relative_to(tmp_path)]
    assert sorted(inside) == ["bin", "lib", "pyvenv.cfg"]


def test_an_environment_behind_a_symbolic_link_is_opened_where_it_really_is(tmp_path, monkeypatch):
    (tmp_path / "real/lib").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "link"))
    paths = files.readable_paths()
    assert {str(tmp_path / "real/lib"), str(tmp_path / "link/lib")} <= set(paths)


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


# Starts a notebook whose only cell never ends, and tells of it. The last module does not exist;
# in the server's command line, it tells this one from those of other runs on this machine.
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
