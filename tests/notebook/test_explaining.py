"""What a check says of a wrong result, from what is known of its calls."""

from __future__ import annotations

import io

import numpy as np
import pytest

from dikkat.faults import Model, Result, Step, compute, fault, save
from dikkat.notebook import Check, CheckFailed, known, variables

X = np.array([[1.0, 2.0, 4.0], [3.0, 5.0, 9.0]])
Y = np.array([[2.0, 7.0], [1.0, 6.0], [5.0, 3.0]])
MODEL = Model(
    "shares",
    ("x",),
    [
        Step(
            "halves",
            "the halves",
            lambda s: s.x / 2,
            [fault("no-scale", lambda s: s.x, "The numbers were not halved.")],
        ),
        Step(
            "shares",
            "the shares",
            lambda s: s.halves / s.halves.sum(-1, keepdims=True) + s.halves,
            [
                fault(
                    "softmax-over-queries",
                    lambda s: s.halves / s.halves.sum(0) + s.halves,
                    "The columns add up to 1.",
                )
            ],
        ),
    ],
    (Result("the shares", ("row", "column")),),
    lambda: {},
)


def right(x):
    return x / x.sum(-1, keepdims=True) + x / 2


@pytest.fixture(autouse=True)
def provided():
    file = io.BytesIO()
    save(file, [compute(MODEL, (x,)) for x in (X, Y)])
    known.provide(file.getvalue())
    yield
    known.provide(None)


def said(function, *inputs):
    """The failure of a check that compares a result of each input, the last one wrongly."""
    function.__name__ = "shares"
    with pytest.raises(CheckFailed) as caught, Check("It shares") as check:
        got = [check.call(function, x) for x in inputs]
        check.close(got[-1], right(inputs[-1]), hint="A reminder.")
    return caught.value.failure


def test_a_known_mistake_is_named_and_nothing_else_is_said():
    failure = said(lambda x: x / x.sum(-1, keepdims=True) + x, X)
    assert failure.sentences == ("The numbers were not halved.",)
    assert failure.mistake == "no-scale"


def test_two_mistakes_at_once_are_named_from_two_calls():
    failure = said(lambda x: x / x.sum(0) + x, X, Y)
    assert failure.mistake == "no-scale+softmax-over-queries"
    assert "not halved" in failure.explanation and "columns add up" in failure.explanation


def test_one_call_does_not_prove_a_pair():
    assert said(lambda x: x / x.sum(0) + x, X).mistake is None


def test_an_unknown_mistake_says_how_far_the_work_is_right():
    def other(x):
        halves = x / 2
        total = halves.sum()
        return halves / total

    failure = said(other, X)
    assert failure.mistake is None and "halves are right" in failure.explanation


def test_an_error_says_what_was_right_before_it():
    def other(x):
        halves = x / 2
        return halves @ halves

    failure = said(other, X)
    assert failure.mistake == "error" and "halves are right" in failure.explanation
    assert failure.fact("stopped").startswith("ValueError")


def test_without_what_is_known_a_check_still_compares():
    known.provide(b"")
    failure = said(lambda x: x, X)
    assert failure.mistake is None and failure.sentences == ("A reminder.",)


def test_calls_are_recorded_for_the_build():
    calls = []
    right.__name__ = "shares"
    with known.recorded(lambda *call: calls.append(call)), Check("It shares") as check:
        check.close(check.call(right, X), right(X))
    assert [name for name, _ in calls] == ["shares"] and np.array_equal(calls[0][1][0], X)


def test_variables_of_a_call_are_those_of_the_function_itself():
    def helper(a):
        inside = a
        return inside

    def outer(a):
        held = helper(a)
        _hidden = 1
        raise RuntimeError(held)

    assert variables.of_call(outer, 3) == {"a": 3, "held": 3}
    assert variables.of_call(len, "abc") == {}
