"""A spy among the submissions: what it can see, reach and change, at each level of the sandbox.

The teacher and the spy run in processes of their own (teacher.py, probe.py): as root, where the
tests run as root, and as an ordinary user, with a Python that this user can run.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from conftest import environment
from users import IS_ROOT, NOBODY, USERS, pythons

HERE = Path(__file__).parent

# What the spy gets at a level, and may: the names of attempts in probe.py. Anything else fails.
NOTHING = {"open_files": 1, "capabilities": 0}
# Landlock closes files, but not their names: that a file exists, and how large it is, can be
# asked by anybody who guesses its path. The same goes for a process and its number.
KNOWN_LIMITS = {"see_files", "see_processes"}
CAP_DAC_READ_SEARCH = 1 << 2  # REDUCED as root: Python may lie in a folder that is root's alone


@pytest.fixture(scope="session")
def python_of():
    """{user: the command that runs Python as this user}."""
    yield from pythons()


def graded(command: list[str], before: tuple[str, ...] = (), **settings: str) -> dict:
    """What teacher.py says, run with this command, inside `before`."""
    folder = Path(tempfile.mkdtemp(prefix="spied-on-", dir="/var/tmp"))
    try:
        if command[0] == "setpriv":
            os.chown(folder, int(NOBODY), int(NOBODY))
        done = subprocess.run(
            [*before, *command, str(HERE / "teacher.py"), str(folder)],
            env=environment(HOME=str(folder), **settings),
            capture_output=True,
            text=True,
            cwd="/",
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)
    finally:
        shutil.rmtree(folder)


def assert_nothing_is_reached(result: dict, user: str) -> None:
    expected = dict(NOTHING)
    if result["level"] == "reduced":
        expected |= {name: result["got"][name] for name in KNOWN_LIMITS}
        if user == "root":
            expected["capabilities"] = CAP_DAC_READ_SEARCH
        else:
            # These are answered as if they had worked; the files are looked at below.
            pretended = ("chmod", "times", "chmod of Python's own")
            expected["change_files"] = dict.fromkeys(pretended, "done")
    assert {name: got for name, got in result["got"].items() if got is not None} == expected
    assert result["hidden test passed"], "the notebook itself was graded"
    assert result["files are as they were"]
    assert result["the home is as it was"]
    assert result["the process is as it was"]
    assert not any(result["somebody called"])
    assert result["left behind"] == []


# Puts another student's submission where nbgrader's exchange usually is, for one command alone.
WITH_AN_EXCHANGE = """
mount -t tmpfs none /usr/local/share && mkdir -p /usr/local/share/nbgrader/exchange/inbound &&
echo mark_exchange_0123456789abcdef > /usr/local/share/nbgrader/exchange/inbound/ada.ipynb &&
exec "$@"
"""


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", ["full", "reduced"])
def test_a_spy_reaches_nothing(python_of, level, user):
    exchange = ("unshare", "--mount", "sh", "-c", WITH_AN_EXCHANGE, "sh") if IS_ROOT else ()
    result = graded(python_of[user], exchange, DIKKAT_SANDBOX=level)
    assert result["level"] == level, result["reason"]
    assert result["secrets"] >= (7 if IS_ROOT else 4)
    assert_nothing_is_reached(result, user)


def test_the_same_spy_reaches_all_of_it_without_a_sandbox(python_of):
    """The probe itself works: nothing above is refused because the spy is clumsy."""
    result = graded(python_of["ordinary"], DIKKAT_SANDBOX="none")
    assert result["level"] == "none"
    refused = {name for name, got in result["got"].items() if got is None}
    needs_root = {
        "make_a_device", "become_root", "setuid_programs", "environment", "objects",
        "type_into_a_terminal", "own_memory",
    }  # fmt: skip
    assert refused <= needs_root
    assert set(result["got"]["read_by_path"]) >= {"gradebook", "source", "other", "home"}
    assert set(result["got"]["network"]) >= {
        "tcp loopback", "udp loopback", "unix path", "unix abstract", "unix datagram",
        "the warm server",
    }  # fmt: skip
    assert len(result["got"]["pairs_of_sockets"]) > 8
    assert not result["files are as they were"]
    assert not result["the home is as it was"]
    assert not result["the process is as it was"]
    assert all(result["somebody called"])
    # Even so, a hidden test is not in the spy's process, nor is the teacher's environment. (Its
    # own memory holds what it has just read from the files, or not, as chance has it.)
    for place in ("objects", "environment"):
        assert result["got"][place] is None


# Runs a command in a user namespace that has all users and allows no namespace below it.
IN_A_LAST_NAMESPACE = """
import ctypes, os, sys
made, mapped = os.pipe(), os.pipe()
child = os.fork()
if child == 0:
    assert ctypes.CDLL(None).unshare(0x10000000) == 0
    os.write(made[1], b".")
    os.read(mapped[0], 1)
    with open("/proc/sys/user/max_user_namespaces", "w") as file:
        file.write("0")
    os.execvp(sys.argv[1], sys.argv[1:])
os.read(made[0], 1)
for kind in ("uid", "gid"):
    with open(f"/proc/{child}/{kind}_map", "w") as file:
        file.write("0 0 65536")
os.write(mapped[1], b".")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
# As a container is: no new namespaces, neither for root nor for anybody else.
NO_NAMESPACES = {
    "root": ("setpriv", "--bounding-set", "-sys_admin", "--inh-caps", "-sys_admin"),
    "ordinary": (sys.executable, "-c", IN_A_LAST_NAMESPACE),
}


@pytest.mark.skipif(not IS_ROOT, reason="only root can take namespaces away")
@pytest.mark.parametrize("user", ["root", "ordinary"])
def test_where_namespaces_are_off_the_level_falls_and_the_spy_still_reaches_nothing(
    python_of, user
):
    result = graded(python_of[user], NO_NAMESPACES[user])
    assert result["level"] == "reduced"
    assert "unshare" in result["reason"]
    assert_nothing_is_reached(result, user)
