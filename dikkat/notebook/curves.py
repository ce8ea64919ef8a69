"""Loss curves: how the loss falls during training, and how low it can get.

    show_curves({"one head": [2.9, 1.9, 1.4]}, every=10, floor=1.2)

As with the heatmaps, each call prints a sentence that describes the picture, and returns the
picture, which JupyterLab shows if the call is the last line of its cell.
"""

from __future__ import annotations

import math

from matplotlib import style

from dikkat.console import say

from .heatmaps import Heatmap as Picture

# The colours of Okabe and Ito (2008), which colour-blind people can tell apart. Each curve also has
# a line style of its own.
LOOKS = [
    ("#0072B2", "-"),
    ("#D55E00", "--"),
    ("#009E73", "-."),
    ("#CC79A7", ":"),
    ("#000000", (0, (5, 1, 1, 1, 1, 1))),
]


def show_curves(curves, every=1, floor=None) -> Picture:
    """Draws losses against training steps; prints a sentence with the first and last of each.

    curves: {name: sequence of losses}, one to five names.
    every:  training steps from one loss to the next.
    floor:  the lowest loss that can be reached, drawn as a grey line; None if it is not known.

    Returns the picture. Raises ValueError for no curve or too many, for an empty curve, and for a
    loss that is not a finite number.

        show_curves({"one head": [2.9, 1.9, 1.4]}, every=10)    # one curve, steps 0, 10 and 20
        show_curves({"a": [2.0, 1.5], "b": [2.0, 1.2]}, floor=1.1)  # two curves and a grey line
    """
    if not 1 <= len(curves) <= len(LOOKS):
        raise ValueError(f"show_curves draws one to {len(LOOKS)} curves, not {len(curves)}.")
    for name, losses in curves.items():
        if not len(losses):
            raise ValueError(f"The curve {name!r} is empty. It needs at least one loss.")
        for step, loss in enumerate(losses):
            if not math.isfinite(loss):
                raise ValueError(
                    f"The curve {name!r} is {loss} at step {step * every}. A loss that is not a "
                    "finite number usually means that training failed at that step."
                )
    said = [f"{name} from {x[0]:.2f} to {x[-1]:.2f}" for name, x in curves.items()]
    summary = "Loss during training: " + "; ".join(said)
    summary += "." if floor is None else f"; the floor is {floor:.3f}."
    # A dark style set in the notebook would draw white text on our white background.
    with style.context("default"):
        picture = _draw(curves, every, floor)
    picture.summary = summary
    say(summary)
    return picture


def _draw(curves, every, floor):
    """The picture of `show_curves`, without its sentence."""
    picture = Picture(figsize=(8, 4))
    axes = picture.add_subplot()
    for (name, losses), (colour, line) in zip(curves.items(), LOOKS, strict=False):
        steps = [i * every for i in range(len(losses))]
        axes.plot(steps, losses, color=colour, linestyle=line, linewidth=2, label=name)
    if floor is not None:
        axes.axhline(floor, color="#666666", linewidth=1, label=f"floor {floor:.3f}")
    axes.set_xlabel("training steps")
    axes.set_ylabel("loss")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    return picture
