"""Which faults the inputs of a check cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence

from dikkat.faults.cases import Case, Known
from dikkat.faults.outcomes import same


def ambiguities(cases: Sequence[Case]) -> list[list[Known]]:
    """Classes of single faults that give the same results on all of the inputs.

    Faults with the same sentence are synonyms: one of them stands for all. A class that begins
    with "right" (id "") holds the faults that these inputs do not show at all.

    Returns only classes of two or more; [] means that the inputs tell everything apart.
    """
    known = cases[0].faults
    classes: list[list[int]] = []
    hidden: list[int] = []
    for number, one in enumerate(known):
        if one.harmless or any(number not in case.singles for case in cases):
            continue
        if all(same(case.singles[number], case.right, case.tolerance) for case in cases):
            hidden.append(number)
            continue
        for group in classes:
            if all(
                same(case.singles[number], case.singles[group[0]], case.tolerance)
                and case.singles[number].changed == case.singles[group[0]].changed
                and case.singles[number].unreached == case.singles[group[0]].unreached
                for case in cases
            ):
                group.append(number)
                break
        else:
            classes.append([number])
    found = []
    if hidden:
        found.append([Known("", "right", ""), *_different(known, hidden)])
    for group in classes:
        different = _different(known, group)
        if len(different) > 1:
            found.append(different)
    return found


def _different(known: Sequence[Known], numbers: Sequence[int]) -> list[Known]:
    """The faults of these numbers, one for each sentence."""
    return list({known[n].sentence: known[n] for n in numbers}.values())
