"""How far a result is right, if no known fault explains it. Measured on this result."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dikkat.faults.cases import Case, StepValue
from dikkat.faults.model import Result
from dikkat.faults.outcomes import Outcome, as_numbers, close

MANY = {
    "text": "texts",
    "head": "heads",
    "query": "queries",
    "key": "keys",
    "position": "positions",
    "number": "numbers",
    "value number": "value numbers",
}


@dataclass(frozen=True)
class Clue:
    """One measured fact about a result. kind: what was found. sentence: for the learner."""

    kind: str
    sentence: str


def locate(case: Case, got: Outcome, variables: Mapping[str, Any] | None = None) -> list[Clue]:
    """What is right in a wrong result, the most telling fact first.

    case: what is known about the call. got: what came of it, an error too. variables: the
    learner's local variables when the function returned or stopped.

    Returns at most one clue for each returned value and one for the variables. [] if nothing
    of it is right, or all of it.
    """
    clues = []
    if got.changed:
        names = _listed(sorted(got.changed))
        text = f"Your function changes the caller's {names}. Work on a new array."
        clues.append(Clue("changed", text))
    if got.error is None:
        clues += _by_form(case, got)
        if got.form == case.right.form:
            clues += _by_result(case, got)
    if variables:
        clue = _by_variables(case, variables, got.form == "NoneType")
        clues += [clue] if clue else []
    return clues


def right_variables(case: Case, variables: Mapping[str, Any]) -> dict[str, str]:
    """Which steps the learner's variables hold: {name of the step: name of the variable}.

    A later step counts only if its numbers are not those of an earlier one.
    """
    arrays = {
        name: array
        for name, value in variables.items()
        if not name.startswith("_") and (array := as_numbers(value)) is not None
    }
    found: dict[str, str] = {}
    for step in case.steps:
        if step.array.size < 2 or not np.ptp(step.array) or _trivial(step.array):
            continue
        for name, array in arrays.items():
            if name not in found.values() and close(array, step.array, case.tolerance):
                found[step.name] = name
                break
    return found


def _by_variables(case: Case, variables: Mapping[str, Any], nothing: bool) -> Clue | None:
    found = right_variables(case, variables)
    if not found:
        return None
    names = [step.name for step in case.steps]
    last = max(names.index(name) for name in found)
    step = case.steps[last]
    variable = found[step.name]
    held = step.words if variable in step.words.split() else f"{step.words} ({variable})"
    right = f"{_upper(held)} {_are(step)} right."
    if nothing:
        return Clue("variables", right)
    later = [s for s in case.steps[last + 1 :] if not _same_numbers(s, step)]
    if not later:
        return Clue("variables", f"{right} What comes after that line is not.")
    return Clue("variables", f"{right} Look at the next step: {later[0].words}.")


def _same_numbers(one: StepValue, other: StepValue) -> bool:
    return one.array.shape == other.array.shape and close(one.array, other.array, 1e-6)


def _by_form(case: Case, got: Outcome) -> list[Clue]:
    """Clues about how the results are nested."""
    right = case.right
    if got.form == right.form:
        return []
    matching = [
        result.words
        for result, array in zip(case.results, right.arrays, strict=False)
        if any(close(one, array, case.tolerance) for one in got.arrays)
    ]
    wanted = _listed([result.words for result in case.results])
    if right.form[0] == "{":
        wanted = f"a dict with the keys {wanted}"
    if right.form[0] == "{" and got.form[0] == "{":
        wanted_keys, keys = _keys(right.form), _keys(got.form)
        for key, form in wanted_keys.items():
            if key not in keys:
                return [Clue("form", f"The key {key!r} is missing from your dict.")]
            if keys[key] != form:
                text = f"{key} does not hold plain numbers. Make them with int, float or tolist()."
                return [Clue("form", text)]
    if got.form == "NoneType":
        return [Clue("form", "Your function returned None. End it with a return.")]
    if right.form[0] != "{" and ("text " in got.form or got.form == "ndarray"):
        return [Clue("form", f"Your function returned strings. Return numbers: {wanted}.")]
    if not got.arrays:
        return [Clue("form", f"Your function returned {_a(got.form)}. Return {wanted}.")]
    also = f" Right in it: {_listed(matching)}." if matching else ""
    if got.form[0] == "{":
        return [Clue("form", f"Your function returned a dict. Return {wanted}.{also}")]
    if right.form[0] == "{":
        return [Clue("form", f"Return {wanted}.{also}")]
    if len(got.arrays) != len(right.arrays):
        came = "One value" if len(got.arrays) == 1 else f"{len(got.arrays)} values"
        return [Clue("form", f"{came} came back. Return {wanted}.{also}")]
    return []


def _keys(form: str) -> dict[str, str]:
    """The keys of a dict's form, "{a: array, b: (array, array)}", with the form of each."""
    found, depth, part = {}, 0, ""
    for character in form[1:-1] + ",":
        depth += (character in "({") - (character in ")}")
        if character == "," and not depth:
            key, _, inner = part.strip().partition(": ")
            found[key] = inner
            part = ""
        else:
            part += character
    return found


