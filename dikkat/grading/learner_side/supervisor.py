"""The supervisor of a learner's side: starts it in a sandbox, watches it, ends all of it."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from dikkat.grading.learner_side import kernel, usage
from dikkat.grading.learner_side.entering import enter_and_run, learner_uid
from dikkat.grading.learner_side.files import fill
from dikkat.grading.settings import FULL, NONE, Limits


class SandboxError(Exception):
    """The sandbox could not be made; nothing of the learner's was run."""


def supervise(
    level: str, limits: Limits, files: dict[str, bytes], main, control, close_outside=None
) -> None:
    """Runs main() in a sandbox of this level, in a child, and returns when all of it has ended.

    files: the contents of the private folder. close_outside: a socket that main() alone keeps.
    control: a socket to our side; when the other end is shut, everything ends; what ended the
    learner's side is written to it, as text. It is the caller's to close, when all is gone.
    Call it in a child of its own: with FULL, every later child of this process would end up in
    namespaces that have ended. Raises OSError or SandboxError where the sandbox cannot be made.
    """
    if level == NONE:
        return _supervise_in_the_open(files, main, control, close_outside)
    root = tempfile.mkdtemp(prefix="dikkat-") if level == FULL else None
    try:
        if root is not None:
            _isolate()
        supervisor = os.fork()
        if supervisor == 0:
            _supervise_and_exit(level, limits, files, main, control, root, close_outside)
        _close(close_outside)
        _, status = os.waitpid(supervisor, 0)
    finally:
        if root is not None:
            os.rmdir(root)
    if os.waitstatus_to_exitcode(status) == 13:
        raise SandboxError("the sandbox could not be made")


def _supervise_in_the_open(files, main, control, close_outside) -> None:
    """NONE: no sandbox at all, for one's own work; ends with our side all the same."""
    folder = tempfile.mkdtemp(prefix="dikkat-")
    fill(folder, files, None)
    side = os.fork()
    if side == 0:
        code = 1
        try:
            os.setsid()
            control.close()
            os.chdir(folder)
            os.environ.update(HOME=folder, TMPDIR=folder)
            tempfile.tempdir = None
            main()
            code = 0
        finally:
            os._exit(code)
    _close(close_outside)
    status = None
    while status is None:
        closed, _, _ = select.select([control], [], [], 0.1)
        if closed:
            os.kill(side, signal.SIGKILL)
        ended, raw = os.waitpid(side, 0 if closed else os.WNOHANG)
        status = os.waitstatus_to_exitcode(raw) if ended else None
    try:
        os.killpg(side, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    report(control, f"it ended its own process (exit status {status})")
    shutil.rmtree(folder, ignore_errors=True)


def _isolate() -> None:
    """Gives this process's next child new namespaces; as an ordinary user, in one of its own."""
    flags = (
        kernel.CLONE_NEWNS
        | kernel.CLONE_NEWPID
        | kernel.CLONE_NEWNET
        | kernel.CLONE_NEWIPC
        | kernel.CLONE_NEWUTS
    )
    uid, gid = os.geteuid(), os.getegid()
    if uid == 0:
        kernel.unshare(flags)
    else:
        kernel.unshare(flags | kernel.CLONE_NEWUSER)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    kernel.mount("none", "/", None, kernel.MS_REC | kernel.MS_PRIVATE)


def _supervise_and_exit(level, limits, files, main, control, root, close_outside) -> None:
    """The supervisor: starts the learner's side, watches it, ends all of it, and exits."""
    os.setsid()
    proc = None
    if level == FULL:
        try:
            kernel.mount("proc", "/proc", "proc", kernel.MS_NOSUID | kernel.MS_NODEV)
            proc = "/proc"
        except OSError:
            pass  # a container that masks /proc: memory is then limited a process, not in all
    else:
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        proc = "/proc"
    uid = learner_uid()
    folder = None if level == FULL else tempfile.mkdtemp(prefix="dikkat-")
    ready, entered = os.pipe()
    side = os.fork()
    if side == 0:
        os.close(ready)
        _close(control)
        enter_and_run(level, limits, files, main, uid, root, folder, entered)
    os.close(entered)
    _close(close_outside)
    problem = os.read(ready, 1000).decode(errors="replace")
    os.close(ready)
    if problem != "ok":
        os.waitpid(side, 0)
        _remove(folder)
        report(control, f"sandbox: {problem}")
        os._exit(13)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)  # same user, perhaps: it must not be traced by its ward
    try:
        ended = _watch(side, control, limits, proc, folder)
    except Exception as error:  # unwatched, it may not go on
        os.killpg(side, signal.SIGKILL)
        ended = f"it could not be watched ({type(error).__name__})"
    report(control, ended)
    _remove(folder)
    os._exit(0)  # and with pid 1 of a namespace everything else in it


CLOSED = "it closed its connection to the grader"


def _watch(side: int, control, limits: Limits, proc: str | None, folder: str | None) -> str:
    """Waits until the learner's side ends, or must; returns what ended it, in a few words.

    folder: the private one, where there is no namespace (REDUCED): then all is ended here.
    """
    pidfd = os.pidfd_open(side)
    poller = select.poll()
    poller.register(pidfd, select.POLLIN)
    poller.register(control, select.POLLHUP | select.POLLRDHUP)
    supervisor = None if folder is None else os.getpid()
    # What it shares with the warm process; measured at once, before any cell can have run.
    baseline, cause = usage.memory_used(proc, supervisor) if proc is not None else 0, ""
    while True:
        events = dict(poller.poll(250))
        if pidfd in events:
            break
        if events:
            cause = CLOSED
        elif proc is not None:
            if usage.memory_used(proc, supervisor) - baseline > limits.memory:
                cause = f"it used more than {limits.memory // 2**20} MiB of memory"
            if folder is not None and usage.folder_used(folder) > limits.folder_size:
                cause = f"it wrote more than {limits.folder_size // 2**20} MiB into its folder"
        if cause:
            os.kill(side, signal.SIGKILL)
            break
    if folder is not None:
        os.killpg(side, signal.SIGKILL)  # nothing of it can have left its process group
    _, status = os.waitpid(side, 0)
    if folder is not None:
        _reap_all()
    code = os.waitstatus_to_exitcode(status)
    if cause and (cause != CLOSED or code == -signal.SIGKILL):
        return cause
    if code >= 0:
        return f"it ended its own process (exit status {code})"
    name = signal.Signals(-code).name
    if name == "SIGXCPU" or (name == "SIGKILL" and usage.cpu_spent() >= limits.cpu_seconds):
        return f"it used more than {limits.cpu_seconds} seconds of processor time"
    return f"it crashed ({name})"


def _remove(folder: str | None) -> None:
    """Removes a folder that hostile code has filled: very deep, say, or closed to its owner."""
    if folder is not None:
        for command in (["chmod", "-R", "u+rwx", folder], ["rm", "-rf", folder]):
            subprocess.run(command, stderr=subprocess.DEVNULL)


def _reap_all() -> None:
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass


def _close(*sockets) -> None:
    for each in sockets:
        if each is not None:
            each.close()


def report(control, text: str) -> None:
    try:
        control.sendall(text.encode())
    except OSError:
        pass
