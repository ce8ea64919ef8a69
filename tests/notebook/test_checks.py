"""The checks: what passes, what fails, and what a learner then reads."""

import sys
import textwrap
import warnings

import nbformat
import numpy as np
import pytest
import torch
from nbclient import NotebookClient

from dikkat.notebook import Check, CheckFailed, checks
from dikkat.notebook.checks import LearnerError
from dikkat.notebook.failures import Failure


@pytest.fixture
def check():
    return Check("It works")


def fails(call, *args, **kwargs) -> CheckFailed:
    with pytest.raises(CheckFailed) as caught:
        call(*args, **kwargs)
    return caught.value


def double(x):
    return x * 2


def unwritten(x):
    raise NotImplementedError("Your turn")


def loops(x):
    return [n for n in x]


# --- the context -----------------------------------------------------------------------


def test_passing_check_prints_a_tick(capsys):
    with Check("It works") as check:
        check.that(True, "never")
    assert capsys.readouterr().out == "✓ It works\n"


def test_failing_check_prints_nothing_and_says_property_call_and_fault(capsys):
    with pytest.raises(CheckFailed) as caught, Check("It works") as check:
        check.close(check.call(double, np.ones((2, 3))), np.ones((2, 3)), hint="Do not double.")
    assert capsys.readouterr().out == ""
    assert str(caught.value).split("\n") == [
        "✗ It works",
        "  called:    double(array (2, 3))",
        "  got:       shape (2, 3)  [[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]",
        "  expected:  shape (2, 3)  [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]",
        "Do not double.",
    ]
    assert caught.value.failure.property == "It works" and caught.value.failure.mistake is None


def test_missing_name_is_named():
    with pytest.raises(CheckFailed) as caught, Check("It works") as check:
        check.call(no_such_name, 1)  # noqa: F821
    assert "The name no_such_name does not exist yet" in str(caught.value)
    assert caught.value.failure.mistake == "not-written"


def test_other_errors_of_a_test_pass_through():
    with pytest.raises(ZeroDivisionError), Check("It works"):
        1 / 0  # noqa: B018


def test_that_carries_the_mistake(check):
    assert fails(check.that, False, "No.", mistake="some-fault").failure.mistake == "some-fault"
    check.that(True, "No.")


def test_right_first_says_what_the_point_is_for(check):
    error = fails(check.right_first, False, "is made without a loop")
    assert "This point is for a right result that is made without a loop." in str(error)
    assert error.failure.mistake == "not-right-yet"
    check.right_first(True, "is made without a loop")


# --- calling ---------------------------------------------------------------------------


def test_call_returns_what_the_function_returns_and_takes_keywords(check):
    assert check.call(lambda x, by=2: x * by, 3, by=4) == 12
    assert check._call.endswith("(3, by=4)")


def test_call_silences_warnings_and_stderr(check, capsys):
    def noisy(x):
        warnings.warn("beware", stacklevel=1)
        print("to stderr", file=sys.stderr)
        return np.log(x)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert check.call(noisy, np.array(0.0)) == -np.inf
    said = capsys.readouterr()
    assert said.err == "" and said.out == "to stderr\n"


def test_call_of_an_unwritten_function(check):
    error = fails(check.call, unwritten, 1)
    assert "unwritten is not written yet" in str(error) and error.failure.mistake == "not-written"


@pytest.mark.parametrize("thing", [None, 3, np.ones(2), "def"], ids=str)
def test_call_of_what_is_no_function(check, thing):
    assert "This must be a function" in str(fails(check.call, thing, 1))


def test_call_shows_an_error_with_its_type_and_says_what_it_means(check):
    error = fails(check.call, lambda x: x ^ 0.5, 4)
    assert "  stopped:   TypeError: unsupported operand type(s) for ^" in str(error)
    assert str(error).split("\n")[-1] == "In Python, a power is written **, not ^."
    assert error.failure.mistake == "error"


