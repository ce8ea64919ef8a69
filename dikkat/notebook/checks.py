"""Checks that say which property failed, what came out, and what went wrong.

A test cell tests one property::

    with Check("Each score is divided by the square root of D") as check:
        got = check.call(attention_scores, q, k)
        check.close(got, q @ k.swapaxes(2, 3) / 6**0.5, mistakes={
            "no-scale": (q @ k.swapaxes(2, 3), "These are plain dot products, ..."),
        })

The message of a failed check gives the property, the call with the shapes of its arguments, the
shape and the numbers of the result beside the expected ones, and, if the result equals a known
wrong one, the misconception. A known wrong result has an id ("no-scale"), so that a teacher can
count who met which.

A check that calls a function passes only if it has compared a result with the right one, by
`close` or `right_first`. A side property (no loops, gradients, unchanged inputs) is no use
without a right result, and this way a test cell cannot forget to ask for one.

The same cells run beside the learner's code in JupyterLab and apart from it in grading. In
grading, a learner's function is a proxy that sends the arguments over and brings data back; it
takes the same calls (see `dikkat.grading`).
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import linecache
import secrets
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence

import numpy as np

from dikkat.console import say
from dikkat.faults import Outcome, observe

from . import errors, known, source
from .explaining import explanation
from .failures import Failure

NOTHING_COMPARED = (
    "This check called the learner's function and compared no result with the right one. Compare "
    "it with `close` or `right_first`; a cell without points can say `Check(..., graded=False)`."
)


class CheckFailed(AssertionError):
    """A property does not hold. `failure` says why, as data; `str()` is the whole message."""

    def __init__(self, failure: Failure):
        super().__init__(str(failure))
        self.failure = failure

    def adding(self, *sentences: str, mistake: str | None = None) -> CheckFailed:
        """The same failure with more sentences, for a check that knows more about it."""
        failure = self.failure
        return CheckFailed(
            dataclasses.replace(
                failure,
                sentences=(*failure.sentences, *sentences),
                mistake=mistake or failure.mistake,
            )
        )

    def _render_traceback_(self):
        # IPython asks for this: a learner reads the message alone, without our frames.
        return str(self).splitlines()


class LearnerError(Exception):
    """What the learner's code raised, as data: the error's type, its text, and the line."""

    def __init__(self, kind: str, text: str, line: str = ""):
        super().__init__(f"{kind}: {text}")
        self.kind, self.text, self.line = kind, text, line


@dataclasses.dataclass
class _Call:
    """A call of the learner's function: what it was given, and what came back.

    arguments: what the test has. given: the copies that the function got. result: a copy.
    again: calls the function once more on the arguments that the first call left behind.
    """

    function: Callable
    arguments: tuple
    given: tuple
    result: object
    again: Callable


class Check:
    """One property of the learner's work. Use as a context manager; prints a tick at the end.

    property: one sentence that says what must be true. graded: whether the check must compare a
    result with the right one before it can pass; False for a cell that only shows something.

    On leaving, raises RuntimeError if it has to compare and has not: a fault of the test cell.
    """

    def __init__(self, property: str, graded: bool = True):
        self.property, self.graded = property, graded
        self._called, self._function = "", None
        self._calls: list[_Call] = []
        self._to_repeat: _Call | None = None
        self._asked = False  # whether a function of the learner's was called or read
        self._compared = False  # whether a result was compared with the right one
        self._gradients = None  # (arguments, seed, result, gradients), until they are compared

    def __enter__(self) -> Check:
        return self

    def __exit__(self, kind, error, trace) -> None:
        if kind is None:
            self._repeat()
            if self.graded and (self._gradients or self._asked and not self._compared):
                raise RuntimeError(NOTHING_COMPARED)
            say(f"✓ {self.property}")
        elif kind is NameError and error.name:
            raise self.failure(
                f"The name {error.name} does not exist yet. Run the cell that defines it "
                "(or write it, if it is yours to write), then run this cell again. If that cell "
                "stopped with an error, fix that first.",
                mistake="not-written",
            ) from None

    def failure(
        self, *sentences: str, facts: Sequence[tuple[str, str]] = (), mistake: str | None = None
    ) -> CheckFailed:
        """The error to raise: the property, the last call and other facts, then sentences.

        facts: pairs of name and value, such as ("got", "shape (2, 3)").
        """
        called = [("called", self._called)] if self._called else []
        return CheckFailed(
            Failure(self.property, (*called, *facts), tuple(filter(None, sentences)), mistake)
        )

    def right_first(
        self, got, expected, that: str, *, also=(), any_factor=False, rtol=1e-3, atol=1e-4
    ) -> None:
        """Fails unless the result is right: a side property alone earns no point.

        got: the result. expected: the right one, an array, or a tuple of arrays for a tuple.
        that: the side property, to complete the sentence "a right result that ...". also: other
        results that are let pass, because a check of its own tests what is wrong with them.
        any_factor: lets pass a result that is the right one times some positive number, for the
        same reason. rtol, atol: as for `close`.
        """
        array, right = as_array(got), as_array(expected)
        if any_factor and array is not None and np.any(array) and np.isfinite(array).all():
            got = array * (np.linalg.norm(right) / np.linalg.norm(array))
        if not any(_alike(got, right, rtol, atol) for right in (expected, *also)):
            shapes = [] if array is None or right is None else [array.shape, right.shape]
            raise self._not_right(that, *shapes)
        self._compared = True

    def _not_right(self, that: str, got: tuple = (), expected: tuple = ()) -> CheckFailed:
        shapes = [("got", f"shape {got}"), ("expected", f"shape {expected}")]
        return self.failure(
            f"This point is for a right result that {that}. Yours is not right yet: see the "
            "other checks.",
            facts=shapes if got != expected else (),
            mistake="not-right-yet",
        )

    def kind(self, got, kind: str) -> None:
        """Fails unless `got` is of this kind: "array" (NumPy's) or "tensor" (PyTorch's)."""
        is_tensor = hasattr(got, "detach")
        if as_array(got) is not None and is_tensor != (kind == "tensor"):
            made = "a tensor of PyTorch" if is_tensor else "an array of NumPy"
            wanted = "a tensor of PyTorch" if kind == "tensor" else "an array of NumPy"
            how = (
                "torch.from_numpy(...) makes a tensor of an array."
                if kind == "tensor"
                else ".numpy() makes an array of a tensor."
            )
            raise self.failure(
                f"Your function must return {wanted}; it returned {made}. {how}",
                mistake=f"not-{'a' if kind == 'tensor' else 'an'}-{kind}",
            )

    def that(self, condition: bool, message: str, mistake: str | None = None) -> None:
        """Fails with `message` unless `condition` is true."""
        if not condition:
            raise self.failure(message, mistake=mistake)

    # --- the learner's functions -------------------------------------------------------

    def call(self, function, *args, **kwargs):
        """Returns function(*args, **kwargs), the learner's function called on these inputs.

        Warnings and what is written to stderr never count against anyone. An error inside
        the function fails the check with its type, its text and the learner's own line. The
        function gets copies of arrays and tensors: one that overwrites them does not change
        those of the test, and `unchanged` notices.
        """
        self._repeat()
        copies = [_copy(arg) for arg in args]
        result = self._run(function, function, copies, kwargs)
        again = getattr(function, "again", None) or (lambda: function(*copies, **kwargs))
        self._calls.append(_Call(function, args, tuple(copies), _copies(result), again))
        return result

    def call_with_gradients(self, function, *args):
        """Returns (result, gradients) of function(*args); see `gradients_of`.

        The gradients are a claim of the learner's side: `right_gradients` compares them.
        """
        self._repeat()
        seed = secrets.randbits(62)
        remote = getattr(function, "with_gradients", None)
        run = remote or (lambda *a: gradients_of(function, a[:-1], a[-1]))
        result, gradients = self._run(function, lambda *a: run(*a, seed), args, {})
        self._gradients = args, seed, result, gradients
        return result, gradients

    def right_gradients(self, *references, rtol=1e-2, atol=1e-4) -> None:
        """Fails unless result and gradients of the last `call_with_gradients` are right.

        references: right functions of the same arguments; one of them must give the same result
        and the same gradients. atol: relative to the largest of all the gradients.
        """
        args, seed, result, gradients = self._gradients
        right_result = False
        for reference in references:
            expected, expected_gradients = gradients_of(reference, args, seed)
            if not _alike(result, expected, 1e-3, 1e-4):
                continue
            right_result = True
            pairs = list(_gradient_pairs(gradients, expected_gradients))
            largest = max((float(np.abs(right).max()) for _, right in pairs), default=0.0)
            if all(_equal(got, right, rtol, atol * largest) for got, right in pairs):
                self._compared, self._gradients = True, None
                return
        if not right_result:
            raise self._not_right("lets gradients through")
        raise self.failure(
            "The result is right, and its gradients are not: they differ from those of the same "
            "steps in PyTorch. Does a part of the result reach a layer by another way, or by none "
            "(detach, no_grad, .data)?",
            mistake="wrong-gradients",
        )

    def _run(self, function, run, args, kwargs):
        if not callable(function):
            raise self.failure(
                f"This must be a function, and it is {describe(function)}. Keep the name for the "
                "function that you write with `def`."
            )
        self._function, self._asked = function, True
        name = getattr(function, "__name__", "the function")
        given = [describe(a) for a in args] + [f"{k}={describe(v)}" for k, v in kwargs.items()]
        self._called = f"{name}({', '.join(given)})"
        if not kwargs:
            known.note(name, args)
        try:
            with warnings.catch_warnings(), contextlib.redirect_stderr(sys.stdout):
                warnings.simplefilter("ignore")
                return run(*args, **kwargs)
        except CheckFailed:
            raise
        except Exception as error:
            what = error if isinstance(error, LearnerError) else as_data(error)
        if what.kind == "NotImplementedError":
            raise self.failure(
                f"{name} is not written yet. In its cell, put your own code in the place of "
                "the line that raises NotImplementedError. Run that cell, then this one. (Is your "
                "code there already? Then delete that line.)",
                mistake="not-written",
            )
        facts = [("stopped", f"{what.kind}: {what.text}")]
        if what.line:
            facts.append(("your line", what.line))
        said = errors.meaning(what.kind, what.text, what.line, name)
        plain = "Your function stopped with this error before it returned anything."
        found, mistake = [], None
        if run is function:
            found, mistake = self._explained(
                args, lambda: Outcome("!" + what.kind, error=what.text)
            )
        first = [] if mistake else [(self._slips() or [said or plain])[0]]
        raise self.failure(*first, *found, facts=facts, mistake=mistake or "error")

    def _explained(
        self, args: tuple, outcome: Callable[[], Outcome]
    ) -> tuple[list[str], str | None]:
        """What is known of the last call's outcome, together with the calls before it.

        Returns sentences, and the id of a misconception if the results prove one.
        """
        if not known.available():
            return [], None
        before = [
            (call.arguments, observe(call.result))
            for call in self._calls
            if call.function is self._function and call.arguments is not args
        ]
        return explanation(self._function, [*before, (args, outcome())])

    def _slips(self) -> list[str]:
        """What the function that was called has in it that is most often a slip."""
        return errors.slips(source.of(self._function).text) if self._function is not None else []

    def source(self, function) -> source.Reading:
        """What the text of the learner's function, and of its helpers, says."""
        self._asked = True
        reading = source.of(function)
        if not reading.text and not reading.unclear:
            raise self.failure(
                "The text of your function could not be read. Define it with `def`, in a cell."
            )
        return reading

    def without_loops(self, function) -> None:
        """Fails if the function, or a helper of the learner's that it calls, loops.

        A function that calls itself loops. Fails as well if the text does not say what runs.
        """
        reading = self.source(function)
        if reading.loop:
            raise self.failure(
                "This is a loop in Python, or a function that calls itself. NumPy can do all of "
                "it in a call or two, and that is the skill of this exercise: let the axes do the "
                "work.",
                facts=[("your line", reading.loop)],
                mistake="loop",
            )
        self._readable(reading)

    def only_einsum(self, function, times: int) -> None:
        """Fails unless the text makes at least `times` products with einsum, and no other."""
        reading = self.source(function)
        if reading.product:
            raise self.failure(
                "This product is right, and it is not einsum. Write it as einsum: name the axes "
                "of both inputs and of the result.",
                facts=[("your line", reading.product)],
                mistake="not-einsum",
            )
        self._readable(reading)
        if reading.einsums < times:
            count = reading.einsums
            raise self.failure(
                "Write every product of this exercise as einsum. A call that only adds up one "
                "input is no product.",
                facts=[
                    ("got", f"{count} {'product' if count == 1 else 'products'} with einsum"),
                    ("expected", str(times)),
                ],
                mistake="not-einsum",
            )

    def _readable(self, reading: source.Reading) -> None:
        """Fails if the text does not say what runs."""
        if reading.unclear:
            raise self.failure(
                f"This point is for how your function is written, and its text does not say what "
                f"runs: {reading.unclear}. Write the function with `def`, and leave that out of "
                "your notebook.",
                mistake="text-unclear",
            )

    # --- what came back ----------------------------------------------------------------

    def array(self, got) -> np.ndarray:
        """Returns `got`, an array, a tensor or a number, as a NumPy array; else fails."""
        if got is None:
            raise self.failure(
                "Nothing came back (None). Does your function end with `return`?",
                *self._slips(),
                mistake="none",
            )
        array = as_array(got)
        if array is None:
            hint = " Write it without a Python loop." if isinstance(got, list) else ""
            raise self.failure(f"An array must come back, and it is {describe(got)}.{hint}")
        return array

    def numbers(self, got) -> np.ndarray:
        """Returns `got`, a list, a tuple or an array of numbers, as a NumPy array; else fails."""
        if not isinstance(got, tuple | list):
            return self.array(got)
        for item in got:
            if not isinstance(item, int | float | np.number):
                text = " That is a text: put in the number that stands for it."
                raise self.failure(
                    f"A list of numbers must come back, and in it is {describe(item)}."
                    + (text if isinstance(item, str) else "")
                )
        return np.array(got)

    def pair(self, got, names: str = "(output, weights)"):
        """Returns `got` if it is a tuple or list of two; else fails. names: for the message."""
        if got is None:
            self.array(got)
        if not isinstance(got, tuple | list) or len(got) != 2:
            raise self.failure(f"Two things must come back, {names}; it is {describe(got)}.")
        return got

    def close(
        self, got, expected, *, mistakes=None, rtol=1e-4, atol=1e-5, label="", hint=""
    ) -> None:
        """Fails unless `got` has the shape of `expected` and the same numbers.

        got, expected: arrays, tensors or numbers. mistakes: {id: (wrong result, sentence)};
        where `got` equals a wrong result, the sentence is shown. label: what `got` is, if a
        call returns several things. hint: a sentence shown when no known mistake matches.
        Equal means |got - expected| <= atol + rtol * |expected| (numpy.isclose).
        """
        array, expected = self.array(got), as_array(expected)
        if _equal(array, expected, rtol, atol):
            self._compared = True
            return
        lines, name = [], None
        for mistake, (wrong, sentence) in (mistakes or {}).items():
            if _equal(array, as_array(wrong), rtol, atol):
                name = mistake
                lines.append(sentence)
                break
        else:
            if not np.isfinite(array).all():
                bad = "NaN (not a number)" if np.isnan(array).any() else "infinity"
                lines.append(f"There is {bad} in the result.")
            found, name = [], None
            if self._calls:
                last = self._calls[-1]
                found, name = self._explained(
                    last.arguments, functools.partial(observe, last.result)
                )
            lines += self._slips() + found
            lines += [] if found else _what_is_right(array, expected, rtol, atol)
            if hint and name is None:
                lines.append(hint)
        facts = comparison(array, expected, rtol, atol, label)
        raise self.failure(*lines, facts=facts, mistake=name)

    def shape(self, got, expected: tuple, *, mistakes=None, label="", hint="") -> None:
        """Fails unless `got` has this shape. mistakes: {id: (wrong shape, sentence)}.

        label, hint: as for `close`.
        """
        array = self.array(got)
        if array.shape == tuple(expected):
            return
        lines, name = [], None
        if array.ndim == 0:
            lines.append("One single number came back: every axis was summed.")
        for mistake, (wrong, sentence) in (mistakes or {}).items():
            if array.shape == tuple(wrong):
                name = mistake
                lines.append(sentence)
                break
        else:
            if hint:
                lines.append(hint)
        facts = [("got", _shape(label, array.shape)), ("expected", _shape(label, expected))]
        raise self.failure(*lines, facts=facts, mistake=name)

    def unchanged(self, now, before, label: str) -> None:
        """Fails unless every function called on `now` left it equal to `before`.

        Shape, numbers, whether it can be written to (arrays) and whether it asks for gradients
        (tensors) count. What the learner's side says about its arrays is a claim, so the last call
        on `now` is repeated with the arguments that it left behind (see `_repeat`).
        """
        calls = [c for c in self._calls if any(a is now for a in c.arguments)]
        copies = [
            copy
            for c in calls
            for a, copy in zip(c.arguments, c.given, strict=True)
            if a is now
        ]  # fmt: skip
        old = as_array(before)
        arrays = [as_array(value) for value in (now, *copies)]
        for array in arrays:
            if array is not None and array.shape != old.shape:
                raise self.failure(
                    f"After the call, the caller's own {label} has the shape {array.shape}, and "
                    f"it was {old.shape}. Setting {label}.shape, or resize, works in place: "
                    "use reshape, which returns a new array.",
                    mistake="input-changed",
                )
        if not all(a is not None and np.array_equal(a, old, equal_nan=True) for a in arrays):
            raise self.failure(
                f"After the call, the caller's own {label} is not what it was. Work on new "
                "arrays: `+=`, `/=`, `*=`, `out=`, a method that ends in `_` and assigning into a "
                "slice all change what you were given.",
                mistake="input-changed",
            )
        for value in copies:
            if flag_of(value) != flag_of(before):
                what = (
                    "asks for gradients (requires_grad_ does that)"
                    if hasattr(value, "requires_grad")
                    else "can no longer be written to (setflags does that)"
                )
                raise self.failure(
                    f"After the call, the caller's own {label} {what}. Leave what you were given "
                    "as it is: set that on a copy.",
                    mistake="input-changed",
                )
        if calls and calls[-1] is self._calls[-1]:
            self._to_repeat = calls[-1]

    def _repeat(self) -> None:
        """Fails unless the call that `unchanged` asked about gives the same result once more.

        It is repeated with the arguments that it left behind, before the next call or at the end.
        """
        call, self._to_repeat = self._to_repeat, None
        if call is not None:
            again = self._run(call.function, lambda *_: call.again(), call.given, {})
            self.that(
                _alike(again, call.result, 1e-4, 1e-5),
                "Called a second time with the same arrays, your function gave another result: "
                "either it changes what it is given, or something random is inside.",
                mistake="input-changed",
            )

    # --- answers -----------------------------------------------------------------------

    def predicted(self, guess, real, name: str = "") -> None:
        """Fails unless the guess equals what really comes out, without telling which it is.

        name: of the guess, where a check has several.
        """
        self._answered(guess)
        wrote = f"{name} = " if name else ""
        if plain(guess) != plain(real):
            if isinstance(guess, str):
                raise self.failure(
                    "This is a text. Leave out the quotation marks, and put commas between "
                    "numbers.",
                    facts=[("you wrote", f"{wrote}{guess!r}")],
                    mistake="prediction",
                )
            raise self.failure(
                "It is not that. A wrong guess costs nothing: try it in a cell of your own, "
                "compare, find out why, and write what you found.",
                facts=[("you wrote", f"{wrote}{guess}")],
                mistake="prediction",
            )

    def choice(self, answer, right: str, why: dict[str, str]) -> None:
        """Fails unless the letter is the right one. why: an explanation for each wrong one."""
        self._answered(answer)
        letter = answer.strip().upper() if isinstance(answer, str) else answer
        if letter == right:
            return
        letters = ", ".join(sorted([right, *why]))
        wrong = why.get(letter) if isinstance(letter, str) else None
        raise self.failure(
            wrong or f"Answer with one of the letters {letters}, as a string.",
            facts=[("you chose", repr(plain(answer)))],
            mistake=f"chose-{letter}" if wrong else None,
        )

    def blank(self, answer, right, why: dict) -> None:
        """Fails unless the answer is `right`. why: {wrong answer: explanation, ...: for others}.

        The key `...` (Ellipsis) of `why` explains every other wrong answer.
        """
        if right is not None:
            self._answered(answer)
        answer = plain(answer)
        if answer == plain(right) and type(answer) is type(plain(right)):
            return
        known = {repr(plain(key)): text for key, text in why.items() if key is not ...}
        raise self.failure(
            known.get(repr(answer), why.get(..., "It is not that.")),
            facts=[("you wrote", repr(answer))],
            mistake="blank",
        )

    def match(self, answer, right: dict, why: dict[str, str]) -> None:
        """Fails unless each key has its partner. right: {key: shape}; why: {key: explanation}."""
        self._answered(answer)
        if not isinstance(answer, dict):
            raise self.failure(f"Write a dict, key and shape; it is {describe(answer)}.")
        for key, real in right.items():
            if answer.get(key) in (None, ...):
                other = [f"{k!r}" for k in answer if k not in right]
                strange = f" {', '.join(other)} is none of the keys: copy them as they are."
                raise self.failure(
                    f"There is no answer for {key} yet.{strange if other else ''}",
                    mistake="not-written",
                )
            if plain(answer[key]) != plain(real):
                raise self.failure(
                    why[key],
                    facts=[("you wrote", f"{key} is {plain(answer[key])}")],
                    mistake=f"match-{key}",
                )

    def _answered(self, answer) -> None:
        if answer is None or answer is ...:
            raise self.failure(
                "There is no answer yet. Write yours in the cell above, run it, then this one.",
                mistake="not-written",
            )


