"""The client of the fork server: starts it on first use, and asks it to run notebooks."""

from __future__ import annotations

import atexit
import contextlib
import dataclasses
import os
import shutil
import site
import socket
import subprocess
import sys
import tempfile
import threading

import platformdirs

from dikkat.grading.between import wire
from dikkat.grading.records.results import Verdict
from dikkat.grading.settings import Limits, Times

# What a notebook of the course imports. torch._dynamo is imported by the first optimiser.
MODULES = [
    "numpy",
    "matplotlib.pyplot",
    "dikkat.grading.learner_side.shell",
    "dikkat.grading.our_side.notebook",
]
TORCH_MODULES = ["torch", "torch._dynamo"]
LAST = ["dikkat.grading.processes.preload"]  # it indexes all modules imported before it


class ForkServer:
    """A fork server that belongs to this process. Threads may share it.

    modules: what it imports before it forks; None for everything that any lesson needs. level,
    reason: of the sandbox, see `sandbox.detect`; known once it has started. It ends with `close`,
    at the end of a `with` block, or when this process exits.
    """

    def __init__(self, modules: list[str] | None = None):
        self.modules = [*MODULES, *TORCH_MODULES] if modules is None else modules
        self._lock = threading.Lock()
        self._process = None
        self.level = self.reason = ""

    def __enter__(self) -> ForkServer:
        self.start()
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def start(self) -> None:
        """Starts the server unless it is running; returns when its modules are imported.

        Raises RuntimeError if it does not start.
        """
        if not hasattr(os, "fork"):
            raise RuntimeError(
                "this system cannot fork processes. On Windows, use the Windows Subsystem for "
                "Linux, or `nbgrader autograde`."
            )
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return
            self._folder = _folder_for_a_socket()
            self._path = os.path.join(self._folder, "socket")
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(self._path)
            listener.listen(64)
            lifeline, self._lifeline = os.pipe()
            command = [
                os.path.abspath(sys.executable),
                "-m",
                "dikkat.grading.processes.fork_server",
            ]
            self._process = subprocess.Popen(
                [*command, str(listener.fileno()), str(lifeline), *self.modules, *LAST],
                env=_environment(self._folder),
                pass_fds=[listener.fileno(), lifeline],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                cwd=self._folder,
                start_new_session=True,  # so that Ctrl-C reaches the coordinator only
            )
            listener.close()
            os.close(lifeline)
            self.level = self._process.stdout.readline().decode().strip()
            self.reason = self._process.stdout.readline().decode().strip()
            if not self.level:
                self._process.wait()
                raise RuntimeError("The fork server did not start. Run `dikkat doctor` to see why.")
            atexit.register(self.close)

    def close(self) -> None:
        """Ends the server and everything that it has forked."""
        with self._lock:
            if self._process is None:
                return
            with contextlib.suppress(OSError):
                os.close(self._lifeline)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(5)
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()
            self._process = None
            shutil.rmtree(self._folder, ignore_errors=True)

    def run(
        self, cells, files, limits=None, times=None, level=None, progress=None, checks=None
    ) -> tuple[list[list[dict]], dict[str, Verdict]]:
        """Runs the code cells of a notebook.

        cells: see `our_side.notebook.run_notebook`. files: {path: bytes}, the lesson's own data.
        limits, times: None for the defaults. level: of the sandbox; None for the best one here.
        progress: called with the index of each cell that begins. Returns (list of each cell's
        outputs, {id of a test cell: its verdict}). Raises RuntimeError if our own side failed.
        """
        self.start()
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self._path)
            wire.send(
                connection,
                {
                    "role": "notebook",
                    "cells": cells,
                    "files": files,
                    "level": level or self.level,
                    "limits": dataclasses.asdict(limits or Limits()),
                    "times": dataclasses.asdict(times or Times()),
                    "checks": checks,
                },
            )
            outputs, verdicts = [], {}
            while (answer := wire.receive(connection)) is not None:
                if "error" in answer:
                    raise RuntimeError(f"Grading stopped: {answer['error']}")
                if "outputs" in answer:
                    if answer["verdict"] is not None:
                        verdict = Verdict.from_json(answer["verdict"])
                        verdicts[verdict.id] = verdict
                    outputs.append(answer["outputs"])
                elif progress is not None:
                    progress(answer["at"])
            if len(outputs) == len(cells):
                return outputs, verdicts
        raise RuntimeError("The grading process ended without an answer.")


def _folder_for_a_socket() -> str:
    """A new temporary folder with a short path.

    The path of a socket in it may have at most 104 bytes on macOS, 108 on Linux.
    """
    usual = tempfile.gettempdir()
    short = len(os.fsencode(usual)) < 70 or not os.path.isdir("/tmp")
    return tempfile.mkdtemp(prefix="dikkat-fork-", dir=usual if short else "/tmp")


def _environment(home: str) -> dict[str, str]:
    """A minimal environment: a process can always read the one that it was started with."""
    kept = {k: os.environ[k] for k in ("DIKKAT_SANDBOX",) if k in os.environ}
    return kept | {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": home,
        "PYTHONUSERBASE": site.getuserbase(),  # dikkat may be installed there
        "TMPDIR": tempfile.gettempdir(),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "MPLCONFIGDIR": _font_cache(),
        # With more than one thread, PyTorch hangs in a child that is forked after its first use.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }


def _font_cache() -> str:
    """The folder for matplotlib's font list, which takes seconds to make."""
    try:
        return platformdirs.user_cache_dir("dikkat", appauthor=False, ensure_exists=True)
    except OSError:
        return tempfile.gettempdir()


def modules_for(text: str) -> list[str]:
    """The modules to import before forking for lessons with this text: PyTorch only if needed."""
    torch = {"import torch": "torch", "torch.optim": "torch._dynamo"}
    return [*MODULES, *(module for words, module in torch.items() if words in text)]


_servers: list[ForkServer] = []
_choosing = threading.Lock()


def fork_server_for(text: str) -> ForkServer:
    """This process's fork server for a lesson with this text; it may not have started yet.

    Lessons share a server if they can. Lessons without PyTorch have one of their own, because a
    process that has imported PyTorch takes twice as long to fork.
    """
    needed = modules_for(text)
    with _choosing:
        for server in _servers:
            alike = ("torch" in needed) == ("torch" in server.modules)
            if alike and set(needed) <= set(server.modules):
                return server
        _servers.append(ForkServer(needed))
        return _servers[-1]


def start_servers(texts: list[str]) -> ForkServer:
    """Starts the fork servers for lessons with these texts; returns the first when it is ready.

    The others start in the background. Raises RuntimeError if the first one does not start.
    """
    groups = [[t for t in texts if ("import torch" in t) == torch] for torch in (False, True)]
    first, *others = [fork_server_for("\n".join(group)) for group in groups if group]

    def start(server: ForkServer) -> None:
        with contextlib.suppress(RuntimeError, OSError):  # tried again, and reported, on use
            server.start()

    for server in others:
        threading.Thread(target=start, args=[server], daemon=True).start()
    first.start()
    return first


def close_servers() -> None:
    """Ends every fork server of this process and everything that they have forked."""
    for server in _servers:
        server.close()
