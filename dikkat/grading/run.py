"""One notebook from top to bottom: the learner's cells over there, the tests over here.

`run_notebook` runs in a fork of the warm server, our side. It never runs the learner's code;
`LearnerSide` is its handle on the process that does.
"""

from __future__ import annotations

import ast
import dataclasses
import socket
import time

import nbformat

from dikkat.grading import tests_side, wire
from dikkat.grading.sandbox import Limits
from dikkat.notebook import source
from dikkat.notebook.checks import LearnerError

GRACE = 2.0  # seconds between asking the learner's side to stop and ending it
MAX_STARTS = 60  # of one notebook: each check whose call ends the process costs one
MAX_CELL_OUTPUTS = 610  # of one cell; the learner's side keeps fewer
MAX_KEPT = 24 * 2**20  # bytes of all outputs of a notebook


@dataclasses.dataclass(frozen=True)
class Times:
    """Time limits. cell: seconds of one cell or check. notebook: seconds of all of it."""

    cell: float = 20.0
    notebook: float = 120.0


class Stopped(Exception):
    """The learner's side ended, or had to be ended. The text says why, for the learner."""


class LearnerSide:
    """The learner's side of one notebook. Starts it again where it dies, and replays.

    path: of the warm server's socket. files: {name: content}, the lesson's own data.
    """

    def __init__(self, path: str, level: str, limits: Limits, times: Times, files: dict):
        self.path, self.level, self.limits, self.times = path, level, limits, times
        self.files = files
        self.control = self.data = None
        self.done: list[str] = []  # cells to replay in a new side
        self.starts = 0
        self.end = self.check_end = time.monotonic() + times.notebook

    def close(self) -> None:
        """Ends the learner's side; returns when all of it is gone."""
        if self.data is not None:
            self.data.close()
        if self.control is not None:
            self._cause()
            self.control.close()
        self.control = self.data = None

    def begin_check(self) -> None:
        """All calls of the check that begins now share the time of one cell."""
        self.check_end = time.monotonic() + self.times.cell

    def run(self, code: str) -> tuple[list[dict], bool]:
        """Runs a cell; returns (outputs, whether it failed)."""
        try:
            self._ready()
            self.begin_check()
            answer = self._ask({"do": "run", "code": code, "seconds": self._seconds()})
        except Stopped as stopped:
            return [_error("Stopped", str(stopped))], True
        outputs, failed = clean(answer.get("outputs")), bool(answer.get("failed"))
        if not any(o.output_type == "error" and o.ename == "TimeLimit" for o in outputs):
            self.done.append(code)
        return outputs, failed

    def look(self, name: str):
        """Returns (found, value) of a name in the learner's notebook."""
        try:
            self._ready()
            answer = self._ask({"do": "look", "name": name})
        except Stopped as stopped:
            raise LearnerError("Stopped", str(stopped)) from None
        if "error" in answer:
            text = " ".join(_texts(answer["error"])[1:2])
            return True, wire.Opaque(f"that cannot be sent: {text}")
        return answer.get("found") is True, answer.get("value")

    def call(self, name: str, args: tuple, kwargs: dict, gradients: bool):
        """Calls the learner's function; raises LearnerError where it raised, or was stopped."""
        try:
            self._ready()
            answer = self._ask(
                {
                    "do": "call",
                    "name": name,
                    "inputs": tests_side.inputs_for(args, kwargs),
                    "gradients": gradients,
                    "seconds": self._seconds(),
                }
            )
        except Stopped as stopped:
            raise LearnerError("Stopped", str(stopped)) from None
        changed = answer.get("changed")
        for index, now in (changed if isinstance(changed, dict) else {}).items():
            if isinstance(index, int) and 0 <= index < len(args) and not gradients:
                tests_side.change_in_place(args[index], now)
        if "error" in answer:
            kind, text, line, *_ = [*_texts(answer["error"]), "", "", ""]
            raise LearnerError(kind, text, line)
        return answer.get("value")

    def _seconds(self) -> float:
        return max(0.1, min(self.end, self.check_end) - time.monotonic())

    def _ready(self) -> None:
        """Starts the learner's side where there is none, and replays the cells it had run."""
        if time.monotonic() > self.end:
            self.close()
            raise Stopped(
                f"The whole notebook ran for more than {self.times.notebook:g} seconds; "
                "what came after that was not run."
            )
        if self.data is not None:
            return
        if self.starts >= MAX_STARTS:
            raise Stopped(f"The notebook ended its own process {MAX_STARTS} times; enough.")
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
        for code in self.done:
            self._ask({"do": "run", "code": code, "seconds": self._seconds()})

    def _ask(self, request: dict) -> dict:
        """Sends a request and returns its answer. Raises Stopped, with the side closed."""
        seconds = request.get("seconds", self.times.cell)
        deadline = time.monotonic() + seconds + GRACE
        cause = ""
        try:
            self.data.settimeout(seconds + GRACE)
            wire.send(self.data, request)
            answer = wire.receive(self.data, deadline=deadline)
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
        raise Stopped(f"Your code was stopped: {cause}")

    def _cause(self) -> str:
        """Ends the learner's side; returns what the keeper says of its end, once it is gone."""
        said = b""
        try:
            self.control.settimeout(GRACE)
            self.control.shutdown(socket.SHUT_WR)
            while part := self.control.recv(1000):
                said += part
        except OSError:
            pass
        return said.decode(errors="replace")


