"""The sandbox of the learner's side (Linux): what hostile code cannot do, and for how long.

There are two levels; the best that this machine has is used.

FULL     Namespaces of its own: no network, no other processes, a read-only system with nothing
         but Python in it, one private folder in memory. Everything it started ends with it.
REDUCED  If namespaces are off, as in many containers: Landlock closes every file but Python's
         own and the private folder. Which processes and files exist can still be seen.

Both levels have an unprivileged user if the grader is root, a seccomp filter (no sockets, no new
namespaces, no tracing), and limits on memory, processes, file size and time.

    fork server ── fork ── supervisor ── fork ── learner's side
                           (pid 1 of the namespace; watches memory, and ends everything when the
                            learner's side ends or when our side closes its control connection)

detect      this module: which level works here
supervisor  starts a learner's side, watches it, ends all of it
entering    the steps by which a process gives up what it could do
files       what the learner's side sees: Python's files and a private folder
landlock, seccomp, kernel    what the kernel is asked for
shell       what runs in the sandbox
"""

from __future__ import annotations

import os
import platform
import socket
import sys

from dikkat.grading.learner_side import supervisor
from dikkat.grading.learner_side.seccomp_tables import TABLES
from dikkat.grading.settings import FULL, NONE, REDUCED, Limits


def detect(wanted: str | None = None) -> tuple[str, str]:
    """Returns (level, reason): the best level that works here, tried for real in a child.

    wanted: a level that must not be exceeded (DIKKAT_SANDBOX); reason says why it is not FULL.
    """
    if sys.platform != "linux":
        return NONE, f"{platform.system()} has no sandbox that dikkat can use"
    if platform.machine() not in TABLES:
        return NONE, f"no seccomp filter is written for {platform.machine()}"
    reasons = []
    for level in (FULL, REDUCED):
        if wanted == NONE or (wanted == REDUCED and level == FULL):
            reasons.append(f"{level}: switched off by DIKKAT_SANDBOX={wanted}")
            continue
        problem = _try(level)
        if problem is None:
            return level, "; ".join(reasons)
        reasons.append(f"{level}: {problem}")
    return NONE, "; ".join(reasons)


def _try(level: str) -> str | None:
    """None if a child can enter this level, else what went wrong."""
    reader, writer = os.pipe()
    ours, control = socket.socketpair()
    child = os.fork()
    if child == 0:
        os.close(reader)
        ours.close()
        try:
            supervisor.supervise(level, Limits(), {}, lambda _: os.write(writer, b"ok"), control)
        except supervisor.SandboxError:
            pass  # it was reported
        except BaseException as error:
            supervisor.report(control, str(error))
        os._exit(0)
    os.close(writer)
    control.close()
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as file, ours:
        return None if file.read() == b"ok" else ours.recv(1000).decode(errors="replace")
