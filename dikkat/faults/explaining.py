"""Which known faults explain what a learner's function gave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dikkat.faults.cases import Case, Known
from dikkat.faults.outcomes import Outcome, same
from dikkat.faults.vocabulary import VOCABULARY

# If more explanations than this fit, the inputs prove none of them.
AT_MOST = 2


@dataclass(frozen=True)
class Explanation:
    """One fault, or two at once, that give exactly what the learner's function gave.

    ids: the misconceptions. sentence: what to tell the learner.
    """

    ids: tuple[str, ...]
    sentence: str


def explain(cases: Sequence[Case], got: Sequence[Outcome]) -> list[Explanation]:
    """The explanations that agree with all of a learner's results, at most two.

    cases: what is known about each call. got: what came of each call, in the same order.

    Returns [] if all results are right, if no known fault gives all of them, or if so many
    different ones do that naming two would be a guess. A result of nothing but zeros, of one
    number only or of nothing but NaN is named as such, and nothing else is tried; so are results
    that do not depend on what goes in. Single faults come first. Pairs are tried if there are
    several calls.
    """
    if len(cases) != len(got) or not cases:
        raise ValueError(f"{len(cases)} cases and {len(got)} results")
    if all(case.is_right(one) for case, one in zip(cases, got, strict=True)):
        return []
    plain = _plain(cases, got)
    if plain:
        return [plain]
    found = _fitting(cases, got)
    if not found and any(one.changed or one.unreached for one in got):
        # Wrong numbers are explained even if no fault has these flags.
        numbers = [replace(one, changed=None, unreached=None) for one in got]
        if not all(case.is_right(one) for case, one in zip(cases, numbers, strict=True)):
            found = _fitting(cases, numbers)
    return found


def _fitting(cases: Sequence[Case], got: Sequence[Outcome]) -> list[Explanation]:
    """The single faults that agree with all results; if there are none, the pairs."""
    known = cases[0].faults
    singles = set(range(len(known)))
    for case, one in zip(cases, got, strict=True):
        singles = {
            n for n in singles if n in case.singles and same(one, case.singles[n], case.tolerance)
        }
    found = _merged(
        _named([known[n]])
        for n in _best_flagged(cases, got, sorted(singles))
        if not known[n].harmless
    )
    if found:
        return found if len(found) <= AT_MOST else []
    tabled = [(case, one) for case, one in zip(cases, got, strict=True) if case.pairs is not None]
    if len(tabled) < 2:
        return []
    pairs: set[tuple[int, int]] | None = None
    for case, one in tabled:
        fitting = case.pairs.matches(one, case.tolerance)
        pairs = fitting if pairs is None else pairs & fitting
        if not pairs:
            return []
    found = _merged(
        _named(faults)
        for a, b in sorted(pairs)
        if (faults := [one for one in (known[a], known[b]) if not one.harmless])
    )
    return found if len(found) <= AT_MOST else []


def two(first: str, second: str) -> str:
    """The sentence for two faults at once."""
    return first if first == second else f"Two things at once. First: {first} Second: {second}"


def words(explanations: Sequence[Explanation]) -> str:
    """All explanations as one text. If there are two, the numbers cannot tell them apart."""
    if len(explanations) == 1:
        return explanations[0].sentence
    return "Two mistakes give these numbers. " + " Or: ".join(e.sentence for e in explanations)


def _best_flagged(
    cases: Sequence[Case], got: Sequence[Outcome], singles: Sequence[int]
) -> list[int]:
    """Of faults that differ only in what they change, those whose flags fit best."""

    def fitting(number: int) -> int:
        outcomes = [case.singles[number] for case in cases]
        return sum(
            (one.changed in (None, other.changed)) + (one.unreached in (None, other.unreached))
            for one, other in zip(got, outcomes, strict=True)
        )

    most = max(map(fitting, singles), default=0)
    return [number for number in singles if fitting(number) == most]


def _named(faults: Sequence[Known]) -> tuple[tuple[str, ...], str]:
    """The ids and the sentence of one fault or of two."""
    ids = tuple(one.id for one in faults)
    return ids, two(faults[0].sentence, faults[-1].sentence)


def _merged(found: Iterable[tuple[tuple[str, ...], str]]) -> list[Explanation]:
    """One explanation for each sentence."""
    sentences: dict[str, Explanation] = {}
    for ids, sentence in found:
        sentences.setdefault(sentence, Explanation(ids, sentence))
    return list(sentences.values())


def _plain(cases: Sequence[Case], got: Sequence[Outcome]) -> Explanation | None:
    """The name of results that hold nothing: only zeros, only NaN, one number, always the same."""
    for name, holds in (("all-zeros", _zeros), ("all-nan", _nans), ("all-the-same", _constant)):
        whole = all(one.arrays and all(map(holds, one.arrays)) for one in got)
        if whole and not any(all(map(holds, case.right.arrays)) for case in cases):
            numbers = dict.fromkeys(f"{a.flat[0]:.4g}" for a in got[0].arrays)
            text = VOCABULARY[name].sentence.format(number=" or ".join(numbers))
            return Explanation((name,), text)
    different = [case for case in cases if not same(case.right, cases[0].right, 1e-3)]
    if different and got[0].arrays and all(same(one, got[0], 1e-9) for one in got):
        name = "ignores-its-arguments"
        return Explanation((name,), VOCABULARY[name].sentence)
    return None


def _zeros(array: np.ndarray) -> bool:
    return array.size > 1 and not array.any()


def _nans(array: np.ndarray) -> bool:
    return array.size > 0 and bool(np.isnan(array).all())


def _constant(array: np.ndarray) -> bool:
    # A handful of equal numbers may well be a fault's, so it proves nothing.
    return array.size > 5 and bool(np.ptp(array) == 0)
