"""The teacher's side: runs a test cell, with stand-ins for what the learner made.

The test's text comes from the teacher's source. Its free names, those that it neither imports
nor assigns, are the learner's: data is fetched, and a function becomes a stand-in that sends
its arguments over and brings data back. No code of the learner's runs in this process.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import dataclasses
import io
import pickle
import signal
import symtable

from dikkat.grading import wire
from dikkat.notebook.checks import CheckFailed, LearnerError

MAX_MESSAGE = 8000  # characters; the longest of the course's own has 1500


@dataclasses.dataclass
class Verdict:
    """What came of one test cell. partial: points of a cell whose last line is a number."""

    passed: bool
    printed: str
    message: str = ""
    kind: str = ""
    mistake: str | None = None
    partial: float | None = None


class StandIn:
    """A function of the learner's, seen from our side.

    ask: a function that sends ("call", name, inputs, gradients) over. source_of: gives the
    function's text and its helpers', read from the submitted notebook.
    """

    def __init__(self, name: str, source_of, ask):
        self.__name__, self._source_of, self._ask = name, source_of, ask

    @property
    def source(self) -> str:
        """What the checks for loops and for einsum read; found only where one asks."""
        return self._source_of(self.__name__)

    def __repr__(self):
        return f"the function {self.__name__}"

    def __call__(self, *args, **kwargs):
        return self._ask(self.__name__, args, kwargs, False)

    def with_gradients(self, *args):
        """See `dikkat.notebook.checks.gradients_of`: (result, gradients)."""
        return self._ask(self.__name__, args, {}, True)


def free_names(code: str) -> list[str]:
    """The names that a test cell takes from outside: read, never bound, and not built in."""
    top = symtable.symtable(code, "<check>", "exec")
    bound = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported()}
    used, waiting = set(), [top]
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (table is top or symbol.is_global()):
                used.add(symbol.get_name())
    return sorted(used - bound - set(dir(builtins)))


def run_test(code: str, look, ask, source_of, seconds: float) -> Verdict:
    """Runs a test cell, for at most so many seconds.

    look(name) -> (found, value); ask(name, args, kwargs, gradients) -> value; source_of(name)
    -> text.
    """
    namespace = {"__name__": "__check__"}
    printed = io.StringIO()
    passed, partial, message, kind, mistake = False, None, "", "", None
    try:
        with _limited(seconds), contextlib.redirect_stderr(io.StringIO()):
            for name in free_names(code):
                found, value = look(name)
                if isinstance(value, wire.Callable):
                    value = StandIn(name, source_of, ask)
                if found:
                    namespace[name] = value
            with contextlib.redirect_stdout(printed):
                partial = _run(code, namespace)
        passed = True
    except CheckFailed as error:
        message, kind, mistake = str(error), "CheckFailed", error.mistake
    except LearnerError as error:
        message, kind, mistake = str(error), error.kind, "error"
    except NameError as error:
        message = f"The name {error.name} does not exist: no cell above defines it."
        kind, mistake = "NameError", "not-written"
    except AssertionError as error:
        message, kind = str(error), "AssertionError"
    except Exception as error:  # the check could not deal with what came back
        kind = type(error).__name__
        message = f"The check stopped at what came back: {kind}: {error}"
    said = printable(printed.getvalue())
    return Verdict(passed, said, printable(message), printable(kind), mistake, partial)


@contextlib.contextmanager
def _limited(seconds: float):
    """Raises TimeoutError in the block after so many seconds, then every second again.

    What comes back may be made to keep a check busy for hours: a text of a megabyte, say.
    """

    def stop(*_):
        raise TimeoutError("it took too long to check")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def printable(text: str) -> str:
    """A message, with nothing that a terminal obeys or that turns writing round; not too long."""
    shown = "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text[:MAX_MESSAGE])
    return shown if len(text) <= MAX_MESSAGE else shown + "\n[cut]"


def _run(code: str, namespace: dict) -> float | None:
    """Executes the cell; returns its last line's value where that is a number (partial credit)."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<check>", "exec"), namespace)
    if last is None:
        return None
    value = eval(compile(ast.Expression(last.value), "<check>", "eval"), namespace)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if number else None


def inputs_for(args: tuple, kwargs: dict) -> bytes:
    """The arguments of a call, for the learner's side, which unpickles what we send."""
    return pickle.dumps((args, kwargs))


def change_in_place(argument, now) -> None:
    """Makes `argument` on our side what the learner's function made of its copy."""
    import numpy as np

    if isinstance(argument, np.ndarray) and isinstance(now, np.ndarray):
        if argument.shape != now.shape and argument.size == now.size:
            argument.shape = now.shape
        if argument.shape == now.shape:
            np.copyto(argument, now, casting="unsafe")
    elif type(argument).__name__ == "Tensor" and hasattr(now, "detach"):
        argument.data = now.to(argument.dtype)
    elif isinstance(argument, list) and isinstance(now, list):
        argument[:] = now
    elif isinstance(argument, dict) and isinstance(now, dict):
        argument.clear()
        argument.update(now)
