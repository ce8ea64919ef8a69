"""The last steps before any code of the learner's: a process gives up what it could do."""

from __future__ import annotations

import os
import resource
import signal
import tempfile
import time
import traceback
from pathlib import Path

from dikkat.grading.learner_side import files, kernel, landlock, seccomp
from dikkat.grading.processes.clock import Clock
from dikkat.grading.settings import FULL, REDUCED, Limits


def enter_and_run(level, limits, contents, main, uid, root, folder, entered) -> None:
    """Closes everything to this process that its level closes, runs main(clock) and exits.

    contents: {path: bytes} of the private folder. uid: the user to become, or None. root, folder:
    an empty folder for the new file system (FULL), the private folder (REDUCED). entered: a file
    descriptor; "ok" is written to it once nothing is open any more, or what went wrong.
    """
    try:
        clock = Clock()  # while /proc can be read
        address_space = _address_space()
        others = _threads_of(os.geteuid()) if level == REDUCED and uid is None else 0
        if level == FULL:
            kernel.unshare(kernel.CLONE_NEWNS)  # the keeper keeps its own view
            files.make_root(root, limits, contents, uid)
        else:
            files.fill(folder, contents, uid)
        home = files.HOME if level == FULL else folder
        os.chdir(home)
        os.environ.update(HOME=home, TMPDIR=files.TEMPORARY if level == FULL else folder)
        for name in ("MPLCONFIGDIR", "PYTHONUSERBASE"):  # they name the teacher's home
            os.environ.pop(name, None)
        tempfile.tempdir = None
        os.setpgid(0, 0)
        _drop_privileges(uid, level)
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        _set_limits(limits, address_space, others)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        if level == REDUCED:
            readable = [p for p in files.readable_paths() if not os.path.islink(p)]
            landlock.restrict(readable, files.DEVICES, folder)
        seccomp.install(level, same_user=uid is None)
        os.write(entered, b"ok")
        os.close(entered)
    except BaseException as error:
        os.write(entered, (str(error) or type(error).__name__).encode()[:900])
        os._exit(1)
    code = 1
    try:
        main(clock)
        code = 0
    except BaseException:  # before any cell, a fault of ours: where the server's errors go
        traceback.print_exc()
    finally:
        os._exit(code)


def learner_uid() -> int | None:
    """A user of its own for each learner's side if the grader is root, else None.

    Root is not bound by the limit on processes. One user each, because the kernel counts that
    limit per user.
    """
    if os.geteuid() != 0:
        return None
    number = os.getppid() if os.getpid() == 1 else os.getpid()
    candidates = [2**21 + time.monotonic_ns() // 1000 % 2**21, 60_000 + number % 5000, 65534]
    for uid in candidates:
        if _is_mapped(uid):
            return uid
    return None


def _is_mapped(uid: int) -> bool:
    for line in Path("/proc/self/uid_map").read_text().splitlines():
        first, _, count = map(int, line.split())
        if first <= uid < first + count:
            return True
    return False


def _drop_privileges(uid: int | None, level: str) -> None:
    keep_reading = level == REDUCED and uid is not None
    if uid is not None:
        if keep_reading:
            kernel.prctl(kernel.PR_SET_KEEPCAPS, 1)
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    # Python may lie in a home folder that others cannot enter; Landlock decides what is read.
    kernel.set_capabilities(1 << kernel.CAP_DAC_READ_SEARCH if keep_reading else 0)


def _set_limits(limits: Limits, address_space: int, processes: int) -> None:
    for kind, value in [
        (resource.RLIMIT_AS, address_space + limits.memory),
        (resource.RLIMIT_NPROC, processes + limits.processes),
        (resource.RLIMIT_FSIZE, limits.file_size),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_NICE, 0),
        (resource.RLIMIT_RTPRIO, 0),
    ]:
        resource.setrlimit(kind, (value, value))


def _address_space() -> int:
    """Bytes of address space that the warm process has already: PyTorch alone maps gigabytes."""
    pages = Path("/proc/self/statm").read_text().split()[0]
    return int(pages) * resource.getpagesize()


def _threads_of(user: int) -> int:
    """How many threads this user runs now; the kernel counts them all against the limit."""
    count = 0
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                if os.stat(f"/proc/{entry}").st_uid == user:
                    count += len(os.listdir(f"/proc/{entry}/task"))
            except OSError:
                pass
    return count