def gradients_of(function, args: Sequence, seed: int):
    """Returns (result, gradients) of a torch function, both detached.

    The number that is differentiated is the sum of the first output times random numbers, so
    that no gradient vanishes by symmetry, and none is known before the seed is. gradients has an
    entry for each argument: a dict {parameter name: gradient or None} for a module, the gradient
    (or None) for a tensor that requires one, None for the rest. A gradient of None: nothing
    reached it.
    """
    import torch

    for leaf in _leaves(args):
        leaf.grad = None
    result = function(*args)
    outputs = result if isinstance(result, tuple | list) else (result,)
    first = outputs[0] if outputs else None
    if isinstance(first, torch.Tensor) and first.requires_grad:
        draw = torch.Generator().manual_seed(seed)
        factors = torch.randn(first.shape, generator=draw, dtype=torch.float64).to(first.dtype)
        (first * factors).sum().backward()
    gradients = []
    for arg in args:
        if isinstance(arg, torch.nn.Module):
            gradients.append({name: p.grad for name, p in arg.named_parameters()})
        else:
            gradients.append(arg.grad if isinstance(arg, torch.Tensor) else None)
    for leaf in _leaves(args):
        leaf.grad = None
    detached = [o.detach() if isinstance(o, torch.Tensor) else o for o in outputs]
    return (tuple(detached) if isinstance(result, tuple | list) else detached[0]), gradients


