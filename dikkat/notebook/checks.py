"""Checks that tell a learner which property failed, what came out, and what went wrong.

A test cell tests one property::

    with Check("Each score is divided by the square root of D") as check:
        got = check.call(attention_scores, q, k)
        check.close(got, q @ k.swapaxes(2, 3) / 6**0.5, mistakes={
            "no-scale": (q @ k.swapaxes(2, 3), "These are plain dot products, ..."),
        })

The message of a failed check gives the property, the call with the shapes that went in,
shapes and numbers of what came back beside what was expected, and the misconception where
the result equals one that is known. A known wrong result carries an id ("no-scale"), so
that a teacher can count who met which.

The same cells run beside the learner's code in JupyterLab and away from it in grading. There
a learner's function is a stand-in that sends the arguments over and brings data back; it
answers to the same calls (see `dikkat.grading`).
"""

from __future__ import annotations

import contextlib
import dataclasses
import linecache
import sys
import traceback
import warnings
from collections.abc import Sequence

import numpy as np

from dikkat.console import say

from . import errors, source
from .failures import Failure


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


class Check:
    """One property of the learner's work. Use as a context manager; prints a tick at the end.

    property: one sentence that says what must be true.
    """

    def __init__(self, property: str):
        self.property = property
        self._call, self._function = "", None
        self._given = []  # (what the test has, the copy that the function got)

    def __enter__(self) -> Check:
        return self

    def __exit__(self, kind, error, trace) -> None:
        if kind is None:
            say(f"✓ {self.property}")
        elif kind is NameError and error.name:
            raise self.failure(
                f"The name {error.name} does not exist yet. Run the cell that defines it "
                "(or write it, if it is yours to write), then run this cell again. If that cell "
                "stopped with an error, mend that first.",
                mistake="not-written",
            ) from None

    def failure(
        self, *sentences: str, facts: Sequence[tuple[str, str]] = (), mistake: str | None = None
    ) -> CheckFailed:
        """The error to raise: the property, the last call and other facts, then sentences.

        facts: pairs of name and value, such as ("got", "shape (2, 3)").
        """
        called = [("called", self._call)] if self._call else []
        return CheckFailed(
            Failure(self.property, (*called, *facts), tuple(filter(None, sentences)), mistake)
        )

    def right_first(self, right: bool, that: str) -> None:
        """Fails where the result is not right: a side property earns no point without it.

        that: the side property, as in "a right result that ...".
        """
        self.that(
            right,
            f"This point is for a right result that {that}. Yours is not right yet: see the "
            "other checks.",
            mistake="not-right-yet",
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
        function gets copies of arrays and tensors: one that overwrites them changes nothing of
        the test's, and `unchanged` tells.
        """
        copies = [_copy(arg) for arg in args]
        self._given += zip(args, copies, strict=True)
        return self._run(function, function, copies, kwargs)

    def call_with_gradients(self, function, *args):
        """Returns (result, gradients) of function(*args); see `gradients_of`."""
        remote = getattr(function, "with_gradients", None)
        run = remote or (lambda *a: gradients_of(function, *a))
        return self._run(function, run, args, {})

    def _run(self, function, run, args, kwargs):
        if not callable(function):
            raise self.failure(
                f"This must be a function, and it is {describe(function)}. Keep the name for the "
                "function that you write with `def`."
            )
        self._function = function
        name = getattr(function, "__name__", "the function")
        given = [describe(a) for a in args] + [f"{k}={describe(v)}" for k, v in kwargs.items()]
        self._call = f"{name}({', '.join(given)})"
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
        raise self.failure((self._slips() or [said or plain])[0], facts=facts, mistake="error")

    def _slips(self) -> list[str]:
        """What the function that was called has in it that is most often a slip."""
        return errors.slips(source.of(self._function)) if self._function is not None else []

    def source(self, function) -> str:
        """The text of the learner's function and of the helpers of theirs that it calls."""
        text = source.of(function)
        if not text:
            raise self.failure(
                "The text of your function could not be read. Define it with `def`, in a cell."
            )
        return text

    def without_loops(self, function) -> None:
        """Fails if the function, or a helper of the learner's that it calls, loops."""
        found = source.first_loop(self.source(function))
        if found:
            raise self.failure(
                "This is a loop in Python. NumPy can do all of it in a call or two, and that is "
                "the skill of this exercise: let the axes do the work.",
                facts=[("your line", found)],
                mistake="loop",
            )

    def only_einsum(self, function, times: int) -> None:
        """Fails unless the text calls einsum at least `times` times, and no other product."""
        text = self.source(function)
        other = source.other_product(text)
        if other:
            raise self.failure(
                "This product is right, and it is not einsum. Write it as einsum: name the axes "
                "of both inputs and of the result.",
                facts=[("your line", other)],
                mistake="not-einsum",
            )
        calls = source.einsum_calls(text)
        if calls < times:
            raise self.failure(
                "Write every product of this exercise as einsum.",
                facts=[
                    ("got", f"{calls} {'call' if calls == 1 else 'calls'} of einsum"),
                    ("expected", str(times)),
                ],
                mistake="not-einsum",
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
            lines += self._slips()
            lines += _what_is_right(array, expected, rtol, atol)
            if hint:
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
        """Fails unless every function called on `now` left its array equal to `before`."""
        before = as_array(before)
        arrays = [as_array(v) for v in [now, *(copy for was, copy in self._given if was is now)]]
        for array in arrays:
            if array is not None and array.shape != before.shape:
                raise self.failure(
                    f"After the call, the caller's own {label} has the shape {array.shape}, and "
                    f"it was {before.shape}. Setting {label}.shape, or resize, works in place: "
                    "use reshape, which returns a new array.",
                    mistake="input-changed",
                )
        if not all(a is not None and np.array_equal(a, before, equal_nan=True) for a in arrays):
            raise self.failure(
                f"After the call, the caller's own {label} is not what it was. Work on new "
                "arrays: `+=`, `/=`, `*=`, `out=`, a method that ends in `_` and assigning into a "
                "slice all change what you were given.",
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
                told = f" {', '.join(other)} is none of the keys: copy them as they are." * bool(
                    other
                )
                raise self.failure(
                    f"There is no answer for {key} yet.{told}", mistake="not-written"
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


def gradients_of(function, *args):
    """Returns (result, gradients) of a torch function, both detached.

    The number that is differentiated is the sum of the first output times a ramp from -1 to
    1, so that no gradient vanishes by symmetry. gradients has an entry for each argument: a
    dict {parameter name: gradient or None} for a module, the gradient (or None) for a tensor
    that requires one, None for the rest. A gradient of None: nothing reached it.
    """
    import torch

    for leaf in _leaves(args):
        leaf.grad = None
    result = function(*args)
    outputs = result if isinstance(result, tuple | list) else (result,)
    first = outputs[0] if outputs else None
    if isinstance(first, torch.Tensor) and first.requires_grad:
        ramp = torch.linspace(-1, 1, first.numel(), dtype=first.dtype).reshape(first.shape)
        (first * ramp).sum().backward()
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