def test_call_shows_an_error_without_a_meaning(check):
    error = fails(check.call, lambda x: x["no"], {})
    assert "  stopped:   KeyError: 'no'" in str(error)
    assert "stopped with this error before it returned anything" in str(error)


def test_call_shows_the_line_of_an_error_from_afar(check):
    def stand_in(x):
        raise LearnerError("ValueError", "too long", "y = q @ k")

    error = str(fails(check.call, stand_in, 1))
    assert "  stopped:   ValueError: too long\n  your line: y = q @ k\n" in error


MEANINGS = [
    (lambda: np.ones((2, 3, 4)) @ np.ones((2, 3, 4)), "swap the last two only"),
    (lambda: np.dot(np.ones((2, 3)), np.ones((2, 3))), "it does not batch"),
    (lambda: np.einsum("ijk->i", np.ones((2, 3))), "more letters than the array has axes"),
    (lambda: np.einsum("i->i", np.ones((2, 3))), "fewer letters than the array has axes"),
    (lambda: np.einsum("ij->k", np.ones((2, 3))), "must also stand before it"),
    (lambda: np.einsum("ij->ii", np.ones((2, 3))), "a letter stands only once"),
    (lambda: np.einsum("ij,kj->ik", np.ones((2, 3)), np.ones((2, 4))), "of two sizes"),
    (lambda: np.ones((2, 3)) + np.ones((2, 4)), "lined up from the last one"),
    (lambda: np.ones((2, 3)).reshape(4), "A reshape keeps every number"),
    (lambda: np.ones((2, 3, 4)).transpose(1, 0), "transpose wants every axis"),
    (lambda: np.ones(2).permute(0), "NumPy and PyTorch name some things differently"),
    (double, "other arguments"),
    (lambda: np.einsum(np.ones(2), "i->"), "string of letters first"),
    (lambda: np.einsum("b,h->bh", np.ones((2, 3)), np.ones(3)), "a comma separates arrays"),
    (lambda: np.einsum("ij->i(j)", np.ones((2, 3))), "It cannot join two axes"),
    (lambda: np.ones((2, 3, 3))[np.ones((2, 1, 3), bool)], "does not stretch"),
    (lambda: [0, 0][2], "How long is it"),
    (lambda: {"film": 1}["f"], "sentence.split() gives its words"),
    (lambda: bool(torch.ones(2)), "if x is not None"),
    (lambda: 1 - torch.ones(2).bool(), "turns a boolean mask round"),
    (lambda: np.ones(2, bool) - np.ones(2, bool), "turns a boolean mask round"),
    (lambda: round([1.0]), "round each of them"),
    (lambda: torch.zeros(2, 6 / 2), "with //"),
    (lambda: torch.ones(1, 2, 3).transpose(0, 2, 1), "permute takes all of them"),
    (lambda: torch.sqrt(4), "** 0.5"),
    (lambda: torch.einsum("i->i", np.ones(2)), "NumPy arrays went in"),
    (lambda: torch.ones(2, requires_grad=True).numpy(), "Stay in PyTorch"),
    (lambda: torch.nn.Linear(2, 2) @ torch.ones(2), "Call a layer like a function"),
    (lambda: B·T, "write *"),  # noqa: F821
    (lambda: nowhere, "misspelt"),  # noqa: F821
    (lambda: np.divide(np.ones(2, int), 2, out=np.ones(2, int)), "no room for fractions"),
    (lambda: torch.ones(2, 3) @ torch.ones(2, 3), "as long as the last but one"),
    (lambda: torch.ones(2, 3, 4) @ torch.ones(2, 3, 4), "as long as the last but one"),
    (lambda: torch.ones(2, 3) + torch.ones(2, 4), "lined up from the last one"),
    (lambda: torch.ones(2, 3).reshape(4), "A reshape keeps every number"),
    (lambda: torch.einsum("ijk->i", torch.ones(2, 3)), "needs one letter"),
    (lambda: torch.einsum("ij->k", torch.ones(2, 3)), "must also stand before it"),
    (lambda: torch.einsum("ij->ii", torch.ones(2, 3)), "a letter stands only once"),
    (lambda: torch.einsum("ij,kj->ik", torch.ones(2, 3), torch.ones(2, 4)), "of two sizes"),
]


