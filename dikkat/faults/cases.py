"""The outcomes of a model on one input as plain numbers, and the file that keeps them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from dikkat.faults.model import Model, Result, right_steps, runs
from dikkat.faults.outcomes import (
    Outcome,
    agree,
    as_numbers,
    digest,
    fingerprint,
    fingerprint_slack,
    same,
)
from dikkat.faults.vocabulary import VOCABULARY

FORMAT = 1


@dataclass(frozen=True)
class Known:
    """A fault as a message needs it: the misconception's id and name, and the sentence."""

    id: str
    name: str
    sentence: str
    harmless: bool = False


@dataclass(frozen=True)
class StepValue:
    """The right value of a step, with its name in words."""

    name: str
    words: str
    plural: bool
    array: np.ndarray


@dataclass(frozen=True)
class Pairs:
    """The outcomes of pairs of faults as fingerprints.

    faults: (N, 2) numbers of faults. kinds: (N,) indices into `forms`. prints: (N, 2) floats.
    forms: for each kind its form, shapes, error, changed arguments and unreached layers.
    """

    faults: np.ndarray
    kinds: np.ndarray
    prints: np.ndarray
    forms: list[list]

    def matches(self, got: Outcome, tolerance: float) -> set[tuple[int, int]]:
        """The pairs whose outcome agrees with `got`."""
        fitting = [
            index
            for index, (form, shapes, error, changed, unreached) in enumerate(self.forms)
            if (form, error) == (got.form, got.error)
            and shapes == [list(a.shape) for a in got.arrays]
            and agree(got.changed, frozenset(changed))
            and agree(got.unreached, frozenset(unreached))
        ]
        if not fitting:
            return set()
        near = np.abs(self.prints - fingerprint(got.arrays))
        near = near <= np.array(fingerprint_slack(got.arrays, tolerance)) + 1e-7 * np.abs(
            self.prints
        )
        rows = near.all(axis=1) & np.isin(self.kinds, fitting)
        return {(int(a), int(b)) for a, b in self.faults[rows]}


@dataclass(frozen=True)
class Case:
    """All that is known about one call of one function, as numbers.

    faults: the model's faults. singles: {number of a fault: its outcome}. pairs: None if only
    single faults are to be named. steps: the right values of the steps that are arrays.
    """

    function: str
    digest: str
    tolerance: float
    results: tuple[Result, ...]
    faults: list[Known]
    right: Outcome
    singles: dict[int, Outcome]
    pairs: Pairs | None = None
    steps: list[StepValue] = field(default_factory=list)

    def is_right(self, got: Outcome) -> bool:
        """Whether a result is right, or that of a harmless way."""
        harmless = (o for n, o in self.singles.items() if self.faults[n].harmless)
        return any(same(got, right, self.tolerance) for right in (self.right, *harmless))


def compute(model: Model, arguments: Sequence[Any], pairs: bool = True) -> Case:
    """Runs the model with every fault (and every pair of them) on these arguments."""
    right, singles = None, {}
    numbers, kinds, prints = [], [], []
    forms: dict[str, int] = {}
    for taken, outcome in runs(model, arguments, pairs):
        if not taken:
            right = outcome
        elif len(taken) == 1:
            singles[taken[0]] = outcome
        else:
            shapes = [list(a.shape) for a in outcome.arrays]
            flags = [sorted(outcome.changed or ()), sorted(outcome.unreached or ())]
            key = json.dumps([outcome.form, shapes, outcome.error, *flags])
            numbers.append(taken)
            kinds.append(forms.setdefault(key, len(forms)))
            prints.append(fingerprint(outcome.arrays))
    if right is None or right.error is not None:
        raise ValueError(f"the right way of {model.function} raises: {right and right.error}")
    table = None
    if pairs:
        table = Pairs(
            np.array(numbers, dtype=np.uint16).reshape(-1, 2),
            np.array(kinds, dtype=np.uint16),
            np.array(prints, dtype=np.float32).reshape(-1, 2),
            [json.loads(key) for key in forms],
        )
    known = [
        Known(fault.id, VOCABULARY[fault.id].name, fault.sentence, fault.harmless)
        for fault in model.faults
    ]
    values = right_steps(model, arguments)
    steps = [
        StepValue(step.name, step.words, step.plural, array)
        for step in model.steps
        if step.shown and (array := as_numbers(values[step.name])) is not None
    ]
    name = digest(model.function, arguments)
    return Case(
        model.function, name, model.tolerance, model.results, known, right, singles, table, steps
    )