def factor_of(weights, dots) -> float:
    """The number f, from 0.05 to 20, for which weights are a softmax of f * dots.

    For the checks that let any scale pass, because another one tests it. weights, dots: arrays
    (..., queries, keys); keys of weight 0 are masked. If there is no such number, some number
    comes back, and the weights of a right function with it differ from these.
    """
    weights, dots = np.asarray(as_array(weights), float), np.asarray(as_array(dots), float)
    if weights.shape != dots.shape or not (weights > 0).any():
        return 1.0
    seen = weights > 1e-30
    count = np.maximum(seen.sum(-1, keepdims=True), 1)
    logs = np.where(seen, np.log(np.where(seen, weights, 1)), 0)
    both = [np.where(seen, x, 0) for x in (logs, dots)]
    logs, dots = (np.where(seen, x - x.sum(-1, keepdims=True) / count, 0) for x in both)
    factor = float((logs * dots).sum() / max((dots**2).sum(), 1e-30))
    return min(max(factor, 0.05), 20.0) if np.isfinite(factor) else 1.0


def _gradient_pairs(got, expected):
    """(got, expected) as arrays for each gradient that a right function has; a missing one is 0."""
    for index, right in enumerate(expected):
        own = got[index] if isinstance(got, tuple | list) and index < len(got) else None
        names = right if isinstance(right, dict) else {None: right}
        for name, gradient in names.items():
            if gradient is not None:
                given = own.get(name) if isinstance(own, dict) else own if name is None else None
                array = as_array(gradient)
                given = np.zeros(array.shape) if given is None else as_array(given)
                yield given, array


