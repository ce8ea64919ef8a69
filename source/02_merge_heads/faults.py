"""Lesson 02: the steps of `merge_heads`, with their known wrong ways."""

from __future__ import annotations

import itertools

from dikkat.faults import Model, Result, Step, fault

LETTERS = "BHTD"
GLUED = (
    "The texts were glued together, not the heads: without an axis, NumPy goes through axis 0, "
    "the texts. The heads are axis 1."
)
INTERLEAVED = (
    "The heads are interleaved: one number of head 0, one of head 1, and so on. Keep the numbers "
    "of a head together: D must be the last axis when you reshape."
)
LINES = "Every position needs one row, with all its heads: shape (B, T, H*D)."


def _orders():
    """Every wrong order of the four axes before the reshape, the common ones first."""
    known = {
        "BHTD": (
            "plain-reshape",
            "This is what a plain reshape gives: positions of one head stand side by side. Swap "
            "H and T first, and keep what transpose gives back.",
        ),
        "BTDH": (
            "interleaved",
            INTERLEAVED,
        ),
        "BDTH": (
            "axes-order",
            "H and D were swapped (axes 1 and 3). Swap H and T: axes 1 and 2.",
        ),
        "BHDT": (
            "axes-order",
            "T and D were swapped (axes 2 and 3). Swap H and T: axes 1 and 2.",
        ),
        "DTHB": ("all-axes-turned", "x.T turns all four axes around. Swap only H and T."),
        "TBHD": (
            "texts-mixed",
            "The positions came before the texts, so the texts are mixed. B stays first.",
        ),
        "THBD": (
            "texts-mixed",
            "The axes were (T, H, B, D), so the texts are mixed. Only H and T change places.",
        ),
        "HBTD": (
            "texts-mixed",
            "The heads came before the texts, so the texts are mixed. B stays first; swap H and T.",
        ),
        "HTBD": (
            "texts-mixed",
            "The axes were (H, T, B, D), so the texts are mixed. B stays first; swap H and T.",
        ),
    }
    rest = ("".join(order) for order in itertools.permutations(LETTERS))
    for order in dict.fromkeys([*known, *rest]):
        if order == "BTHD":
            continue
        id, sentence = known.get(
            order,
            (
                "axes-order",
                f"Before the reshape the axes were ({', '.join(order)}). They must be "
                "(B, T, H, D).",
            ),
        )
        axes = [LETTERS.index(letter) for letter in order]
        yield fault(
            id,
            lambda s, axes=axes: s.x.transpose(axes),
            sentence,
            singles_only=order not in known,
        )


MOVED = [
    *_orders(),
    fault(
        "heads-reversed",
        lambda s: s.x[:, ::-1].swapaxes(1, 2),
        "The heads are in reverse order. The row begins with head 0.",
    ),
    fault(
        "interleaved",
        lambda s: s.xp.stack([s.x[:, h] for h in range(s.x.shape[1])], axis=-1),
        INTERLEAVED,
        singles_only=True,
    ),
    fault(
        "all-axes-turned",
        lambda s: s.x.transpose(1, 2),
        "NumPy's transpose takes all four axes. Write x.transpose(0, 2, 1, 3), or "
        "x.swapaxes(1, 2).",
        singles_only=True,
    ),
    fault(
        "counted-from-one",
        lambda s: s.x.transpose(1, 3, 2, 4),
        "The axes are counted from 0: they are 0, 1, 2, 3. Write x.transpose(0, 2, 1, 3).",
        singles_only=True,
    ),
    fault(
        "arguments-not-a-tuple",
        lambda s: s.xp.transpose(s.x, 0, 2, 1, 3),
        "np.transpose takes the axes as one tuple. Write np.transpose(x, (0, 2, 1, 3)).",
        singles_only=True,
    ),
    fault(
        "torch-in-numpy",
        lambda s: s.x.permute(0, 2, 1, 3),
        "permute is PyTorch's. NumPy's is x.transpose(0, 2, 1, 3).",
        singles_only=True,
    ),
]


def _joined(shape):
    """A reshape to the sizes that `shape` makes of B, H, T and D."""
    return lambda s: s.moved.reshape(shape(*s.x.shape))


def _of_x(make):
    return lambda s: make(s.xp, s.x)


