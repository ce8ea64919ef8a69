"""The fork server: imports everything once, then forks a process for each request.

`client` starts it. It never runs a cell and never sees a test. It forks for each connection to
its socket; the first frame says which role the fork has:

    {"role": "learner", "level", "limits", "files"}   the learner's side; answers with a socket
    {"role": "notebook", ...}                          our side; see `run_notebook`

The fork server ends when the process that started it ends.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import os
import select
import shutil
import signal
import socket
import sys
import tempfile

from dikkat.grading.between import wire
from dikkat.grading.learner_side import sandbox, supervisor
from dikkat.grading.settings import Limits


def main(listener_fd: int, lifeline_fd: int, modules: list[str]) -> None:
    """Serves until the other end of `lifeline_fd`, a pipe, is closed.

    listener_fd: a listening Unix socket. modules: what to import before forking. Prints the level
    of the sandbox and the reason for it, one per line, when it is ready.
    """
    listener = socket.socket(fileno=listener_fd)
    for module in modules:
        with contextlib.suppress(ImportError):
            importlib.import_module(module)
    level, reason = sandbox.detect(os.environ.pop("DIKKAT_SANDBOX", None))
    os.write(1, f"{level}\n{reason}\n".encode())
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)
    gc.collect()
    gc.freeze()  # or the garbage collector of a fork touches, and so copies, every shared page
    _collapse()
    waker, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    while True:
        ready, _, _ = select.select([listener, lifeline_fd, waker], [], [])
        if lifeline_fd in ready:
            # The client may have been killed before it could remove the folder.
            shutil.rmtree(os.path.dirname(listener.getsockname()), ignore_errors=True)
            return
        if waker in ready:
            os.read(waker, 1024)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
        if listener in ready:
            connection, _ = listener.accept()
            if os.fork() == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                path = listener.getsockname()
                for fd in (lifeline_fd, waker, wake):
                    os.close(fd)
                listener.close()
                _serve(connection, path)
            connection.close()


MADV_COLLAPSE = 25  # Linux 6.1; the kernel's include/uapi/asm-generic/mman-common.h
HUGE = 2 * 2**20


def _collapse() -> None:
    """Moves this process's memory to huge pages, so that a fork copies a shorter page table.

    Does nothing on a system without /proc, such as macOS, or on a kernel before 6.1.
    """
    if not os.path.exists("/proc/self/maps"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/self/maps") as file:
        regions = [line.split() for line in file]
    for place, access, _, _, inode, *name in regions:
        first, last = (int(number, 16) for number in place.split("-"))
        first, last = -(-first // HUGE) * HUGE, last // HUGE * HUGE
        if access == "rw-p" and inode == "0" and name in ([], ["[heap]"]) and first < last:
            libc.madvise(ctypes.c_void_p(first), ctypes.c_size_t(last - first), MADV_COLLAPSE)


def _serve(connection: socket.socket, path: str) -> None:
    """Runs in a fork: receives the request, plays its role, and exits."""
    code = 1
    try:
        request = wire.receive(connection)
        if request is not None:
            ROLES[request.pop("role")](connection, path, **request)
        code = 0
    except BaseException as error:
        with contextlib.suppress(OSError):
            wire.send(connection, {"error": f"{type(error).__name__}: {error}"})
    finally:
        os._exit(code)


def _be_learner(control, path, level, limits, files) -> None:
    """Supervises a learner's side; sends the client a socket to it over `control`."""
    ours, theirs = socket.socketpair()
    socket.send_fds(control, [b"!"], [ours.fileno()])
    ours.close()

    def run(clock):
        _reseed()
        from dikkat.grading.learner_side import shell

        shell.serve(theirs, clock)

    # If the supervisor or its parent kept the learner's end open, its closing would go unnoticed.
    try:
        supervisor.supervise(level, Limits(**limits), files, run, control, close_outside=theirs)
    except supervisor.SandboxError:
        pass  # it was reported
    except OSError as error:
        supervisor.report(control, str(error))


def _be_notebook(connection, path, **request) -> None:
    """Runs our side of a notebook."""
    from dikkat.grading.our_side.notebook import run_notebook

    _reseed()
    tempfile.tempdir = None
    run_notebook(path, connection, **request)


def _reseed() -> None:
    """Reseeds the random generators; otherwise all forks would draw the same numbers."""
    for name in ("numpy.random", "torch"):
        module = sys.modules.get(name)
        if module is not None:
            module.seed()
    if "random" in sys.modules:
        sys.modules["random"].seed()


ROLES = {"learner": _be_learner, "notebook": _be_notebook}

if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
