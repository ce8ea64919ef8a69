"""Loss curves: the picture, its sentence, and the errors for wrong input."""

import warnings

import pytest

from dikkat.notebook import show_curves

CURVES = {"plain average": [3.1, 2.0, 1.7], "four heads": [2.9, 1.4, 1.25]}


@pytest.fixture(autouse=True)
def no_warnings():
    # In nbgrader, a warning costs points, because it goes to stderr.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def lines(picture):
    return {line.get_label(): line for line in picture.axes[0].lines}


def test_sentence_has_first_and_last_loss_of_each_curve_and_the_floor(capsys):
    picture = show_curves(CURVES, every=10, floor=1.193)
    said = (
        "Loss during training: plain average from 3.10 to 1.70; four heads from 2.90 to 1.25; "
        "the floor is 1.193."
    )
    assert capsys.readouterr().out == said + "\n"
    data, metadata = picture._repr_mimebundle_()
    assert data["text/plain"] == metadata["image/png"]["alt"] == said
    assert data["image/png"].startswith("iVBOR")


def test_curves_stand_at_their_steps_and_the_floor_at_its_height():
    drawn = lines(show_curves(CURVES, every=10, floor=1.193))
    assert list(drawn["four heads"].get_xdata()) == [0, 10, 20]
    assert list(drawn["four heads"].get_ydata()) == CURVES["four heads"]
    assert set(drawn["floor 1.193"].get_ydata()) == {1.193}


def test_without_a_floor_nothing_is_said_or_drawn_of_one(capsys):
    picture = show_curves(CURVES)
    assert set(lines(picture)) == set(CURVES)
    assert capsys.readouterr().out.endswith("to 1.25.\n")


def test_no_two_curves_are_told_apart_by_colour_alone():
    drawn = lines(show_curves({str(i): [2.0, 1.0] for i in range(5)})).values()
    assert len({line.get_color() for line in drawn}) == 5
    assert len({str(line._dash_pattern) for line in drawn}) == 5


@pytest.mark.parametrize(
    ("curves", "words"),
    [
        ({}, "one to 5 curves, not 0"),
        ({str(i): [1.0] for i in range(6)}, "one to 5 curves, not 6"),
        ({"empty": []}, "'empty' is empty"),
        ({"broken": [2.0, float("nan")]}, "'broken' is nan at step 10"),
    ],
)
def test_what_cannot_be_drawn_is_said(curves, words):
    with pytest.raises(ValueError, match=words):
        show_curves(curves, every=10)