def run_notebook(path, connection, cells, level, limits, times, files) -> None:
    """Runs a notebook's code cells in order.

    cells: [{"id", "kind": "learner" | "test", "code", "released"}]; the code of a test is the
    teacher's with its hidden part, `released` is what the learner had. connection: to whoever
    asked, who is told of each cell as it begins, {"at": index}, and as it ends: {"outputs": a
    list, "verdict": {...} or None}.
    """
    side = LearnerSide(path, level, Limits(**limits), Times(**times), files)
    texts, room = [], MAX_KEPT
    try:
        for index, cell in enumerate(cells):
            wire.send(connection, {"at": index})
            outputs, verdict = [], None
            if cell["kind"] == "test":
                verdict = _test(cell, side, texts)
                outputs = _outputs_of(verdict)
            else:
                texts.append(cell["code"])
                if cell["code"].strip():
                    outputs = side.run(cell["code"])[0]
            room -= sum(map(_size, outputs))
            if room < 0 and verdict is None:
                outputs = [_note("the notebook showed more than is kept; this cell's was cut")]
            verdict = verdict and dataclasses.asdict(verdict)
            wire.send(connection, {"outputs": outputs, "verdict": verdict})
    finally:
        side.close()


def _test(cell: dict, side: LearnerSide, texts: list[str]) -> tests_side.Verdict:
    """The verdict on one test cell; then the learner's side runs what the learner saw of it.

    What that imports comes first: in a notebook, a function that uses `np` works once the cell
    that checks it has imported NumPy.
    """
    imports = _imports(cell["released"])
    if imports:
        side.run(imports)
    side.begin_check()
    verdict = tests_side.run_test(
        cell["code"],
        side.look,
        side.call,
        lambda name: source.from_cells(texts, name),
        side.times.cell + 2 * GRACE,
    )
    if verdict.kind != "Stopped" and "Stopped" not in verdict.message and _has_code(cell):
        side.run(cell["released"])
    return verdict


def _imports(code: str) -> str:
    """The lines of a cell that import something."""
    try:
        lines = [n for n in ast.parse(code).body if isinstance(n, ast.Import | ast.ImportFrom)]
    except SyntaxError:
        return ""
    return "\n".join(map(ast.unparse, lines))


def _has_code(cell: dict) -> bool:
    """Whether the learner saw more of a test cell than comments."""
    return any(
        line.strip() and not line.strip().startswith("#") for line in cell["released"].splitlines()
    )


def _outputs_of(verdict: tests_side.Verdict) -> list[dict]:
    outputs = []
    if verdict.printed:
        outputs.append(nbformat.v4.new_output("stream", name="stdout", text=verdict.printed))
    if not verdict.passed:
        outputs.append(_error(verdict.kind, verdict.message))
    elif verdict.partial is not None:
        outputs.append(
            nbformat.v4.new_output("execute_result", {"text/plain": f"{verdict.partial:g}"})
        )
    return outputs


def _error(kind: str, text: str) -> dict:
    return nbformat.v4.new_output("error", ename=kind, evalue=text, traceback=text.splitlines())


def _note(text: str) -> dict:
    return nbformat.v4.new_output("stream", name="stdout", text=f"[dikkat: {text}.]\n")


SAFE_KINDS = {
    "text/plain", "text/html", "text/markdown", "text/latex", "image/png", "image/jpeg",
    "image/svg+xml",
}  # fmt: skip


def clean(items) -> list[dict]:
    """Outputs that hostile code may have written, as nbformat outputs; what is none is dropped."""
    outputs = []
    for item in items[:MAX_CELL_OUTPUTS] if isinstance(items, list) else []:
        output = _output(item) if isinstance(item, dict) else None
        if output is not None:
            outputs.append(output)
    return outputs


def _output(item: dict) -> dict | None:
    """A new output with the texts of one that is not trusted."""
    kind = item.get("output_type")
    if kind == "stream":
        name = "stderr" if item.get("name") == "stderr" else "stdout"
        return nbformat.v4.new_output(kind, name=name, text=_text(item.get("text"), MAX_KEPT))
    if kind == "error":
        return nbformat.v4.new_output(
            kind,
            ename=_text(item.get("ename")),
            evalue=_text(item.get("evalue")),
            traceback=_texts(item.get("traceback"), 20_000)[:100],
        )
    data = item.get("data")
    if kind not in ("display_data", "execute_result") or not isinstance(data, dict):
        return None
    data = {k: v for k, v in data.items() if k in SAFE_KINDS and isinstance(v, str)}
    return nbformat.v4.new_output(kind, data, metadata=_alt_texts(item.get("metadata")))


def _text(value, limit: int = 2000) -> str:
    return value[:limit] if isinstance(value, str) else ""


def _texts(values, limit: int = 2000) -> list[str]:
    return [_text(v, limit) for v in values] if isinstance(values, list | tuple) else []


def _size(output: dict) -> int:
    texts = [*output.get("data", {}).values(), *output.get("traceback", []), output.get("text", "")]
    return 200 + sum(len(text.encode()) for text in texts)


def _alt_texts(metadata) -> dict:
    """Of a picture's metadata, its text for those who cannot see it."""
    kept = {}
    for kind, value in (metadata if isinstance(metadata, dict) else {}).items():
        if kind in SAFE_KINDS and isinstance(value, dict) and isinstance(value.get("alt"), str):
            kept[kind] = {"alt": value["alt"][:2000]}
    return kept
