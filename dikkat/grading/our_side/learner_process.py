"""Our handle on the learner's process: sends requests to it and returns data."""

from __future__ import annotations

import dataclasses
import socket

from dikkat.grading.between import outputs, wire
from dikkat.grading.learner_side.supervisor import STARTED
from dikkat.grading.our_side.proxy import change_in_place, inputs_for
from dikkat.grading.processes.clock import Clock
from dikkat.grading.settings import Limits, Times
from dikkat.notebook.checks import LearnerError

GRACE = 2.0  # seconds that the learner's side has to answer after its time is up
MAX_STARTS = 60  # per notebook; every crash costs one


class Stopped(Exception):
    """The learner's process ended or was killed. The message tells the learner why."""


class LearnerProcess:
    """Our handle on the process that runs the cells of one submission.

    If the process dies, the next request starts a new one and runs the earlier cells again.

    path: of the fork server's socket. level: of the sandbox, see `learner_side.sandbox`. files:
    {path: content}, the lesson's own data. stopped: whether the process was killed, or could not
    be started, since the current check began. problem: what failed on our own side, or "".
    """

    def __init__(self, path: str, level: str, limits: Limits, times: Times, files: dict):
        self.path, self.level, self.limits, self.times = path, level, limits, times
        self.files = files
        self.control = self.data = None
        self.done: list[str] = []  # cells to run again in a new process
        self.starts, self.stopped, self.problem = 0, False, ""
        self.clock = Clock()
        self.end = self.check_end = self.clock.now() + times.notebook

    def close(self) -> None:
        """Ends the process and everything that it started; returns when all of it has ended."""
        if self.data is not None:
            self.data.close()
        if self.control is not None:
            self._cause()
            self.control.close()
        self.control = self.data = None

    def begin_check(self) -> None:
        """Starts the clock of a check, whose calls together may take as long as one cell."""
        self.check_end = self.clock.now() + self.times.cell
        self.stopped = False

    def run(self, code: str) -> tuple[list[dict], bool]:
        """Runs a cell; returns (cleaned nbformat outputs, whether it failed)."""
        try:
            self._ready()
            self.begin_check()
            answer = self._ask({"do": "run", "code": code, "seconds": self._seconds()})
        except Stopped as stopped:
            return [outputs.error("Stopped", str(stopped))], True
        shown, failed = outputs.clean(answer.get("outputs")), bool(answer.get("failed"))
        if not any(o.output_type == "error" and o.ename == "TimeLimit" for o in shown):
            self.done.append(code)
        return shown, failed

    def look(self, name: str):
        """Looks a name up in the learner's notebook; returns (found, value).

        value: data, a `wire.Callable`, or a `wire.Opaque`. Raises LearnerError if the process
        was stopped.
        """
        try:
            self._ready()
            answer = self._ask({"do": "look", "name": name})
        except Stopped as stopped:
            raise LearnerError("Stopped", str(stopped)) from None
        if "error" in answer:
            text = " ".join(outputs.texts(answer["error"])[1:2])
            return True, wire.Opaque(f"that cannot be sent: {text}")
        return answer.get("found") is True, answer.get("value")

    def call(self, name: str, args: tuple | None, kwargs: dict | None = None, seed=None):
        """Calls a function of the learner's with copies of the arguments; returns data.

        Changes that the function makes to its copies are made to `args` as well. args: None for
        those that the last call left on the learner's side. seed: an integer to call it through
        `dikkat.notebook.checks.gradients_of` and return what that returns; `args` then stay as
        they are. Raises LearnerError if the function raised an error or was stopped.
        """
        try:
            self._ready()
            answer = self._ask(
                {
                    "do": "call",
                    "name": name,
                    "inputs": None if args is None else inputs_for(args, kwargs or {}),
                    "seed": seed,
                    "seconds": self._seconds(),
                }
            )
        except Stopped as stopped:
            raise LearnerError("Stopped", str(stopped)) from None
        changed = answer.get("changed")
        for index, change in (changed if isinstance(changed, dict) else {}).items():
            known = isinstance(index, int) and args is not None and 0 <= index < len(args)
            if known and isinstance(change, tuple | list) and len(change) == 2 and seed is None:
                change_in_place(args[index], change[0], change[1] is True)
        if "error" in answer:
            kind, text, line, *_ = [*outputs.texts(answer["error"]), "", "", ""]
            raise LearnerError(kind, text, line)
        return answer.get("value")

    def variables(self, name: str, args: tuple) -> dict:
        """The own variables of a learner's function at the end of a call; {} if unknown."""
        try:
            self._ready()
            answer = self._ask(
                {
                    "do": "variables",
                    "name": name,
                    "inputs": inputs_for(args, {}),
                    "seconds": self._seconds(),
                }
            )
        except Stopped:
            return {}
        found = answer.get("variables")
        return found if isinstance(found, dict) and all(isinstance(k, str) for k in found) else {}

    def _seconds(self) -> float:
        """The seconds that the next request may take, at least 0.1."""
        return max(0.1, min(self.end, self.check_end) - self.clock.now())

    def _ready(self) -> None:
        """Starts the process if there is none, and runs the earlier cells again.

        Raises Stopped if the notebook's time is up, it has crashed too often, or our own side
        failed.
        """
        if self.clock.now() > self.end:
            self.close()
            raise self._stop(
                f"The whole notebook ran for more than {self.times.notebook:g} seconds; "
                "what came after that was not run."
            )
        if self.data is not None:
            return
        if self.starts >= MAX_STARTS:
            raise self._stop(f"Your notebook crashed {MAX_STARTS} times, so grading stopped.")
        self.starts += 1
        self.control = socket.socket(socket.AF_UNIX)
        self.control.connect(self.path)
        limits = dataclasses.asdict(self.limits)
        wire.send(
            self.control,
            {"role": "learner", "level": self.level, "limits": limits, "files": self.files},
        )
        _, fds, _, _ = socket.recv_fds(self.control, 1, 1)
        self.data = socket.socket(fileno=fds[0])
        said, watched, _, _ = socket.recv_fds(self.control, 1, 1)
        if said != STARTED:
            text = said.decode(errors="replace") + self._cause()
            self.close()
            self.problem = f"the sandbox could not be made: {text}"
            raise self._stop(self.problem)
        self.clock.follow(watched[0] if watched else None)
        for code in self.done:
            self._ask({"do": "run", "code": code, "seconds": self._seconds()})

    def _ask(self, request: dict) -> dict:
        """Sends a request and returns the answer. Otherwise ends the process and raises Stopped."""
        seconds = request.get("seconds", self.times.cell)
        deadline = self.clock.now() + seconds + GRACE
        cause = ""
        try:
            wire.send(self.data, request, deadline, self.clock.now)
            answer = wire.receive(self.data, deadline=deadline, now=self.clock.now)
            if isinstance(answer, dict):
                return answer
            cause = self._cause() if answer is None else "it answered with something else"
        except TimeoutError:
            cause = f"it ran for more than {seconds:.3g} seconds. Is there a loop that never ends?"
        except wire.WireError as error:
            cause = f"it answered with something that cannot be read ({error})"
        except OSError as error:
            cause = self._cause() or str(error)
        self.close()
        raise self._stop(f"Your code was stopped: {cause}")

    def _stop(self, text: str) -> Stopped:
        """The exception to raise; remembers that the current check was stopped."""
        self.stopped = True
        return Stopped(text)

    def _cause(self) -> str:
        """Ends the process and waits until it has ended; returns the supervisor's reason, or ""."""
        said = b""
        try:
            self.control.settimeout(10 * GRACE)
            self.control.shutdown(socket.SHUT_WR)
            while part := self.control.recv(1000):
                said += part
        except OSError:
            pass
        return said.decode(errors="replace")
