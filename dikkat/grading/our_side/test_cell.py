"""Runs one test cell, with data and proxies in place of what the learner wrote.

The text of the test comes from source/. Its free names, which it neither imports nor assigns, are
the learner's: data is fetched, and a function becomes a `Proxy`. No code of the learner's runs in
this process.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import signal
import symtable

import nbformat
from nbformat import NotebookNode

from dikkat.grading.between import outputs, wire
from dikkat.grading.our_side.proxy import Proxy
from dikkat.grading.records.results import Verdict
from dikkat.notebook.checks import CheckFailed, LearnerError
from dikkat.notebook.failures import Failure

MAX_MESSAGE = 8000  # characters; the longest message of the course has 1500


def free_names(code: str) -> list[str]:
    """The names that a cell reads but neither imports nor assigns, sorted; built-ins excluded.

    Raises SyntaxError if the code cannot be parsed.
    """
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


def run_test(
    cell: dict, look, ask, source_of, variables, seconds: float
) -> tuple[Verdict, list[NotebookNode]]:
    """Runs a test cell for at most `seconds`; returns its verdict and its nbformat outputs.

    cell: see `notebook.run_notebook`. look: look(name) returns (found, value). ask, source_of,
    variables: see `Proxy`. As in nbgrader, if the last line of the cell is an expression whose
    value is a number, that number is the score.
    """
    printed = io.StringIO()
    partial, failure = None, None
    try:
        with _limited(seconds), contextlib.redirect_stderr(io.StringIO()):
            namespace = {"__name__": "__check__"} | _learners(
                cell["code"], look, ask, source_of, variables
            )
            with contextlib.redirect_stdout(printed):
                partial = _run(cell["code"], namespace)
    except Exception as error:
        failure = printable_failure(_failure(error))
    points = cell["points"]
    score = 0.0 if failure else points if partial is None else min(partial, points)
    verdict = Verdict(cell["id"], cell["property"], points, score, failure)
    return verdict, _outputs(printable(printed.getvalue()), failure, partial)


def _learners(code: str, look, ask, source_of, variables) -> dict:
    """The learner's names that a test uses: data as it is, functions as proxies."""
    names = {}
    for name in free_names(code):
        found, value = look(name)
        if isinstance(value, wire.Callable):
            value = Proxy(name, source_of, ask, variables)
        if found:
            names[name] = value
    return names


def _failure(error: Exception) -> Failure:
    """The failure that an exception of a test cell means."""
    kind, mistake = type(error).__name__, None
    if isinstance(error, CheckFailed):
        return error.failure
    if isinstance(error, LearnerError):
        kind, text, mistake = error.kind, str(error), "error"
    elif isinstance(error, NameError):
        text = f"The name {error.name} does not exist: no cell above defines it."
        mistake = "not-written"
    elif isinstance(error, AssertionError):
        text = str(error)
    else:
        text = f"The check stopped at what came back: {kind}: {error}"
    return Failure("", sentences=tuple(text.splitlines()), mistake=mistake, kind=kind)


def _outputs(printed: str, failure: Failure | None, partial: float | None) -> list[NotebookNode]:
    """The outputs of a test cell in the graded notebook."""
    shown = []
    if printed:
        shown.append(nbformat.v4.new_output("stream", name="stdout", text=printed))
    if failure:
        shown.append(outputs.error(failure.kind, str(failure)))
    elif partial is not None:
        shown.append(nbformat.v4.new_output("execute_result", {"text/plain": f"{partial:g}"}))
    return shown


@contextlib.contextmanager
def _limited(seconds: float):
    """Raises TimeoutError in the block after `seconds` of processor time, then again every second.

    A submission can return a value that would keep a check busy for hours, such as a text of a
    megabyte. Waiting for the learner's side has a limit of its own.
    """

    def stop(*_):
        raise TimeoutError("it took too long to check")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def printable(text: str) -> str:
    """At most MAX_MESSAGE characters of a text, without control or text-direction characters."""
    shown = "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text[:MAX_MESSAGE])
    return shown if len(text) <= MAX_MESSAGE else shown + "\n[cut]"


def printable_failure(failure: Failure) -> Failure:
    """The failure with printable texts that have at most MAX_MESSAGE characters in total."""
    room = MAX_MESSAGE

    def cut(text: str) -> str:
        nonlocal room
        short = text if len(text) <= room else text[:room] + " [cut]"
        room = max(0, room - len(text))
        return printable(short)

    return Failure(
        cut(failure.property),
        tuple((cut(name), cut(value)) for name, value in failure.facts),
        tuple(map(cut, failure.sentences)),
        failure.mistake,
        cut(failure.kind),
    )


def _run(code: str, namespace: dict) -> float | None:
    """Executes a cell; returns the value of its last line if that is a number, else None."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<check>", "exec"), namespace)
    if last is None:
        return None
    value = eval(compile(ast.Expression(last.value), "<check>", "eval"), namespace)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if number else None
