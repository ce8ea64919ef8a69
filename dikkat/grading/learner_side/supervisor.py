"""The supervisor of a learner's side: starts it in a sandbox, watches it, ends all of it."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from dikkat.grading.learner_side import kernel, usage
from dikkat.grading.learner_side.entering import enter_and_run, learner_uid
from dikkat.grading.learner_side.files import fill
from dikkat.grading.processes import clock
from dikkat.grading.settings import FULL, NONE, Limits

STARTED = b"!"  # sent once the sandbox is closed, with the descriptor of a clock if there is one
CROWD = 2  # threads that may run at the same time without any loss of priority
ALLOWANCE = 5.0  # thread-seconds that a submission may use beyond those
LOWEST = 19  # 64 of these together weigh less than one process of ordinary priority


NOT_MADE = 13  # exit status of a supervisor


class SandboxError(Exception):
    """The sandbox could not be made, as `control` was told; no code of the learner's was run."""


def supervise(
    level: str, limits: Limits, files: dict[str, bytes], main, control, close_outside=None
) -> None:
    """Runs main(clock) in a sandbox of this level, in a child; returns when all of it has ended.

    files: the contents of the private folder. close_outside: a socket that main() alone keeps.
    control: a socket to our side; when the other end is shut, everything ends. STARTED is written
    to it, and what ended the learner's side, as text. It is the caller's to close afterwards.
    clock: see `processes.clock`; it is that of the learner's side.
    Call it in a child of its own: with FULL, every later child of this process would end up in
    namespaces that have ended. Raises OSError or SandboxError if the sandbox cannot be made.
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
    if os.waitstatus_to_exitcode(status) == NOT_MADE:
        raise SandboxError("the sandbox could not be made")


def _supervise_in_the_open(files, main, control, close_outside) -> None:
    """NONE: no sandbox at all, for one's own work; it ends with our side all the same."""
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
            main(clock.Clock())
            code = 0
        finally:
            os._exit(code)
    _close(close_outside)
    _say_started(control, side)
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
            pass  # a container that masks /proc: each process then has the limits for itself
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
        report(control, problem)
        os._exit(NOT_MADE)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)  # same user, perhaps: it must not be traced by its ward
    try:
        group = None if level == FULL else side
        meter = None if proc is None else usage.Meter(proc, group, folder, limits.open_files)
        ended = _watch(side, control, limits, meter, in_namespace=level == FULL)
    except Exception as error:  # unwatched, it may not go on
        os.killpg(side, signal.SIGKILL)
        ended = f"it could not be watched ({type(error).__name__})"
    report(control, ended)
    _remove(folder)
    os._exit(0)  # and with pid 1 of a namespace everything else in it


def _say_started(control, side: int) -> None:
    """Tells our side that the learner's side runs, and gives it the clock of its process."""
    watched = clock.watch(side)
    try:
        if watched is None:
            control.sendall(STARTED)
        else:
            socket.send_fds(control, [STARTED], [watched])
            os.close(watched)
    except OSError:
        pass  # our side has gone; the control connection tells as well


CLOSED = "it closed its connection to the grader"


def _watch(side: int, control, limits: Limits, meter: usage.Meter | None, in_namespace) -> str:
    """Waits until the learner's side ends, or must; returns what ended it, in a few words.

    meter: None if nothing can be measured here. in_namespace: whether all of it ends with this
    process (FULL); otherwise it is ended here.
    """
    pidfd = os.pidfd_open(side)
    poller = select.poll()
    poller.register(pidfd, select.POLLIN)
    poller.register(control, select.POLLHUP | select.POLLRDHUP)
    # What it shares with the warm process; measured at once, before any cell can have run.
    baseline, cause = meter.memory() if meter else 0, ""
    priority = _Priority(meter) if meter else None
    _say_started(control, side)
    while True:
        events = dict(poller.poll(250))
        if pidfd in events:
            break
        if events:
            cause = CLOSED
        elif meter:
            cause = _over(limits, meter, baseline)
            priority.adjust()
        if cause:
            os.kill(side, signal.SIGKILL)
            break
    if not in_namespace:
        os.killpg(side, signal.SIGKILL)  # nothing of it can have left its process group
    _, status = os.waitpid(side, 0)
    if not in_namespace:
        _reap_all()
    code = os.waitstatus_to_exitcode(status)
    if cause and (cause != CLOSED or code == -signal.SIGKILL):
        return cause
    if code >= 0:
        return f"it ended its own process (exit status {code})"
    name = signal.Signals(-code).name
    spent = usage.ended_children()
    if name == "SIGXCPU" or (name == "SIGKILL" and spent >= limits.cpu_seconds):
        return _too_much_processor_time(limits)
    return f"it crashed ({name})"


def _over(limits: Limits, meter: usage.Meter, baseline: int) -> str:
    """Which limit the learner's side has passed, for the learner; "" if none."""
    meter.look()
    if meter.memory() - baseline > limits.memory:
        meter.look()  # a process that was just being started counted double
        if meter.memory() - baseline > limits.memory:
            return f"it used more than {limits.memory // 2**20} MiB of memory"
    if meter.folder is not None and meter.disk() > limits.folder_size:
        return f"it wrote more than {limits.folder_size // 2**20} MiB into its folder"
    if meter.processor() > limits.cpu_seconds:
        return _too_much_processor_time(limits)
    return ""


def _too_much_processor_time(limits: Limits) -> str:
    return f"it used more than {limits.cpu_seconds} seconds of processor time"


class _Priority:
    """Lowers the priority of a submission that keeps many threads busy, for good.

    Its neighbours then get their share of the processors: the kernel divides them by thread.
    """

    def __init__(self, meter: usage.Meter):
        self.meter, self.beyond, self.looked = meter, 0.0, time.monotonic()

    def adjust(self) -> None:
        """To be called now and then. Threads that wait for a processor count as well."""
        now = time.monotonic()
        extra = len(self.meter.threads("R")) - CROWD
        self.beyond += max(0, extra) * (now - self.looked)
        self.looked = now
        if self.beyond > ALLOWANCE:
            for thread in self.meter.threads():
                with contextlib.suppress(OSError):  # it has ended
                    os.setpriority(os.PRIO_PROCESS, thread, LOWEST)


def _remove(folder: str | None) -> None:
    """Removes a folder that hostile code has filled; it may be deep, or closed."""
    if folder is not None:
        for command in (["chmod", "-R", "u+rwx", folder], ["rm", "-rf", folder]):
            subprocess.run(command, stderr=subprocess.DEVNULL)


def _reap_all() -> None:
    """Waits for all children of this process."""
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
    """Writes a text to a control connection, if our side still listens."""
    try:
        control.sendall(text.encode())
    except OSError:
        pass