def _by_result(case: Case, got: Outcome) -> list[Clue]:
    clues = []
    wrong = []
    for index, (one, right) in enumerate(zip(got.arrays, case.right.arrays, strict=True)):
        result = case.results[index] if index < len(case.results) else Result("the result")
        if close(one, right, case.tolerance):
            if len(case.right.arrays) > 1 and not _trivial(right):
                clues.append(Clue("right", f"{_upper(result.words)} {_are(result)} right."))
            continue
        wrong.append(index)
        if got.kinds[index].endswith("float16") and close(one, right, 0.01):
            text = f"{_upper(result.words)} came back as float16, which keeps 3 digits only."
            clues.append(Clue("type", text))
            continue
        clue = _compare(case, index, one, right, result)
        if clue:
            clues.append(clue)
    if not wrong:
        return _by_kind(case, got)
    if len(clues) == 1 and clues[0].kind == "right":
        other = case.results[wrong[0]] if wrong[0] < len(case.results) else None
        if other:
            text = f"{clues[0].sentence[:-1]}, and {other.words} {_are(other)} not."
            return [Clue("right", text)]
    return clues


def _by_kind(case: Case, got: Outcome) -> list[Clue]:
    """The numbers are right and their type is not."""
    for index, (kind, right) in enumerate(zip(got.kinds, case.right.kinds, strict=True)):
        if not _same_kind(kind, right):
            result = case.results[index] if index < len(case.results) else Result("the result")
            return [
                Clue(
                    "type",
                    f"The numbers are right, and {result.words} came back as {_a(kind)}. "
                    f"Return {_a(right)}.",
                )
            ]
    return []


def _same_kind(kind: str, right: str) -> bool:
    """Whether two types are the same but for the width of a float or of an int."""
    return kind.rstrip("0123456789") == right.rstrip("0123456789") and not kind.endswith("float16")


def _compare(
    case: Case, index: int, got: np.ndarray, right: np.ndarray, result: Result
) -> Clue | None:
    """The first thing that a wrong array has in common with the right one."""
    tolerance, words = case.tolerance, result.words
    for other, array in enumerate(case.right.arrays):
        if other != index and got.shape == array.shape and close(got, array, tolerance):
            name = case.results[other].words
            return Clue("swapped", f"You return {name} in place of {words}. Swap the two.")
    for probe in (_step, _same_shape, _other_shape):
        clue = probe(case, got, right, result)
        if clue:
            return clue
    return None


def _step(case: Case, got: np.ndarray, right: np.ndarray, result: Result) -> Clue | None:
    """An intermediate step came back."""
    for step in reversed(case.steps):
        if step.array.size > 1 and close(got, step.array, case.tolerance):
            if not np.ptp(step.array):
                continue
            they = "They are" if step.plural else "It is"
            text = f"You return {step.words} in place of {result.words}. {they} right: go on to "
            return Clue("step", f"{text}the next step.")
    return None


