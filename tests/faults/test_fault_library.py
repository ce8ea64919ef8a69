"""The library of the fault model on a small model of its own."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from dikkat.faults import (
    Model,
    Result,
    Step,
    ambiguities,
    compute,
    digest,
    explain,
    fault,
    load,
    locate,
    observe,
    raised,
    right_variables,
    save,
    words,
)

A = np.array([[1.0, 2.0, 5.0], [3.0, -4.0, 0.5]])
B = np.array([[2.0, 0.5, 1.0], [-1.0, 7.0, 3.0]])


def small_model() -> Model:
    """(a, factor) -> a * factor + 1."""
    return Model(
        function="line",
        arguments=("a", "factor"),
        steps=[
            Step(
                "product",
                "the product",
                lambda s: s.a * s.factor,
                [
                    fault("no-scale", lambda s: s.a, "Not multiplied."),
                    fault("divided-by-d", lambda s: s.a / s.factor, "Divided."),
                    fault("constant-scale", lambda s: s.a * 3, "Multiplied by 3."),
                    fault("one-text-returned", lambda s: s.a[s.factor * 10], "Out of bounds."),
                ],
                plural=False,
            ),
            Step(
                "line",
                "the line",
                lambda s: s.product + 1,
                [
                    fault("output-scaled", lambda s: s.product + 2, "Two added."),
                    fault(
                        "changes-its-inputs", lambda s: s.product + 1, "Changed.", changed=("a",)
                    ),
                    fault(
                        "no-gradient",
                        lambda s: s.product + 1,
                        "Cut.",
                        unreached=("layer",),
                        singles_only=True,
                    ),
                    fault("rounded", lambda s: s.product + 1.0, "", harmless=True),
                ],
            ),
        ],
        results=(Result("the line", ("text", "query")),),
        inputs=lambda: {"all": [(A, 3), (B, 7)]},
    )


@pytest.fixture(scope="module")
def both():
    model = small_model()
    return [compute(model, arguments) for arguments in model.inputs()["all"]]


def got(function):
    return [observe(function(A, 3)), observe(function(B, 7))]


def test_a_single_fault_is_named(both):
    found = explain(both, got(lambda a, factor: a + 1))
    assert [one.ids for one in found] == [("no-scale",)]
    assert words(found) == "Not multiplied."


def test_two_faults_are_named_together_on_several_inputs_only(both):
    results = got(lambda a, factor: a / factor + 2)
    found = explain(both, results)
    assert [one.ids for one in found] == [("divided-by-d", "output-scaled")]
    assert explain(both[:1], results[:1]) == []


def test_an_explanation_agrees_with_all_inputs(both):
    assert explain(both, [observe(A + 1), observe(B / 7 + 1)]) == []


def test_right_and_harmless_results_are_not_explained(both):
    assert explain(both, got(lambda a, factor: a * factor + 1)) == []


def test_what_changes_its_input_is_named_only_if_somebody_looked(both):
    right = got(lambda a, factor: a * factor + 1)
    assert explain(both, [one.flagged(changed=["a"]) for one in right])[0].ids == (
        "changes-its-inputs",
    )
    assert explain(both, right) == []
    assert explain(both, [one.flagged(changed=[]) for one in right]) == []


def test_a_missing_gradient_is_named_only_if_somebody_looked(both):
    right = got(lambda a, factor: a * factor + 1)
    assert explain(both, [one.flagged(unreached=["layer"]) for one in right])[0].ids == (
        "no-gradient",
    )
    assert explain(both, [one.flagged(unreached=[]) for one in right]) == []


def test_wrong_numbers_are_named_even_if_the_flags_do_not_fit(both):
    results = [one.flagged(unreached=["layer"]) for one in got(lambda a, factor: a + 1)]
    assert explain(both, results)[0].ids == ("no-scale",)
    right = got(lambda a, factor: a * factor + 1)
    assert explain(both, [one.flagged(changed=["other"]) for one in right]) == []


def test_an_error_is_an_outcome(both):
    errors = []
    for array, factor in ((A, 3), (B, 7)):
        with pytest.raises(IndexError) as caught:
            array[factor * 10]
        errors.append(raised(caught.value))
    assert explain(both, errors)[0].ids == ("one-text-returned",)
    assert explain(both, [raised(IndexError("other")), errors[1]]) == []


@pytest.mark.parametrize(
    ("number", "id"), [(0, "all-zeros"), (np.nan, "all-nan"), (2, "all-the-same")]
)
def test_empty_results_are_named_first(both, number, id):
    results = got(lambda a, factor: np.full(a.shape, number))
    assert [one.ids for one in explain(both, results)] == [(id,)]


def test_a_result_that_ignores_its_arguments_is_named(both):
    found = explain(both, got(lambda a, factor: A * 3 + 1))
    assert [one.ids for one in found] == [("ignores-its-arguments",)]


def test_inputs_that_cannot_tell_faults_apart(both):
    classes = ambiguities(both[:1])
    assert [{one.id for one in group} for group in classes] == [{"", "constant-scale"}]
    assert ambiguities(both) == []


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        (lambda right: -right, "sign"),
        (lambda right: np.abs(right), "signs"),
        (lambda right: right * 5, "factor"),
        (lambda right: right + 0.3, "shift"),
        (lambda right: right.T, "transposed"),
        (lambda right: right[::-1], "exchanged"),
        (lambda right: right[[0, 0]], "slices"),
        (lambda right: np.sort(right.ravel()).reshape(right.shape), "order"),
        (lambda right: right[None], "squeezed"),
        (lambda right: right.reshape(3, 2), "reshaped"),
        (lambda right: right.sum(0), "reduced"),
        (lambda right: right[1], "part"),
        (lambda right: right - 1, "step"),
        (lambda right: None, "form"),
        (lambda right: (right, right), "form"),
        (lambda right: right.tolist(), "type"),
        (lambda right: right.astype(np.float16), "type"),
    ],
)
def test_how_far_a_result_is_right(both, result, kind):
    clues = locate(both[0], observe(result(A * 3 + 1)))
    assert [clue.kind for clue in clues] == [kind]
    assert clues[0].sentence.endswith(".")


def test_nothing_is_said_about_a_right_or_a_random_result(both):
    assert locate(both[0], observe(A * 3 + 1)) == []
    assert locate(both[0], observe(np.random.default_rng(0).normal(size=A.shape))) == []


def test_variables_show_how_far_the_work_is_right(both):
    variables = {"mine": A * 3, "other": A, "text": "a"}
    assert right_variables(both[0], variables) == {"product": "mine"}
    clues = locate(both[0], raised(NameError("x")), variables)
    assert clues[0].sentence == "The product (mine) is right. Look at the next step: the line."


def test_a_file_holds_all_that_is_needed(both, tmp_path):
    path = tmp_path / "faults.npz"
    save(path, both)
    read = load(path)
    assert read.find("line", (A, 4)) is None
    assert read.find("other", (A, 3)) is None
    again = [read.find("line", (A, 3)), read.find("line", (B, 7))]
    for make in (lambda a, f: a + 1, lambda a, f: a / f + 2, lambda a, f: a * f + 1):
        assert explain(again, got(make)) == explain(both, got(make))
    assert locate(again[0], observe(A * 3)) == locate(both[0], observe(A * 3))
    assert b"lambda" not in path.read_bytes()
    save(tmp_path / "again.npz", again)
    assert (tmp_path / "again.npz").read_bytes() == path.read_bytes()


def test_a_digest_depends_on_numbers_and_not_on_containers():
    assert digest("f", (A, 3)) == digest("f", (A.tolist(), np.int64(3)))
    assert digest("f", (A, 3)) == digest("f", (np.asfortranarray(A), 3))
    different = [("g", (A, 3)), ("f", (A, 3.0)), ("f", (A.T, 3)), ("f", (A != 0, 3))]
    assert len({digest(*one) for one in different} | {digest("f", (A, 3))}) == 5


def test_the_library_needs_no_torch():
    code = "import sys; import dikkat.faults; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