def test_slips_in_the_text_are_told(check):
    def scaled(x):
        return x / 4 ** 1/2  # fmt: skip

    def listed(x):
        x = x.append(0)
        return x

    text = str(fails(check.close, check.call(scaled, np.ones(4)), np.full(4, 0.5)))
    assert "x ** 1/2 is (x ** 1) / 2" in text
    assert "append and its like change the list" in str(fails(check.array, check.call(listed, [1])))


def test_right_numbers_in_the_wrong_places_are_called_so(check):
    numbers = np.arange(6.0).reshape(2, 3)
    text = str(fails(check.close, numbers.T.reshape(2, 3), numbers))
    assert "All the right numbers are here, in the wrong places." in text
    text = str(fails(check.close, numbers[None], numbers))
    assert "The axes of size 1 are not" in text
    assert "right numbers" not in str(fails(check.close, numbers + 1, numbers))


@pytest.mark.parametrize(("run", "meaning"), MEANINGS)
def test_common_errors_are_explained(check, run, meaning):
    assert meaning in str(fails(check.call, run)).split("\n")[-1]


def test_failed_check_inside_a_function_passes_through(check):
    def inner():
        raise CheckFailed(Failure("Another property", sentences=("why",)))

    assert fails(check.call, inner).failure.property == "Another property"


@pytest.mark.parametrize("make", [np.ones, torch.ones])
def test_call_gives_copies_and_unchanged_tells_who_writes_into_them(check, make):
    def spoils(x):
        x *= 2
        return x

    mine = make((2, 3))
    check.call(double, mine)
    check.unchanged(mine, make((2, 3)), "x")
    check.call(spoils, mine)
    assert (mine == 1).all()
    error = fails(check.unchanged, mine, make((2, 3)), "x")
    assert "the caller's own x is not what it was" in str(error)
    assert error.failure.mistake == "input-changed"


def test_unchanged_tells_of_a_new_shape(check):
    def reshapes(x):
        x.resize((3, 2))

    mine = np.ones((2, 3))
    check.call(reshapes, mine)
    assert "own x has the shape (3, 2), and it was (2, 3)" in str(
        fails(check.unchanged, mine, np.ones((2, 3)), "x")
    )


def test_call_with_gradients(check):
    layer = torch.nn.Linear(3, 2)
    inputs = torch.ones(4, 3, requires_grad=True)
    plain = torch.ones(4, 3)

    def use(x, y, layer):
        return layer(x) + y.sum().detach(), y

    (out, second), (dx, dy, dlayer) = check.call_with_gradients(use, inputs, plain, layer)
    assert not out.requires_grad and torch.equal(second, plain)
    assert dx.shape == (4, 3) and dx.abs().max() > 0 and dy is None
    assert set(dlayer) == {"weight", "bias"} and dlayer["weight"].abs().max() > 0
    assert inputs.grad is None and layer.weight.grad is None


def test_call_with_gradients_where_nothing_arrives(check):
    layer = torch.nn.Linear(3, 2)
    result, (_, grads) = check.call_with_gradients(
        lambda x, layer: layer(x).detach(), torch.ones(4, 3), layer
    )
    assert result.shape == (4, 2) and grads == {"weight": None, "bias": None}


def test_call_with_gradients_of_a_stand_in(check):
    class StandIn:
        __name__ = "head"

        def __call__(self, x):
            raise AssertionError("not this way")

        def with_gradients(self, x):
            return "result", ["gradient"]

    assert check.call_with_gradients(StandIn(), 1) == ("result", ["gradient"])


# --- the text --------------------------------------------------------------------------


def with_dots(a):
    return a @ a


def one_einsum(a):
    return np.einsum("ij->i", a)