def _alike(got, expected, rtol: float, atol: float) -> bool:
    """Whether two results are equal: arrays by their numbers, tuples and lists item by item."""
    if isinstance(expected, tuple | list):
        same_length = isinstance(got, tuple | list) and len(got) == len(expected)
        return same_length and all(
            _alike(g, e, rtol, atol) for g, e in zip(got, expected, strict=True)
        )
    if as_array(expected) is not None:
        return _equal(as_array(got), as_array(expected), rtol, atol)
    if isinstance(expected, dict):
        return isinstance(got, dict) and _alike(
            list(got.items()), list(expected.items()), rtol, atol
        )
    return type(got) is type(expected) and (isinstance(got, str) or got is expected is None)


def _copies(value):
    """A copy of a result: of arrays and tensors, also those in tuples, lists and dicts."""
    if isinstance(value, tuple | list):
        return [_copies(item) for item in value]
    if isinstance(value, dict):
        return {key: _copies(item) for key, item in value.items()}
    return _copy(value)


def flag_of(value) -> bool:
    """Whether an array is locked against writing, or a tensor asks for gradients."""
    if isinstance(value, np.ndarray):
        return not value.flags.writeable
    return bool(getattr(value, "requires_grad", False))


def _copy(arg):
    """A copy of an array or a tensor; anything else as it is."""
    if isinstance(arg, np.ndarray):
        return arg.copy(order="K")
    if type(arg).__name__ == "Tensor":
        return arg.detach().clone().requires_grad_(arg.requires_grad)
    return arg


