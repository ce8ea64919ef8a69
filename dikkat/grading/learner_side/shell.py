"""The learner's side: a notebook's shell that runs cells and answers questions about them.

It runs in a sandbox, forked from the fork server, which has never seen a test. Everything here is
within reach of hostile code, and nothing here is trusted: what it sends is read as data by
`wire.unpack`, and its time, memory and output are limited from outside.

Requests are frames of `wire`; each gets one frame back:

    {"do": "run", "code": str, "seconds": float}   {"outputs": [nbformat outputs], "failed"}
    {"do": "look", "name": str}                    {"found": bool, "value": data}
    {"do": "call", "name": str, "inputs": pickle of (args, kwargs), or None for those that the
     last call left behind, "seed": int for gradients, or None, "seconds": float}
                                                   {"value", "changed": {index: (value, whether
                                                    its flag changed)}} or {"error"}
"""

from __future__ import annotations

import builtins
import codecs
import contextlib
import io
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile

from IPython.core import page
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from dikkat.grading.between import wire
from dikkat.grading.processes.clock import Clock
from dikkat.notebook import checks, heatmaps, variables

MAX_STREAM = 200_000  # characters of text that a cell may print; the rest is cut, and said
MAX_OUTPUTS = 200  # pictures and other displays of one cell
MAX_MEDIA = 8 * 2**20  # characters of all displays of one cell


class TimeLimit(BaseException):
    """Raised in the middle of a cell that has run too long. Not an Exception, so that a
    learner's own `except Exception` does not swallow it."""


class Outputs:
    """What one cell has shown so far, as nbformat outputs, within limits."""

    def __init__(self):
        self.clear()

    def clear(self, wait: bool = False) -> None:
        """Forgets everything shown so far, as IPython's clear_output asks."""
        self.items, self.text, self.media, self.cut = [], 0, 0, False

    def stream(self, name: str, text: str) -> None:
        """Adds text of stdout or stderr; text beyond the limit is dropped."""
        room = MAX_STREAM - self.text
        self.text += len(text)
        text = text[: max(room, 0)]
        if text:
            last = self.items[-1] if self.items else None
            if last and last["output_type"] == "stream" and last["name"] == name:
                last["text"] += text
            elif len(self.items) < 2 * MAX_OUTPUTS:
                self.items.append({"output_type": "stream", "name": name, "text": text})
        if room < 0 or self.text > MAX_STREAM:
            self.cut = True

    def display(self, output: dict, display_id=None, update=False) -> None:
        """Adds a display or a result, or updates the one with this id."""
        self.media += len(json.dumps(output))
        if self.media > MAX_MEDIA or len(self.items) >= MAX_OUTPUTS:
            self.cut = True
            return
        output["_id"] = display_id
        if update:
            for item in self.items:
                if display_id is not None and item.get("_id") == display_id:
                    item.update(output)
            return
        self.items.append(output)

    def take(self) -> list[dict]:
        """All outputs; begins anew."""
        if self.cut:
            self.items.append(
                {
                    "output_type": "stream",
                    "name": "stdout",
                    "text": "\n[dikkat: this cell showed more than is kept; the rest was cut.]\n",
                }
            )
        for item in self.items:
            item.pop("_id", None)
        items = self.items
        self.clear()
        return items


class Stream(io.TextIOBase):
    """sys.stdout or sys.stderr of the notebook."""

    encoding = "utf-8"

    def __init__(self, name: str, outputs: Outputs):
        self._name, self._outputs = name, outputs

    def write(self, text: str) -> int:
        """Keeps the text; returns its number of characters."""
        self._outputs.stream(self._name, str(text))
        return len(text)

    def writable(self) -> bool:
        """Always true, as for a real stdout."""
        return True

    def isatty(self) -> bool:
        """Always false: nobody sits at a terminal."""
        return False


def _jsonable(bundle: dict) -> dict:
    """The texts of a MIME bundle, bytes as base64 text, as notebooks keep it."""
    import base64

    return {
        kind: base64.b64encode(data).decode() if isinstance(data, bytes) else data
        for kind, data in bundle.items()
        if isinstance(data, bytes | str)
    }


class Publisher(DisplayPublisher):
    """Keeps what cells display."""

    def publish(self, data, metadata=None, *, transient=None, update=False, **_):
        """Keeps a display, or updates the one with its id."""
        output = {
            "output_type": "display_data",
            "data": _jsonable(data),
            "metadata": metadata or {},
        }
        self.shell.outputs.display(output, (transient or {}).get("display_id"), update)

    def clear_output(self, wait=False):
        """Forgets what the cell has shown so far."""
        self.shell.outputs.clear()