class Cases:
    """Cases by their digest, as read from a file."""

    def __init__(self, cases: Iterable[Case] = ()):
        self._cases = {case.digest: case for case in cases}

    def __iter__(self):
        return iter(self._cases.values())

    def __len__(self) -> int:
        return len(self._cases)

    def find(self, function: str, arguments: Sequence[Any]) -> Case | None:
        """The case of this call, or None if there is none."""
        try:
            return self._cases.get(digest(function, arguments))
        except (TypeError, ValueError):
            return None


def save(file: Path | str | BinaryIO, cases: Iterable[Case]) -> None:
    """Writes cases as numbers and text: an .npz file, without pickle and without formulas."""
    numbers: list[np.ndarray] = []
    length = 0

    kept: dict[bytes, int] = {}

    def keep(array: np.ndarray) -> list:
        """Stores an array once. Returns where it begins, and its shape."""
        nonlocal length
        flat = array.ravel().astype(np.float32)
        begin = kept.setdefault(flat.tobytes(), length)
        if begin == length:
            numbers.append(flat)
            length += flat.size
        return [begin, list(array.shape)]

    def outcome(value: Outcome) -> list:
        return [
            value.form,
            [keep(a) for a in value.arrays],
            list(value.kinds),
            value.error,
            sorted(value.changed or ()),
            sorted(value.unreached or ()),
        ]

    tables: dict[str, np.ndarray] = {}
    functions: dict[str, dict] = {}
    index: list[dict] = []
    for case in cases:
        functions.setdefault(
            case.function,
            {
                "tolerance": case.tolerance,
                "results": [[r.words, list(r.axes), r.plural] for r in case.results],
                "faults": [[k.id, k.name, k.sentence, k.harmless] for k in case.faults],
            },
        )
        entry = {
            "function": case.function,
            "digest": case.digest,
            "right": outcome(case.right),
            "singles": [[n, outcome(o)] for n, o in case.singles.items() if not _is_same(case, o)],
            "silent": [n for n, o in case.singles.items() if _is_same(case, o)],
            "steps": [[s.name, s.words, s.plural, keep(s.array)] for s in case.steps],
        }
        if case.pairs is not None:
            entry["forms"] = case.pairs.forms
            tables[f"pairs_{case.digest}"] = case.pairs.faults
            tables[f"kinds_{case.digest}"] = case.pairs.kinds
            tables[f"prints_{case.digest}"] = case.pairs.prints
        index.append(entry)
    text = json.dumps(
        {"format": FORMAT, "functions": functions, "cases": index}, ensure_ascii=False
    )
    flat = np.concatenate([*numbers, np.zeros(0)]).astype(np.float32)
    meta = np.frombuffer(text.encode(), dtype=np.uint8)
    np.savez_compressed(file, meta=meta, numbers=flat, **tables)


def _is_same(case: Case, outcome: Outcome) -> bool:
    """Whether a single fault shows in nothing at all on this input."""
    return same(outcome, case.right, case.tolerance / 10)


def load(path: Path | str | BinaryIO) -> Cases:
    """Reads what `save` wrote. Raises ValueError if the file is of another format."""
    with np.load(path, allow_pickle=False) as file:
        content = {name: file[name] for name in file.files}
    meta = json.loads(content["meta"].tobytes().decode())
    if meta.get("format") != FORMAT:
        raise ValueError(f"{path}: this format is not known: {meta.get('format')!r}")
    numbers = content["numbers"].astype(float)

    def array(place: list) -> np.ndarray:
        begin, shape = place
        return numbers[begin : begin + int(np.prod(shape))].reshape(shape)

    def outcome(entry: list) -> Outcome:
        form, arrays, kinds, error, changed, unreached = entry
        return Outcome(
            form,
            tuple(array(place) for place in arrays),
            tuple(kinds),
            error,
            frozenset(changed),
            frozenset(unreached),
        )

    known = {
        name: [Known(*fault) for fault in entry["faults"]]
        for name, entry in meta["functions"].items()
    }
    cases = []
    for entry in meta["cases"]:
        function = meta["functions"][entry["function"]]
        right = outcome(entry["right"])
        singles = {number: outcome(value) for number, value in entry["singles"]}
        singles |= {number: right for number in entry["silent"]}
        name, pairs = entry["digest"], None
        if "forms" in entry:
            pairs = Pairs(
                content[f"pairs_{name}"],
                content[f"kinds_{name}"],
                content[f"prints_{name}"],
                entry["forms"],
            )
        steps = [StepValue(*words, array(place)) for *words, place in entry["steps"]]
        results = tuple(
            Result(words, tuple(axes), plural) for words, axes, plural in function["results"]
        )
        cases.append(
            Case(
                entry["function"],
                name,
                function["tolerance"],
                results,
                known[entry["function"]],
                right,
                singles,
                pairs,
                steps,
            )
        )
    return Cases(cases)