def _leaves(args):
    import torch

    for arg in args:
        if isinstance(arg, torch.nn.Module):
            yield from arg.parameters()
        elif isinstance(arg, torch.Tensor) and arg.requires_grad and arg.is_leaf:
            yield arg


def as_array(value) -> np.ndarray | None:
    """A NumPy array of an array, a tensor or a number; None for anything else."""
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ndarray | np.generic | int | float | complex):
        array = np.asarray(value)
        return array if array.dtype.kind in "biufc" else None
    return None


def plain(value):
    """`value` as tuples and Python's numbers, to compare: lists, torch.Size, arrays, tensors."""
    if isinstance(value, tuple | list):
        return tuple(plain(item) for item in value)
    array = as_array(value)
    if array is not None and array.ndim:
        return plain(array.tolist())
    if isinstance(value, np.generic):
        return value.item()
    return value


def describe(value) -> str:
    """A few words for a value: kind and shape of an array, the length of a list, the number."""
    array = as_array(value)
    if array is not None and array.ndim:
        kind = "tensor" if hasattr(value, "detach") else "array"
        return f"{kind} {array.shape}"
    if array is not None or isinstance(value, str | bool) or value is None:
        text = repr(value.item() if hasattr(value, "item") else value)
        return text if len(text) <= 60 else text[:57] + "..."
    if isinstance(value, tuple | list):
        inside = ", ".join(
            f"a {type(item).__name__} of {len(item)}"
            if isinstance(item, tuple | list)
            else describe(item)
            for item in value[:4]
        )
        more = ", ..." if len(value) > 4 else ""
        return f"a {type(value).__name__} of {len(value)}: ({inside}{more})"
    if isinstance(value, dict):
        more = f" and {len(value) - 8} more" if len(value) > 8 else ""
        return f"a dict with the keys {list(value)[:8]}{more}"
    if type(value).__name__ == "Linear":
        return f"a layer from {value.in_features} to {value.out_features}"
    return getattr(value, "description", f"a value of type {type(value).__name__}")