def _same_shape(case: Case, got: np.ndarray, right: np.ndarray, result: Result) -> Clue | None:
    if got.shape != right.shape or got.size < 2:
        return None
    tolerance, words = case.tolerance, result.words
    are = _are(result)
    if close(got, -right, tolerance):
        return Clue("sign", f"{_upper(words)} {are} right up to the sign. Turn every sign around.")
    if close(np.abs(got), np.abs(right), tolerance):
        return Clue("signs", f"{_upper(words)} {are} right up to some of the signs.")
    for digits, text in ((0, "whole numbers"), (1, "1 decimal"), (2, "2 decimals")):
        if np.array_equal(got, np.round(got, digits)) and np.ptp(right):
            if np.allclose(got, np.round(right, digits), rtol=0, atol=10.0**-digits * 1e-4):
                return Clue("rounded", f"{_upper(words)} {are} right, and rounded to {text}.")
    for digits in (3, 4, 5):
        if np.array_equal(got, np.round(got, digits)) and close(got, np.round(right, digits), 1e-6):
            return Clue(
                "rounded", f"{_upper(words)} {are} right, and rounded to {digits} decimals."
            )
    factor = _factor(got, right)
    if factor and close(got, factor * right, tolerance):
        return Clue(
            "factor",
            f"{_upper(words)} {are} right up to a factor: all are {factor:.4g} times "
            "what they should be.",
        )
    shift = _shift(got, right)
    if shift is not None and close(got, right + shift, tolerance):
        return Clue("shift", f"{_upper(words)} {are} right, and {shift:.4g} is added to each.")
    clue = _slices(got, right, result, tolerance)
    if clue:
        return clue
    clue = _turned(got, right, result, tolerance)
    if clue:
        return clue
    clue = _rows(got, right, result, tolerance)
    if clue:
        return clue
    if close(np.sort(got, axis=None), np.sort(right, axis=None), tolerance) and np.ptp(right):
        return Clue(
            "order",
            f"{_upper(words)} hold the right numbers in other places."
            if result.plural
            else f"{_upper(words)} holds the right numbers in other places.",
        )
    return None


def _slices(got: np.ndarray, right: np.ndarray, result: Result, tolerance: float) -> Clue | None:
    """Some texts, heads or rows are right, or they are in another order."""
    for axis, size in enumerate(right.shape):
        if size < 2:
            continue
        name = result.axes[axis] if axis < len(result.axes) else "row"
        parts = [np.take(right, i, axis) for i in range(size)]
        mine = [np.take(got, i, axis) for i in range(size)]
        fits = [close(a, b, tolerance) for a, b in zip(mine, parts, strict=True)]
        if any(fits) and not all(fits):
            good = [i for i, fit in enumerate(fits) if fit]
            bad = [i for i, fit in enumerate(fits) if not fit]
            # What is always the same (a hidden column) proves nothing.
            if all(_trivial(parts[i]) for i in good):
                continue
            many = MANY.get(name, f"{name}s")
            if size == 2:
                text = f"{name.capitalize()} {good[0]} is right and {name} {bad[0]} is not."
            elif len(bad) == 1:
                nan = " It is NaN (not a number)." if np.isnan(mine[bad[0]]).all() else ""
                text = f"All {many} are right but {name} {bad[0]}.{nan}"
            elif len(good) == 1:
                text = f"Only {name} {good[0]} is right; the other {many} are not."
            else:
                text = (
                    f"{many.capitalize()} {_listed([str(i) for i in good])} are right; {many} "
                    f"{_listed([str(i) for i in bad])} are not."
                )
            return Clue("slices", f"Look at {result.words}. {text}")
        if not any(fits):
            order = [
                next((j for j, p in enumerate(parts) if close(m, p, tolerance)), None) for m in mine
            ]
            if None not in order and all(np.ptp(p) for p in parts):
                many = MANY.get(name, f"{name}s")
                if len(set(order)) == 1:
                    return Clue(
                        "repeated",
                        f"In {result.words}, every {name} has the numbers of {name} {order[0]}. "
                        "Each has its own.",
                    )
                return Clue(
                    "exchanged",
                    f"In {result.words}, the {many} are in another order: {name} 0 has the "
                    f"numbers of {name} {order[0]}.",
                )
    return None


def _trivial(array: np.ndarray) -> bool:
    """Whether an array holds nothing but 0, 1 and NaN: such numbers may be right by chance."""
    return bool((np.isnan(array) | (array == 0) | (np.abs(array - 1) < 1e-6)).all())


def _rows(got: np.ndarray, right: np.ndarray, result: Result, tolerance: float) -> Clue | None:
    """Each row is right up to a factor of its own."""
    if right.ndim < 2 or right.shape[-1] < 3 or not np.isfinite(got).all():
        return None
    with np.errstate(all="ignore"):
        sums, wanted = got.sum(-1, keepdims=True), right.sum(-1, keepdims=True)
        scaled = got / sums * wanted
    if np.isfinite(scaled).all() and np.ptp(right) and close(scaled, right, tolerance):
        return Clue(
            "row-factors",
            f"Each row of {result.words} is right up to a factor of its own: row 0 adds up to "
            f"{sums.flat[0]:.4g} and must add up to {wanted.flat[0]:.4g}.",
        )
    return None