def test_source_and_loops(check):
    assert "return x * 2" in check.source(double)
    check.without_loops(double)
    error = fails(check.without_loops, loops)
    assert "  your line: return [n for n in x]" in str(error) and error.failure.mistake == "loop"


def test_source_that_cannot_be_read(check):
    assert "could not be read" in str(fails(check.source, len))


def test_only_einsum(check):
    check.only_einsum(one_einsum, 1)
    assert "it is not einsum" in str(fails(check.only_einsum, with_dots, 1))
    error = fails(check.only_einsum, one_einsum, 2)
    assert "  got:       1 call of einsum\n  expected:  2" in str(error)
    assert error.failure.mistake == "not-einsum"


# --- what came back --------------------------------------------------------------------


@pytest.mark.parametrize(
    "got", [np.ones((2, 2)), torch.ones(2, 2, requires_grad=True), 3, 2.5, np.float32(1), True]
)
def test_array_takes_arrays_tensors_and_numbers(check, got):
    assert isinstance(check.array(got), np.ndarray)


@pytest.mark.parametrize(
    ("got", "said"),
    [
        (None, "Does your function end with `return`?"),
        ([1, 2], "it is a list of 2: (1, 2)"),
        ("text", "it is 'text'"),
        ({"a": 1}, "it is a dict with the keys ['a']"),
        (..., "it is a value of type ellipsis"),
        (np.array(["a"]), "An array must come back"),
        (np.array([None]), "An array must come back"),
    ],
)
def test_array_refuses_the_rest(check, got, said):
    assert said in str(fails(check.array, got))


def test_numbers(check):
    assert check.numbers([1, 2.5, np.int64(3)]).tolist() == [1, 2.5, 3]
    assert check.numbers(np.arange(2)).tolist() == [0, 1]
    assert "in it is 'a'" in str(fails(check.numbers, [1, "a"]))


def test_pair(check):
    assert check.pair((1, 2)) == (1, 2) and check.pair([1, 2]) == [1, 2]
    error = str(fails(check.pair, np.ones(2), "(out, weights)"))
    assert "Two things must come back, (out, weights); it is array (2,)." in error
    assert "three" not in error and "Two things" in str(fails(check.pair, (1, 2, 3)))
    assert "return" in str(fails(check.pair, None))


CLOSE = [
    (np.ones(3), np.ones(3) + 5e-5),
    (torch.ones(3), np.ones(3)),
    (np.ones(3, dtype="float32"), torch.ones(3, dtype=torch.float64)),
    (np.array([np.nan, np.inf]), np.array([np.nan, np.inf])),
    (2, 2.0),
    (np.array([True, False]), np.array([1, 0])),
    (np.zeros((0, 3)), np.zeros((0, 3))),
]


@pytest.mark.parametrize(("got", "expected"), CLOSE)
def test_close_passes(check, got, expected):
    check.close(got, expected)


NOT_CLOSE = [
    (np.ones(3), np.ones(3) + 5e-4),
    (np.ones((3, 1)), np.ones(3)),
    (np.ones(1), np.ones(3)),
    (np.array([np.nan]), np.array([0.0])),
    (np.array([np.inf]), np.array([-np.inf])),
]


@pytest.mark.parametrize(("got", "expected"), NOT_CLOSE)
def test_close_fails(check, got, expected):
    fails(check.close, got, expected)


def test_close_names_the_first_mistake_that_fits(check):
    mistakes = {
        "other-shape": (np.ones(2), "No."),
        "no-such": (None, "No."),
        "halved": (np.array([1.0, 2, 3]), "These are halved."),
        "later": (np.array([1.0, 2, 3]), "No."),
    }
    error = fails(check.close, np.array([1.0, 2, 3]), np.array([2.0, 4, 6]), mistakes=mistakes)
    assert str(error).endswith("\nThese are halved.") and error.failure.mistake == "halved"
    error = fails(
        check.close, np.array([1.0, 2, 4]), np.array([2.0, 4, 6]), mistakes=mistakes, hint="Double."
    )
    assert str(error).endswith("\nDouble.") and error.failure.mistake is None