def _what_is_right(got: np.ndarray, expected: np.ndarray, rtol, atol) -> list[str]:
    """A sentence where the numbers are right and only the axes, or the order, are not."""
    if got.size != expected.size or got.size < 4 or not np.isfinite(got).all():
        return []
    if got.shape != expected.shape and got.squeeze().shape == expected.squeeze().shape:
        if _equal(got.squeeze(), expected.squeeze(), rtol, atol):
            return [
                "The numbers are right. The axes of size 1 are not: one is missing or too many."
            ]
    if np.allclose(np.sort(got, axis=None), np.sort(expected, axis=None), rtol=rtol, atol=atol):
        return ["All the right numbers are here, in the wrong places."]
    return []


def comparison(
    got: np.ndarray, expected: np.ndarray, rtol, atol, label=""
) -> list[tuple[str, str]]:
    """The facts "got" and "expected": shapes first, then the numbers that differ."""
    if got.shape != expected.shape:
        small = got.size <= 16 and expected.size <= 16
        return [
            (name, _shape(label, array.shape) + (f"  {_numbers(array)}" if small else ""))
            for name, array in [("got", got), ("expected", expected)]
        ]
    differs = ~np.isclose(got, expected, rtol=rtol, atol=atol, equal_nan=True)
    first = tuple(int(i) for i in np.argwhere(differs)[0])
    row = first[:-1] if got.ndim else ()
    where = f"[{', '.join(map(str, row))}, :] = " if row else ""
    if got.size <= 16:
        row, where = ..., ""
    return [
        (name, f"{_shape(label, array.shape)}  {where}{_numbers(array[row])}")
        for name, array in [("got", got), ("expected", expected)]
    ]


def _shape(label: str, shape) -> str:
    return f"{label + ', ' if label else ''}shape {tuple(shape)}"


def _numbers(array) -> str:
    text = np.array2string(
        np.asarray(array), threshold=16, separator=", ", formatter={"float_kind": _number}
    )
    return " ".join(text.replace("[ ", "[").split())


def _number(value) -> str:
    if value and not 1e-3 <= abs(value) < 1e6:  # NaN and infinity as well
        return f"{value:.3g}"
    return np.format_float_positional(value, precision=3, trim="0")


def _equal(got, expected, rtol, atol) -> bool:
    if got is None or expected is None or got.shape != expected.shape:
        return False
    return bool(np.isclose(got, expected, rtol=rtol, atol=atol, equal_nan=True).all())


def as_data(error: Exception) -> LearnerError:
    """The error with the last line of a notebook cell that it went through."""
    line = ""
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__") == "__main__":
            line = linecache.getline(frame.f_code.co_filename, number).strip() or line
    text = str(error).strip().splitlines()
    return LearnerError(type(error).__name__, text[0][:300] if text else "", line)