JOINED = [
    fault(
        "sizes-misread",
        _joined(lambda B, H, T, D: (B, H, T * D)),
        "The number of heads stands where the number of positions belongs. The axes of x are "
        "(B, H, T, D): axis 1 is H and axis 2 is T.",
    ),
    fault(
        "not-joined",
        lambda s: s.moved,
        "H and T were swapped, and there are still four axes. Join the last two, H and D, into "
        "one: reshape(B, T, H * D).",
    ),
    fault(
        "wrong-axes-joined",
        _joined(lambda B, H, T, D: (B, T * H, D)),
        "Each head still has a row of its own. Join H with D, the last axis, not with T.",
    ),
    fault(
        "wrong-axes-joined",
        lambda s: s.x.reshape(s.x.shape[0], -1, s.x.shape[3]),
        "The heads were glued along time, as if the text were longer. T stays, and the last axis "
        "grows to H*D.",
    ),
    fault(
        "texts-run-together",
        _joined(lambda B, H, T, D: (B * T, H * D)),
        "The rows are right, and the texts have run together. Keep three axes: (B, T, H*D).",
    ),
    fault(
        "texts-run-together",
        _joined(lambda B, H, T, D: (1, B * T, H * D)),
        "The rows are right, and the texts have run together. Keep three axes: (B, T, H*D).",
        singles_only=True,
    ),
    fault(
        "wrong-product-of-sizes",
        _joined(lambda B, H, T, D: (B, T, H + D)),
        "The last size is H times D, and H plus D was asked for.",
        singles_only=True,
    ),
    fault(
        "fixed-size",
        lambda s: s.moved.reshape(1, 2, 4),
        "The sizes of the worked example are written into the reshape. Read them from x.shape.",
        singles_only=True,
    ),
    fault(
        "fixed-size",
        lambda s: s.moved.reshape(len(s.x), s.x.shape[2], -1)[:, :, : 2 * s.x.shape[3]],
        "Only heads 0 and 1 are in the row. The number of heads is x.shape[1], whatever it is.",
    ),
    fault(
        "torch-in-numpy",
        lambda s: s.moved.view(len(s.x), s.x.shape[2], -1),
        "view with sizes is PyTorch's. Use reshape.",
        singles_only=True,
    ),
    fault(
        "arguments-not-a-tuple",
        lambda s: s.xp.reshape(s.moved, len(s.x), s.x.shape[2], s.x.shape[1] * s.x.shape[3]),
        "np.reshape takes the sizes as one tuple. Write np.reshape(y, (B, T, H * D)).",
        singles_only=True,
    ),
    fault(
        "reading-order",
        lambda s: s.x.reshape(len(s.x), s.x.shape[2], -1, order="F"),
        "order='F' reads the first axis fastest, so heads and positions are mixed. Swap H and T, "
        "then reshape as usual.",
    ),
    fault(
        "reshaped-before-swap",
        lambda s: s.x.reshape(len(s.x), s.x.shape[2], -1).swapaxes(1, 2),
        "The reshape came first and the swap after it. Swap H and T first, then reshape.",
    ),
    fault(
        "reshaped-before-swap",
        lambda s: s.x.reshape(len(s.x), -1, s.x.shape[2]).swapaxes(1, 2),
        "The reshape came first and the swap after it. Swap H and T first, then reshape.",
    ),
    fault(
        "heads-summed",
        _of_x(lambda xp, x: x.sum(1)),
        "The heads were added up. Nothing is added here: every number keeps a place of its own.",
    ),
    fault(
        "mean-over-heads",
        _of_x(lambda xp, x: x.mean(1)),
        "The heads were averaged. Every number keeps a place of its own.",
    ),
    fault(
        "mean-over-heads",
        _of_x(lambda xp, x: xp.tile(x.mean(1), (1, 1, x.shape[1]))),
        "The heads were averaged. Every number keeps a place of its own.",
        singles_only=True,
    ),
    fault(
        "mean-over-heads",
        _of_x(lambda xp, x: xp.tile(x.mean(1), (1, 1, x.shape[1])).astype(x.dtype)),
        "The heads were averaged. Every number keeps a place of its own.",
        singles_only=True,
    ),
    fault(
        "largest-of-heads",
        _of_x(lambda xp, x: x.max(1)),
        "This is the maximum over the heads. Every number of every head must be in the row.",
    ),
    fault(
        "first-head-only",
        _of_x(lambda xp, x: x[:, 0]),
        "This is head 0 alone. All heads must stand side by side.",
    ),
    fault(
        "last-head-only",
        _of_x(lambda xp, x: x[:, -1]),
        "This is the last head alone. All heads must stand side by side.",
    ),
    fault(
        "first-text-only",
        lambda s: s.moved[0].reshape(s.x.shape[2], -1),
        "Only text 0 came back. Work on all texts at once: B is the first axis.",
    ),
    fault(
        "first-text-only",
        lambda s: s.moved[:1].reshape(1, s.x.shape[2], -1),
        "Only text 0 came back. Work on all texts at once: B is the first axis.",
    ),
    fault("texts-glued", _of_x(lambda xp, x: xp.concatenate(list(x), axis=-1)), GLUED),
    fault("texts-glued", _of_x(lambda xp, x: xp.concatenate(list(x), axis=1)), GLUED),
    fault("texts-glued", _of_x(lambda xp, x: xp.concatenate(list(x), axis=0)), GLUED),
    fault(
        "texts-glued",
        _of_x(lambda xp, x: xp.concatenate([x[:, h] for h in range(x.shape[1])], axis=0)),
        "The heads were glued along axis 0, the texts. Glue them along the last axis: axis=-1.",
    ),
    fault(
        "one-row",
        lambda s: s.moved[0, 0].ravel(),
        "This is the row of position 0 of text 0 alone. " + LINES,
    ),
    fault(
        "one-row",
        lambda s: s.moved[:, 0].reshape(len(s.x), -1),
        "This is position 0 of each text alone. " + LINES,
        singles_only=True,
    ),
    fault("one-row", lambda s: s.moved.ravel(), "All numbers stand in one row. " + LINES),
    fault(
        "untouched",
        lambda s: s.x,
        "This is x as it came. transpose and reshape give a new array: keep what they return.",
    ),
    fault(
        "an-axis-too-many",
        lambda s: s.moved.reshape(len(s.x), s.x.shape[2], 1, -1),
        "There is an axis too many. Three come back: (B, T, H*D).",
        singles_only=True,
    ),
]


