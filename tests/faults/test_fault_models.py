"""Each lesson's fault model: it is right, its faults show, and they are told apart."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from fault_models import ALL, cases, inputs, model, reference

from dikkat.faults import Cases, compute, explain, load, observe, runs, save
from dikkat.faults.outcomes import same

pytestmark = pytest.mark.parametrize(("lesson", "function"), ALL)


def two_inputs(lesson: str, function: str) -> list[tuple]:
    """The first two arguments of the inputs that tell most apart: one input proves no pair."""
    groups = model(lesson, function).inputs()
    return groups.get("sizes", [one for group in groups.values() for one in group])[:2]


# Results that are named before any fault is tried.
PLAIN = {"all-zeros", "all-nan", "all-the-same", "ignores-its-arguments"}


def test_the_right_way_is_the_reference_solution(lesson, function):
    solution = reference(lesson)[function]
    helpers = model(lesson, function).helpers if callable(solution) else {}
    names = getattr(solution, "__globals__", {})
    before = {name: names.get(name) for name in helpers}
    names.update(helpers)
    try:
        for case, arguments in zip(cases(lesson, function), inputs(lesson, function), strict=True):
            result = solution(*copy.deepcopy(arguments)) if callable(solution) else solution
            got = observe(result)
            assert same(got, case.right, case.tolerance)
            assert got.kinds == case.right.kinds
    finally:
        names.update(before)


def test_each_fault_shows_on_some_input(lesson, function):
    several = cases(lesson, function)
    for number, known in enumerate(several[0].faults):
        shown = any(not same(case.singles[number], case.right, case.tolerance) for case in several)
        assert shown or known.harmless, f"{known.id}: {known.sentence}"


def test_no_fault_is_a_slip_of_this_file(lesson, function):
    for case in cases(lesson, function):
        for outcome in case.singles.values():
            assert "SimpleNamespace" not in (outcome.error or "")
            assert outcome.form != "!NameError"


def test_each_single_fault_is_explained_by_its_sentence(lesson, function):
    several = cases(lesson, function)
    named = 0
    for number, known in enumerate(several[0].faults):
        if known.harmless:
            assert explain(several, [case.singles[number] for case in several]) == []
            continue
        found = explain(several, [case.singles[number] for case in several])
        named += bool(found)
        sentences = [one.sentence for one in found]
        assert not found or known.sentence in sentences or found[0].ids[0] in PLAIN
    # The rest are families whose results agree: naming two of many would be a guess.
    assert named >= 0.75 * len(several[0].faults)


def test_right_results_are_never_explained(lesson, function):
    several = cases(lesson, function)
    assert explain(several, [case.right for case in several]) == []
    for case in several:
        assert explain([case], [case.right]) == []


def test_random_results_are_not_explained(lesson, function):
    several = cases(lesson, function)
    rng = np.random.default_rng(1)
    for _ in range(50):
        got = []
        for case in several:
            arrays = tuple(rng.normal(size=a.shape) for a in case.right.arrays)
            got.append(type(case.right)(case.right.form, arrays, case.right.kinds))
        assert explain(several, got) == []


def test_a_file_explains_as_the_model_does(lesson, function, tmp_path):
    several = cases(lesson, function)
    save(tmp_path / "faults.npz", several)
    read = load(tmp_path / "faults.npz")
    assert isinstance(read, Cases) and len(read) == len(several)
    again = [read.find(function, arguments) for arguments in inputs(lesson, function)]
    assert [one.digest for one in again] == [one.digest for one in several]
    step = max(1, len(several[0].faults) // 40)
    for number in range(0, len(several[0].faults), step):
        got = [case.singles[number] for case in several]
        assert explain(again, got) == explain(several, got)


def test_pairs_are_explained_by_their_sentences(lesson, function):
    one = model(lesson, function)
    arguments = two_inputs(lesson, function)
    several = [compute(one, each) for each in arguments]
    pairs = [tuple(pair) for pair in several[0].pairs.faults.tolist()]
    chosen = set(pairs[:: max(1, len(pairs) // 40)])
    outcomes = [
        {taken: outcome for taken, outcome in runs(one, each) if taken in chosen}
        for each in arguments
    ]
    if len(several) == 1:  # one input names single faults only
        found = [explain(several, [outcome]) for outcome in outcomes[0].values()]
        assert all(len(each.ids) == 1 for each in sum(found, []))
        return
    right = named = 0
    for pair in chosen:
        if any(pair not in found for found in outcomes):
            continue
        found = explain(several, [group[pair] for group in outcomes])
        named += bool(found)
        known = {several[0].faults[number].sentence for number in pair}
        right += any(
            each.ids[0] in PLAIN or sentence in each.sentence
            for sentence in known
            for each in found
        )
    assert right >= 0.8 * named
    assert not chosen or named >= 0.5 * len(chosen)