def _turned(got: np.ndarray, right: np.ndarray, result: Result, tolerance: float) -> Clue | None:
    """The axes are in another order."""
    if got.ndim != right.ndim or not 2 <= got.ndim <= 4:
        return None
    for order in itertools.permutations(range(right.ndim)):
        if order == tuple(range(right.ndim)) or not np.ptp(right):
            continue
        turned = right.transpose(order)
        if turned.shape == got.shape and close(got, turned, tolerance):
            if len(result.axes) == right.ndim:
                have = ", ".join(result.axes[i] for i in order)
                want = ", ".join(result.axes)
                return Clue(
                    "transposed",
                    f"The numbers of {result.words} are right, and the axes are ({have}). They "
                    f"must be ({want}).",
                )
            return Clue(
                "transposed", f"The numbers of {result.words} are right, and the axes are swapped."
            )
    return None


def _other_shape(case: Case, got: np.ndarray, right: np.ndarray, result: Result) -> Clue | None:
    tolerance, words = case.tolerance, result.words
    if got.shape == right.shape:
        return None
    clue = _turned(got, right, result, tolerance)
    if clue:
        return clue
    shapes = f"Their shape is {got.shape} and must be {right.shape}."
    if got.size == right.size and close(got.ravel(), right.ravel(), tolerance):
        if [n for n in got.shape if n != 1] == [n for n in right.shape if n != 1]:
            what = "gone" if got.ndim < right.ndim else "added"
            return Clue(
                "squeezed",
                f"The numbers of {words} are right, and an axis of size 1 is {what}. {shapes}",
            )
        return Clue("reshaped", f"The numbers of {words} are right and in order. {shapes}")
    for axis in range(right.ndim):
        name = result.axes[axis] if axis < len(result.axes) else f"axis {axis}"
        many = MANY.get(name, name)
        for how, part in (("added up", right.sum(axis)), ("averaged", right.mean(axis))):
            if _same_squeezed(got, part, tolerance):
                return Clue(
                    "reduced", f"In {words}, the {many} were {how}. Each has its own place."
                )
        for i in range(right.shape[axis]):
            part = np.take(right, i, axis)
            if _same_squeezed(got, part, tolerance):
                return Clue(
                    "part",
                    f"Only {name} {i} of {words} came back, and it is right. All {many} "
                    "must come back.",
                )
    if got.size == right.size and np.ptp(right):
        if close(np.sort(got, axis=None), np.sort(right, axis=None), tolerance):
            return Clue("order", f"The numbers of {words} are right and in other places. {shapes}")
    return None


def _same_squeezed(got: np.ndarray, part: np.ndarray, tolerance: float) -> bool:
    """Whether two arrays have the same numbers, axes of size 1 aside, and not just one number."""
    return part.size > 1 and np.ptp(part) > 0 and close(got.squeeze(), part.squeeze(), tolerance)


def _factor(got: np.ndarray, right: np.ndarray) -> float | None:
    usable = np.isfinite(right) & (np.abs(right) < 1e6) & np.isfinite(got)
    power = float((right[usable] ** 2).sum())
    if not power or not np.ptp(right[usable]):
        return None
    factor = float((got[usable] * right[usable]).sum()) / power
    return factor if factor and np.isfinite(factor) and abs(factor - 1) > 1e-4 else None


def _shift(got: np.ndarray, right: np.ndarray) -> float | None:
    usable = np.isfinite(right) & np.isfinite(got)
    if usable.sum() < 3 or not np.ptp(right[usable]):
        return None
    return float((got[usable] - right[usable]).mean())


def _upper(text: str) -> str:
    """The text as a sentence begins with it. Names from the code stay as they are."""
    return "T" + text[1:] if text.startswith("the ") else text


def _are(thing: Result | StepValue) -> str:
    return "are" if thing.plural else "is"


def _a(kind: str) -> str:
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def _listed(parts: Sequence[str]) -> str:
    parts = list(parts)
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)