def test_close_says_what_is_not_finite_unless_the_mistake_is_known(check):
    got = np.array([np.nan, 1])
    assert "There is NaN (not a number)" in str(fails(check.close, got, np.ones(2)))
    assert "There is infinity" in str(fails(check.close, np.array([np.inf, 1]), np.ones(2)))
    said = str(fails(check.close, got, np.ones(2), mistakes={"nan": (got, "0 over 0.")}))
    assert "There is" not in said and said.endswith("0 over 0.")


def test_close_shows_the_first_row_that_differs_of_a_large_array(check):
    got = np.zeros((2, 3, 4))
    got[1, 2, 3] = 0.5
    error = str(fails(check.close, got, np.zeros((2, 3, 4)), label="weights"))
    assert "  got:       weights, shape (2, 3, 4)  [1, 2, :] = [0.0, 0.0, 0.0, 0.5]\n" in error


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.5763, "0.576"),
        (1.0, "1.0"),
        (-0.25, "-0.25"),
        (0.0, "0.0"),
        (4.54e-5, "4.54e-05"),
        (-1e9, "-1e+09"),
        (np.nan, "nan"),
        (-np.inf, "-inf"),
        (12345.678, "12345.678"),
    ],
)
def test_numbers_are_short(check, number, text):
    error = str(fails(check.close, np.array([number]), np.array([7.0])))
    assert f"  got:       shape (1,)  [{text}]\n" in error


def test_shape(check):
    check.shape(np.ones((2, 3)), (2, 3))
    mistakes = {"swapped": ((3, 2), "Rows and columns are swapped.")}
    error = fails(check.shape, np.ones((3, 2)), (2, 3), mistakes=mistakes, label="A", hint="Two.")
    assert str(error).split("\n")[1:] == [
        "  got:       A, shape (3, 2)",
        "  expected:  A, shape (2, 3)",
        "Rows and columns are swapped.",
    ]
    assert error.failure.mistake == "swapped"
    error = fails(check.shape, np.ones(3), (2, 3), mistakes=mistakes, hint="Two axes.")
    assert str(error).endswith("\nTwo axes.") and error.failure.mistake is None


# --- answers ---------------------------------------------------------------------------


@pytest.mark.parametrize("nothing", [None, ...])
def test_no_answer_yet(check, nothing):
    for ask in (
        lambda: check.predicted(nothing, 1),
        lambda: check.choice(nothing, "A", {"B": "No."}),
        lambda: check.blank(nothing, 1, {...: "No."}),
        lambda: check.match(nothing, {"a": (1,)}, {"a": "No."}),
        lambda: check.match({"a": nothing}, {"a": (1,)}, {"a": "No."}),
    ):
        error = fails(ask)
        assert "There is no answer" in str(error) and error.failure.mistake == "not-written"


@pytest.mark.parametrize(
    ("guess", "real"),
    [
        ((2, 3), torch.ones(2, 3).shape),
        ([2, 3], (2, 3)),
        (np.array([0.5, 0.5]), [0.5, 0.5]),
        (0.2, np.float64(0.2)),
        ("a", "a"),
    ],
)
def test_prediction_that_is_right(check, guess, real):
    check.predicted(guess, real)


def test_prediction_that_is_wrong_does_not_tell_the_answer(check):
    error = fails(check.predicted, (2, 4), (2, 37))
    assert "  you wrote: (2, 4)" in str(error) and "37" not in str(error)
    assert error.failure.mistake == "prediction"


@pytest.mark.parametrize("answer", ["B", "b", " b "])
def test_choice_that_is_right(check, answer):
    check.choice(answer, "B", {"A": "No."})


