"""Pictures of training: how the loss falls, and how far it can fall.

show_curves({"one head": [2.9, 1.9, 1.4]}, every=10, floor=1.2)

Like the heatmaps, each call prints a sentence that says what is to be seen, and returns the
picture, which JupyterLab shows when the call is the last line of its cell.
"""

from __future__ import annotations

import math

from matplotlib import style

from dikkat.console import say

from .heatmaps import Heatmap as Picture

# Okabe and Ito's colours, which colour-blind people can tell apart; and no line by colour alone.
LOOKS = [
    ("#0072B2", "-"),
    ("#D55E00", "--"),
    ("#009E73", "-."),
    ("#CC79A7", ":"),
    ("#000000", (0, (5, 1, 1, 1, 1, 1))),
]


def show_curves(curves, every=1, floor=None) -> Picture:
    """Draws how losses fall during training; prints a sentence with the first and last of each.

    curves: {name: its losses, in order}, at most five names.
    every:  training steps between one loss and the next.
    floor:  the lowest loss that can be reached, if it is known: a grey line.

    Raises ValueError where there is nothing to draw, or a loss is not a finite number.
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
                    "finite number usually means that the training went wrong there."
                )
    said = [f"{name} from {x[0]:.2f} to {x[-1]:.2f}" for name, x in curves.items()]
    summary = "Loss during training: " + "; ".join(said)
    summary += "." if floor is None else f"; the floor is {floor:.3f}."
    # A dark style set in the notebook would write white on our white ground.
    with style.context("default"):
        picture = _draw(curves, every, floor)
    picture.summary = summary
    say(summary)
    return picture


def _draw(curves, every, floor):
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