class Hook(DisplayHook):
    """Keeps the value of a cell's last line."""

    def write_output_prompt(self):
        """Writes nothing: a notebook has its own Out[...]."""
        pass

    def write_format_data(self, format_dict, md_dict=None):
        """Keeps the value in all its formats."""
        self.shell.outputs.display(
            {
                "output_type": "execute_result",
                "execution_count": self.prompt_count,
                "data": _jsonable(format_dict),
                "metadata": md_dict or {},
            }
        )


class Shell(InteractiveShell):
    """IPython's shell with its displays, results and tracebacks kept as nbformat outputs."""

    outputs = Outputs()
    display_pub_class = Publisher
    displayhook_class = Hook

    def init_display_pub(self):
        """Makes the publisher, which needs this shell."""
        self.display_pub = Publisher(parent=self, shell=self)

    def _showtraceback(self, etype, evalue, stb):
        if len(self.outputs.items) > 3 * MAX_OUTPUTS:
            return
        self.outputs.items.append(
            {
                "output_type": "error",
                "ename": getattr(etype, "__name__", "Error"),
                "evalue": str(evalue)[:2000],
                "traceback": [str(line)[:20_000] for line in stb[:100]],
            }
        )

    def system(self, cmd: str) -> None:
        """Runs a shell command, such as `!ls`, over pipes: the sandbox has no terminals."""
        process, status = None, 127  # as the shell says if there is no such command
        try:
            if cmd.rstrip().endswith("&"):
                raise OSError("a notebook does not run commands in the background")
            process = subprocess.Popen(
                self.var_expand(cmd, depth=1), shell=True, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
            decoder = codecs.getincrementaldecoder("utf-8")("replace")
            while part := process.stdout.read1(2**16):
                print(decoder.decode(part), end="")
            status = process.wait()
        except OSError as error:
            print(f"This command could not be run: {error}", file=sys.stderr)
        finally:
            if process is not None and process.returncode is None:
                process.kill()
        self.user_ns["_exit_code"] = status

    def run_line_magic(self, magic_name, line, _stack_depth=1):
        """Runs a line magic. One that fails says so, and the cell goes on.

        It may ask for what only the learner's own computer has: Colab, conda, an extension.
        """
        try:
            return super().run_line_magic(magic_name, line, _stack_depth + 1)
        except Exception as error:
            print(f"%{magic_name}: {error or type(error).__name__}", file=sys.stderr)

    def ask_exit(self):
        """Does nothing: `exit` in a cell does not end the notebook."""
        pass

    def enable_gui(self, gui=None):
        """Does nothing: there is no window."""
        pass

    def init_hooks(self):
        """IPython's hooks."""
        super().init_hooks()
        self.set_hook("show_in_pager", page.as_hook(page.display_page))  # for `name?`


def _no_input(prompt=""):
    raise EOFError("input() waits for somebody to type, and in grading nobody is there.")


class Learner:
    """The shell of one notebook, and what can be asked of it."""

    def __init__(self, clock: Clock):
        self.clock, self.end = clock, 0.0
        config = Config()
        config.HistoryManager.enabled = False
        config.HistoryManager.hist_file = ":memory:"
        config.InteractiveShell.colors = "nocolor"
        config.InteractiveShell.xmode = "Context"
        self.shell = Shell.instance(config=config)
        self.outputs = self.shell.outputs
        sys.stdout, sys.stderr = Stream("stdout", self.outputs), Stream("stderr", self.outputs)
        builtins.input = _no_input
        # Shell lines find the notebook's own Python and pip, which does not wait for a network.
        os.environ["PATH"] = f"{os.path.dirname(sys.executable)}:{os.environ.get('PATH', '')}"
        os.environ.update(PIP_NO_INDEX="1", PIP_NO_INPUT="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
        with contextlib.suppress(Exception):
            self.shell.run_line_magic("matplotlib", "inline")
        # A heatmap draws itself; IPython would draw it a second time, as any figure.
        formatters = self.shell.display_formatter.formatters
        formatters["image/png"].for_type(heatmaps.Heatmap, lambda heatmap: None)
        self.printed = tempfile.TemporaryFile()  # for what is written past Python, to 1 and 2
        os.dup2(self.printed.fileno(), 1)
        os.dup2(self.printed.fileno(), 2)
        signal.signal(signal.SIGALRM, self._time_is_up)

    def _time_is_up(self, *_):
        left = self.end - self.clock.now()
        if left > 0:  # it had to wait for a processor
            signal.setitimer(signal.ITIMER_REAL, max(left, 0.01), 1.0)
            return
        raise TimeLimit(
            f"stopped after {self.seconds:.3g} seconds. Is there a loop that never ends?"
        )

    @contextlib.contextmanager
    def limited(self, seconds: float):
        """Raises TimeLimit in the block after so many seconds, then every second again."""
        self.seconds, self.end = seconds, self.clock.now() + seconds
        signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def run(self, code: str, seconds: float) -> dict:
        """Runs a cell; answers its outputs and whether it failed."""
        failed = True
        try:
            with self.limited(seconds):
                result = self.shell.run_cell(code, store_history=True)
            failed = not result.success
        except BaseException as error:
            self.shell._showtraceback(type(error), error, [f"{type(error).__name__}: {error}"])
        self.printed.seek(0)
        raw = self.printed.read(MAX_STREAM + 1)
        if raw:
            self.outputs.stream("stdout", raw.decode("utf-8", "replace"))
            os.ftruncate(self.printed.fileno(), 0)
            self.printed.seek(0)
        return {"outputs": self.outputs.take(), "failed": failed}

    def look(self, name: str) -> dict:
        """The value of a name in the notebook; for what can be called, only its own name."""
        if name not in self.shell.user_ns:
            return {"found": False, "value": None}
        value = self.shell.user_ns[name]
        if callable(value):
            value = wire.Callable(str(getattr(value, "__name__", name)))
        return {"found": True, "value": value}

    def call(self, name: str, inputs: bytes | None, seed: int | None, seconds: float) -> dict:
        """Calls a function; the answer holds its value, and the arguments that it changed."""
        if inputs is not None:
            self.kept = pickle.loads(inputs)
        (args, kwargs), before = self.kept, pickle.loads(inputs)[0] if inputs else ()
        function = self.shell.user_ns[name]
        try:
            with self.limited(seconds):
                if seed is not None:
                    value = checks.gradients_of(function, args, seed)
                else:
                    value = function(*args, **kwargs)
        except (Exception, TimeLimit, KeyboardInterrupt, SystemExit) as error:
            what = checks.as_data(error)
            return {"error": [what.kind, what.text, what.line], "changed": {}}
        finally:
            self.outputs.clear()
        changed = {
            index: (now, checks.flag_of(now) != checks.flag_of(then))
            for index, (now, then) in enumerate(zip(args, before, strict=False))
            if not _same(now, then) or checks.flag_of(now) != checks.flag_of(then)
        }
        return {"value": value, "changed": changed}

    def variables(self, name: str, inputs: bytes, seconds: float) -> dict:
        """Calls a function once more; answers what its own variables held at the end."""
        args, _ = pickle.loads(inputs)
        found = {}
        try:
            with self.limited(seconds):
                found = variables.of_call(self.shell.user_ns[name], *args)
        except (Exception, TimeLimit, KeyboardInterrupt, SystemExit):
            pass  # without them, a message says less
        finally:
            self.outputs.clear()
        return {"variables": {name: value for name, value in found.items() if _is_small(value)}}


def _is_small(value) -> bool:
    """Whether a variable is worth sending: numbers, and not too many of them."""
    return getattr(value, "nbytes", 0) < 2**20 and not callable(value)


def _same(now, then) -> bool:
    """Whether an argument is as it was. What is not data is taken as unchanged."""
    try:
        return wire.pack(now) == wire.pack(then)
    except wire.WireError:
        return True


def serve(connection, clock: Clock) -> None:
    """Answers requests until the other side closes the connection. clock: of this process."""
    learner, process = Learner(clock), os.getpid()
    answers = {
        "run": learner.run, "look": learner.look, "call": learner.call,
        "variables": learner.variables,
    }  # fmt: skip
    while (request := wire.receive(connection)) is not None:
        try:
            frame = wire.pack(answers[request.pop("do")](**request))
        except BaseException as error:  # too large, or an object whose own methods fail
            text = str(error) if isinstance(error, wire.WireError) else ""
            frame = wire.pack({"error": [type(error).__name__, text, ""]})
        if os.getpid() != process:
            os._exit(0)  # a child that a cell forked and did not end
        wire.send(connection, frame)