RETURNS = [
    fault(
        "cut-to-whole",
        lambda s: s.joined.astype(int),
        "The places are right, and the digits after the decimal point are lost. Give an array "
        "that you fill the dtype of x.",
    ),
    fault("axis-of-size-one-dropped", lambda s: s.joined.squeeze()),
    fault(
        "special-case-for-one-head",
        lambda s: s.x if s.x.shape[1] == 1 else s.joined,
        "With one head, x came back as it is, with four axes. One head is merged like any other.",
    ),
    fault(
        "changes-its-inputs",
        lambda s: s.joined,
        name="x",
        changed=("x",),
    ),
    fault(
        "too-many-results",
        lambda s: (s.joined, s.joined.shape),
        "Two values came back. Return the merged array alone.",
    ),
]


def _inputs():
    import numpy as np

    def count(*sizes):
        return (np.arange(np.prod(sizes)).reshape(sizes),)

    def draw(seed, *sizes):
        return (np.random.default_rng(seed).normal(size=sizes) * 10,)

    return {
        "example": [count(1, 2, 2, 2)],
        "two-texts": [count(2, 3, 4, 2)],
        "sizes": [draw(2, 2, 3, 4, 5), draw(3, 3, 5, 2, 7)],
        "sizes-of-one": [draw(4, 1, 3, 4, 5), draw(5, 2, 1, 4, 5), draw(6, 2, 3, 1, 5)],
    }


merge_heads = Model(
    function="merge_heads",
    arguments=("x",),
    steps=[
        Step(
            "moved",
            "the axes (B, T, H, D)",
            lambda s: s.x.transpose(0, 2, 1, 3),
            MOVED,
        ),
        Step(
            "joined",
            "the merged rows",
            lambda s: s.moved.reshape(s.x.shape[0], s.x.shape[2], s.x.shape[1] * s.x.shape[3]),
            JOINED,
        ),
        Step("returned", "the merged rows", lambda s: s.joined, RETURNS, shown=False),
    ],
    results=(Result("the merged rows", ("text", "position", "number")),),
    inputs=_inputs,
)

MODELS = [merge_heads]
