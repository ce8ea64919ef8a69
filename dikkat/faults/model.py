"""An exercise function as steps, each with its right way and its known wrong ways."""

from __future__ import annotations

import contextlib
import importlib
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from dikkat.faults.outcomes import Outcome, observe, raised
from dikkat.faults.vocabulary import VOCABULARY

Way = Callable[[SimpleNamespace], Any]


@dataclass(frozen=True)
class Fault:
    """One wrong way of a step.

    id: the misconception, a key of `VOCABULARY`.
    sentence: what the learner reads. Faults with the same sentence are synonyms.
    way: computes the step's wrong value from the state. It must not change the state's arrays.
    singles_only: leave it out of pairs (for large generated families and rare faults).
    harmless: the result is as right as the right one, even if it differs, so it is never named.
    changed: names of arguments that this way changes in place.
    unreached: names of layers that no gradient reaches.
    """

    id: str
    sentence: str
    way: Way
    singles_only: bool = False
    harmless: bool = False
    changed: tuple[str, ...] = ()
    unreached: tuple[str, ...] = ()


def fault(
    id: str,
    way: Way,
    sentence: str | None = None,
    *,
    singles_only: bool = False,
    harmless: bool = False,
    changed: tuple[str, ...] = (),
    unreached: tuple[str, ...] = (),
    **terms: str,
) -> Fault:
    """A fault whose sentence is that of the vocabulary, with the lesson's own terms filled in.

    A sentence given here takes the vocabulary's place. Raises KeyError if the id is not in the
    vocabulary, or if its sentence needs a term that is not given.
    """
    text = sentence if sentence is not None else VOCABULARY[id].sentence.format_map(terms)
    if id not in VOCABULARY:
        raise KeyError(id)
    return Fault(id, text, way, singles_only, harmless, changed, unreached)


@dataclass(frozen=True)
class Step:
    """One step of an exercise.

    name: the state's attribute that holds the step's value.
    words: the value in a learner's words, with a plural verb if `plural`: "the scores".
    right: computes the value from the state.
    faults: the known wrong ways, the most common first.
    shown: whether a message may point at this step as something the learner computes.
    """

    name: str
    words: str
    right: Way
    faults: Sequence[Fault] = ()
    shown: bool = True
    plural: bool = True


@dataclass(frozen=True)
class Result:
    """One of the values that a function returns.

    words: "the weights". axes: what each axis counts, ("text", "query", "key").
    plural: whether "are" follows the words.
    """

    words: str
    axes: tuple[str, ...] = ()
    plural: bool = True


@dataclass(frozen=True)
class Model:
    """An exercise function.

    function: its name.
    arguments: the names of its arguments; the state has them under these names.
    steps: in order. The value of the last one is what the function returns.
    results: the returned values in words, one for each. The function returns a tuple if there
        are several, or a dict; then they are in the order of its sorted keys.
    inputs: makes the arguments that checks should use: {name of a check: [arguments, ...]}.
    namespace: "numpy" or "torch"; the state has the module as `xp`.
    tolerance: how far a learner's numbers may be from a fault's, relatively.
    helpers: right versions of the learner's other functions that this one may call. A check
        puts them in place of the learner's own, so that one fault is not blamed twice.
    """

    function: str
    arguments: tuple[str, ...]
    steps: Sequence[Step]
    results: tuple[Result, ...]
    inputs: Callable[[], Mapping[str, list[tuple]]]
    namespace: str = "numpy"
    tolerance: float = 1e-5
    helpers: Mapping[str, Callable] = field(default_factory=dict)

    @property
    def faults(self) -> list[Fault]:
        """All faults in the order of their numbers, which `runs` counts by."""
        return [fault for step in self.steps for fault in step.faults]


def start(model: Model, arguments: Sequence[Any]) -> SimpleNamespace:
    """The state before the first step: the arguments, the helpers and the array module, `xp`.

    Arguments that are left out at the end are None, as in the exercises.
    """
    if len(arguments) > len(model.arguments):
        raise ValueError(
            f"{model.function} has {len(model.arguments)} arguments and got {len(arguments)}"
        )
    named = dict.fromkeys(model.arguments) | dict(zip(model.arguments, arguments, strict=False))
    module = importlib.import_module(model.namespace)
    return SimpleNamespace(xp=module, **model.helpers, **named)


def right_steps(model: Model, arguments: Sequence[Any]) -> dict[str, Any]:
    """The right value of every step: {name: value}."""
    state = start(model, arguments)
    with quiet(model.namespace):
        for step in model.steps:
            setattr(state, step.name, step.right(state))
    return {step.name: getattr(state, step.name) for step in model.steps}


def runs(
    model: Model, arguments: Sequence[Any], pairs: bool = True
) -> Iterator[tuple[tuple[int, ...], Outcome]]:
    """Every way through the model with at most two faults, of different steps.

    Yields ((), right), ((a,), ...) for single faults and ((a, b), ...) for pairs, where a < b
    are numbers of `model.faults`. What two ways have in common is computed once. A way that
    raises gives an outcome too: its error. If the first fault of a pair raises, there is no pair.
    """
    firsts = np.cumsum([0, *(len(step.faults) for step in model.steps)]).tolist()
    faults = model.faults

    def walk(position: int, state: SimpleNamespace, taken: tuple[int, ...]):
        if position == len(model.steps):
            yield taken, with_flags(observe(getattr(state, model.steps[-1].name)), taken)
            return
        step = model.steps[position]
        ways = [(taken, step.right)]
        if len(taken) < (2 if pairs else 1) and not (taken and faults[taken[0]].singles_only):
            for number, wrong in enumerate(step.faults, firsts[position]):
                if not (taken and wrong.singles_only):
                    ways.append(((*taken, number), wrong.way))
        for path, way in ways:
            try:
                value = way(state)
            except Exception as error:
                yield path, with_flags(raised(error), path)
                continue
            yield from walk(
                position + 1, SimpleNamespace(**{**vars(state), step.name: value}), path
            )

    def with_flags(outcome: Outcome, taken: tuple[int, ...]) -> Outcome:
        return outcome.flagged(
            changed={name for number in taken for name in faults[number].changed},
            unreached={name for number in taken for name in faults[number].unreached},
        )

    with quiet(model.namespace):
        yield from walk(0, start(model, arguments), ())


@contextlib.contextmanager
def quiet(namespace: str):
    """No warnings of overflow or of division by zero, and no gradients."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(np.errstate(all="ignore"))
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        if namespace == "torch":
            stack.enter_context(importlib.import_module("torch").no_grad())
        yield