@pytest.mark.parametrize(
    ("answer", "said", "mistake"),
    [
        ("a", "Rows do.", "chose-A"),
        ("the second", "Answer with one of the letters A, B, C, as a string.", None),
        (2, "Answer with one of the letters A, B, C, as a string.", None),
        (["B"], "Answer with one of the letters A, B, C, as a string.", None),
    ],
)
def test_choice_that_is_wrong(check, answer, said, mistake):
    error = fails(check.choice, answer, "B", {"A": "Rows do.", "C": "No."})
    assert said in str(error) and error.failure.mistake == mistake


def test_blank(check):
    why = {0: "Zero.", "1": "Without quotes.", 1.0: "Without a point.", ...: "A whole number."}
    check.blank(1, 1, why)
    check.blank(np.int64(1), 1, why)
    check.blank(None, None, why)
    for answer, said in [(0, "Zero."), ("1", "Without quotes."), (9, "A whole number.")]:
        assert str(fails(check.blank, answer, 1, why)).endswith(said)
    assert "Without a point." in str(fails(check.blank, 1.0, 1, why))
    assert "A whole number." in str(fails(check.blank, True, 1, why))


def test_match(check):
    right = {"q": (2, 3), "k": torch.ones(4, 3).shape}
    why = {"q": "q is two by three.", "k": "k is four by three."}
    check.match({"q": [2, 3], "k": (4, 3), "more": 1}, right, why)
    error = fails(check.match, {"q": (2, 3), "k": (3, 4)}, right, why)
    assert "  you wrote: k is (3, 4)\nk is four by three." in str(error)
    assert error.failure.mistake == "match-k"
    assert "There is no answer for k yet." in str(fails(check.match, {"q": (2, 3)}, right, why))
    assert "Write a dict" in str(fails(check.match, [(2, 3)], right, why))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.ones((2, 3)), "array (2, 3)"),
        (torch.ones(2), "tensor (2,)"),
        (3, "3"),
        (np.float64(0.5), "0.5"),
        ("a" * 80, "'" + "a" * 56 + "..."),
        ((1, [2, 3]), "a tuple of 2: (1, a list of 2)"),
        ([1] * 6, "a list of 6: (1, 1, 1, 1, ...)"),
        ({"a": 1}, "a dict with the keys ['a']"),
        (object(), "a value of type object"),
    ],
)
def test_describe(value, text):
    assert checks.describe(value) == text


# --- in a notebook ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def outputs():
    """What the cells of a small notebook give in a real kernel."""
    cells = [
        "from dikkat.notebook import Check\nimport sys, warnings",
        """
        def halves(x):
            warnings.warn("beware")
            print("noise", file=sys.stderr)
            half = x // 0
            return half
        """,
        'with Check("It halves") as check:\n    check.call(halves, 3)',
        'with Check("It is there") as check:\n    check.call(not_there, 3)',
        'with Check("It works") as check:\n    check.call(lambda x: x, 3)',
    ]
    cells = [nbformat.v4.new_code_cell(textwrap.dedent(text).strip()) for text in cells]
    notebook = nbformat.v4.new_notebook(cells=cells)
    client = NotebookClient(
        notebook, startup_timeout=1000, allow_errors=True, kernel_name="python3"
    )
    client.execute()
    return [cell.outputs for cell in notebook.cells]


def test_learner_reads_the_message_alone_and_the_own_line(outputs):
    error = outputs[2][-1]
    assert error.ename == "CheckFailed" and len(error.traceback) <= 5
    assert "\n".join(error.traceback).split("\n") == [
        "✗ It halves",
        "  called:    halves(3)",
        "  stopped:   ZeroDivisionError: integer division or modulo by zero",
        "  your line: half = x // 0",
        "Your function stopped with this error before it returned anything.",
    ]


def test_nothing_of_a_call_goes_to_stderr(outputs):
    assert [o for o in outputs[2] if o.get("name") == "stderr"] == []


def test_missing_name_in_a_notebook(outputs):
    assert "The name not_there does not exist yet." in "\n".join(outputs[3][-1].traceback)


def test_tick_in_a_notebook(outputs):
    assert outputs[4][0].text == "✓ It works\n"
