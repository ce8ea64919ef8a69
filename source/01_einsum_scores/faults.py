"""Lesson 01: the steps of `attention_scores`, with their known wrong ways."""

from __future__ import annotations

from dikkat.faults import Model, Result, Step, blocks, fault

D = "D (the head size)"
RAW = "A softmax is inside. Return the scores as they are: the softmax comes in lesson 03."
# The errors of k.T and of k itself are the same, so one sentence serves both.
TURN = (
    "The keys need their last two axes swapped, and only those: k.swapaxes(2, 3). k.T turns all "
    "four axes around."
)
MASK = "Later keys were hidden. Return all scores: masks come in a later lesson."


def _length(xp, x):
    return xp.linalg.norm(x, axis=-1, keepdims=True)


def _dots(q, k):
    return q @ k.swapaxes(2, 3)


OUTPUTS = blocks.outputs(
    "bhtd,bhsd->bhts",
    lambda s, equation: s.xp.einsum(equation, s.q, s.k),
    "The scores must",
    first=("bhst", "bhtd", "hts", "bts", "ts", "bht", "bhs", "bhtsd", "bths", "hbts"),
    # Without an arrow, einsum gives this one.
    without=("st",),
)

DOTS = [
    *OUTPUTS,
    fault(
        "no-arrow",
        lambda s: s.xp.einsum("bhtd,bhsd", s.q, s.k),
        "There is no arrow, so einsum summed every letter that comes twice and sorted the "
        "others. Write the arrow and the output: ->bhts.",
    ),
    fault(
        "reshape-is-not-transpose",
        lambda s: s.q @ s.k.reshape(*s.k.shape[:2], s.k.shape[3], s.k.shape[2]),
    ),
    fault(
        "letters-in-wrong-order",
        lambda s: s.xp.einsum("bhtd,bhds->bhts", s.q, s.k),
        "The letters of k do not follow its axes, which are (text, head, key, D): write bhsd.",
    ),
    fault("queries-with-queries", lambda s: _dots(s.q, s.q)),
    fault("keys-with-keys", lambda s: _dots(s.k, s.k)),
    fault(
        "heads-mixed",
        lambda s: s.xp.einsum("bhtd,bgsd->bhts", s.q, s.k),
        "The heads have two different letters, so the keys of all heads were added up. H needs "
        "the same letter in q and in k.",
    ),
    fault(
        "texts-mixed",
        lambda s: s.xp.einsum("bhtd,ahsd->bhts", s.q, s.k),
        "The texts have two different letters, so the keys of all texts were added up. B needs "
        "the same letter in q and in k.",
    ),
    fault(
        "different-letters",
        lambda s: s.xp.einsum("bhtd,bhse->bhts", s.q, s.k),
        "D has two different letters, so each was summed on its own. A dot product needs the "
        "same letter in both inputs.",
    ),
    fault(
        "one-letter-for-two-axes",
        lambda s: s.xp.einsum("bhtd,bhtd->bht", s.q, s.k),
        "Queries and keys have the same letter. Give the keys a letter of their own, s.",
    ),
    fault(
        "one-letter-for-two-axes",
        lambda s: s.xp.einsum("bhtd,bhtd->bhtt", s.q, s.k),
        "Queries and keys have the same letter. Give the keys a letter of their own, s.",
    ),
    fault(
        "every-text-with-every-text",
        lambda s: s.xp.tensordot(s.q, s.k, axes=(3, 3)),
        "Every text and head met every other one, as np.dot and tensordot do. Text and head must "
        "be paired: use einsum or @.",
    ),
    fault(
        "all-axes-turned",
        lambda s: s.q @ s.k.T,
        TURN,
    ),
    fault(
        "all-axes-turned",
        lambda s: s.q @ s.k,
        TURN,
        singles_only=True,
    ),
    fault(
        "element-by-element",
        lambda s: (s.q * s.k).sum(-1),
        "q and k were multiplied number by number. Every query must meet every key.",
        singles_only=True,
    ),
    fault(
        "heads-reversed",
        lambda s: _dots(s.q, s.k[:, ::-1]),
        "The queries of a head met the keys of another head. Keep the heads in order.",
    ),
    fault(
        "first-head-only",
        lambda s: s.xp.repeat(_dots(s.q, s.k)[:, :1], s.q.shape[1], 1),
        "Every head has the scores of head 0. Each head has queries and keys of its own.",
    ),
    fault(
        "first-text-only",
        lambda s: s.xp.repeat(_dots(s.q, s.k)[:1], len(s.q), 0),
        "Every text has the scores of text 0. Each text has queries and keys of its own.",
    ),
    fault(
        "mean-over-heads",
        lambda s: _dots(s.q, s.k).mean(1, keepdims=True) + 0 * _dots(s.q, s.k),
        "Every head has the mean of all heads. Each head keeps scores of its own.",
    ),
    fault(
        "centred",
        lambda s: _dots(s.q - s.q.mean(-1, keepdims=True), s.k),
    ),
    fault("distance", lambda s: -((s.q[:, :, :, None] - s.k[:, :, None]) ** 2).sum(-1)),
    fault(
        "distance",
        lambda s: -(((s.q[:, :, :, None] - s.k[:, :, None]) ** 2).sum(-1) ** 0.5),
        singles_only=True,
    ),
    fault(
        "vectors-of-length-one",
        lambda s: _dots(s.q / _length(s.xp, s.q), s.k / _length(s.xp, s.k)),
    ),
    fault(
        "every-text-with-every-text",
        lambda s: s.xp.dot(s.q, s.k.T),
        "Every text and head met every other one, as np.dot and tensordot do. Text and head must "
        "be paired: use einsum or @.",
        singles_only=True,
    ),
    *(
        fault(
            "changes-its-inputs",
            lambda s: _dots(s.q, s.k),
            name=name,
            changed=(name,),
        )
        for name in ("q", "k")
    ),
]


def _q_scaled_in_place(s):
    q = s.q.copy()
    q /= s.q.shape[-1] ** 0.5
    return _dots(q, s.k)


def _divided_in_place(s):
    scores = s.dots.copy()
    scores /= s.q.shape[-1] ** 0.5
    return scores


SCALES = [
    *blocks.scales(
        "dots",
        lambda s: s.q.shape[-1],
        D,
        {
            "T, the number of queries": lambda s: s.q.shape[2],
            "S, the number of keys": lambda s: s.k.shape[2],
            "H, the number of heads": lambda s: s.q.shape[1],
            "B, the number of texts": lambda s: s.q.shape[0],
            "H times D, all heads together": lambda s: s.q.shape[1] * s.q.shape[3],
            "the number of all entries of q": lambda s: s.q.size,
        },
        {"2": 2, "8": 8, "the square root of 6": 6**0.5, "the square root of 8": 8**0.5},
    ),
    fault("cosine", lambda s: s.dots / _length(s.xp, s.q) / _length(s.xp, s.k).swapaxes(2, 3), D=D),
    fault(
        "changes-its-inputs",
        _q_scaled_in_place,
        name="q",
        changed=("q",),
    ),
    fault(
        "divided-in-place",
        _divided_in_place,
        "/= cannot put fractions into an array of whole numbers. Make a new array: "
        "scores = scores / D ** 0.5.",
    ),
    fault(
        "floored",
        lambda s: s.dots // s.q.shape[-1] ** 0.5,
        "The scores were rounded down, as // does it. Divide with /.",
    ),
    fault(
        "power-is-two-stars",
        lambda s: s.dots / (s.q.shape[-1] ^ 0.5),
        "^ is no power in Python. Write D ** 0.5.",
        singles_only=True,
    ),
]


def _cut(s):
    """Scores in an array of q's dtype: whole numbers if q holds whole numbers."""
    return s.scores.astype(s.q.dtype)


DIGITS = [(2, "two decimals"), (3, "three decimals"), (1, "one decimal"), (4, "four decimals")]

AFTERWARDS = [
    *(
        fault(
            "rounded",
            lambda s, digits=digits: s.xp.round(s.scores, digits),
            What="The scores",
            digits=name,
        )
        for digits, name in [
            (2, "two decimals"),
            (3, "three decimals"),
            (1, "one decimal"),
            (4, "four decimals"),
        ]
    ),
    fault("rounded-to-whole", lambda s: s.xp.round(s.scores), What="The scores"),
    fault(
        "floored",
        lambda s: s.xp.floor(s.scores),
        "The scores were rounded down, as // does it. Divide with /.",
    ),
    fault(
        "cut-to-whole",
        lambda s: s.xp.trunc(s.scores),
        "The digits after the decimal point were cut off. Scores are floats.",
    ),
    fault(
        "cut-to-whole",
        _cut,
        "Whole numbers in q made whole numbers of the scores. Scores are floats, whatever the "
        "dtype of q is.",
    ),
    fault(
        "signs-lost",
        lambda s: abs(s.scores),
        "The minus signs are gone. A query and a key that oppose each other have a negative score.",
    ),
    fault(
        "signs-lost",
        lambda s: s.xp.maximum(s.scores, 0),
        "Negative scores became 0. A query and a key that oppose each other have a negative score.",
    ),
    fault(
        "signs-turned",
        lambda s: -s.scores,
        "Every sign is the wrong way around.",
    ),
    fault("softmax-added", lambda s: blocks.softmax(s.xp, s.scores), RAW),
    fault("softmax-added", lambda s: blocks.softmax(s.xp, s.scores, 2), RAW),
    fault("softmax-added", lambda s: blocks.softmax(s.xp, s.scores, (2, 3)), RAW),
    fault("softmax-added", lambda s: blocks.softmax(s.xp, s.scores, 1), RAW, singles_only=True),
    fault(
        "softmax-added",
        lambda s: s.xp.log(blocks.softmax(s.xp, s.scores)),
        RAW,
        singles_only=True,
    ),
    fault("softmax-added", lambda s: s.xp.exp(s.scores), RAW, singles_only=True),
    fault("softmax-added", lambda s: s.xp.tanh(s.scores), RAW, singles_only=True),
    fault(
        "maximum-taken-off",
        lambda s: s.scores - s.scores.max(-1, keepdims=True),
        "The largest score of each row was subtracted, as in a softmax. Return the scores as they "
        "are.",
    ),
    fault(
        "causal-mask",
        lambda s: s.xp.where(
            s.xp.tril(s.xp.ones(s.scores.shape[-2:])) > 0, s.scores, -float("inf")
        ),
        MASK,
    ),
    fault(
        "causal-mask",
        lambda s: s.xp.tril(s.scores),
        MASK,
        singles_only=True,
    ),
    fault(
        "scores-normalised",
        lambda s: s.scores / s.scores.sum(-1, keepdims=True),
        "Each row was divided by its sum. Return the scores as they are.",
        singles_only=True,
    ),
    fault(
        "scores-normalised",
        lambda s: s.scores / s.scores.max(),
        "All scores were divided by the largest one. Only the square root of D divides.",
        singles_only=True,
    ),
]

RETURNS = [
    fault("axis-of-size-one-dropped", lambda s: s.finished.squeeze()),
    fault(
        "folded",
        lambda s: s.finished.reshape(-1, *s.finished.shape[2:]),
        "Texts and heads are folded into one axis. Unfold them again at the end.",
    ),
    fault(
        "first-head-only",
        lambda s: s.finished[0, 0],
        "One table came back, that of text 0 and head 0. Return the tables of all texts and heads.",
    ),
    fault(
        "too-many-results",
        lambda s: (s.finished, s.finished.shape),
        "Two values came back. Return the scores alone.",
        singles_only=True,
    ),
]


def _inputs():
    import numpy as np

    def draw(seed, b, h, t, s, d, whole=False):
        rng = np.random.default_rng(seed)
        if whole:
            return tuple(rng.integers(-9, 10, size=(b, h, n, d)) for n in (t, s))
        return tuple(rng.normal(size=(b, h, n, d)) * 1.5 for n in (t, s))

    # One query is not zero, and a single key of its own text and head.
    queries = np.zeros((2, 3, 4, 6))
    queries[1, 2, 3] = [1, -2, 0.5, 4, 5, -6]
    keys = np.zeros((2, 3, 5, 6))
    keys[1, 2, 4] = [6, 5, -4, 3, 2.5, 1]
    keys[1, 0, 1] = [1, 1, 1, 1, 1, 1]
    keys[0, 2, 3] = [1, 1, 1, 1, 1, 1]
    example = (
        np.array([[[[1.0, 0, 0, 0], [0, 2, 0, 0]]]]),
        np.array([[[[1.0, 1, 0, 0]]]]),
    )
    return {
        "example": [example],
        "place": [(queries, keys)],
        "sizes": [draw(11, 2, 3, 7, 5, 10), draw(12, 3, 2, 5, 6, 11)],
        "equal-sizes": [draw(16, 2, 3, 5, 5, 5)],
        "sizes-of-one": [draw(13, 1, 3, 4, 5, 6), draw(14, 2, 1, 4, 5, 6)],
        "whole-numbers": [draw(15, 2, 3, 4, 5, 6, whole=True)],
    }


attention_scores = Model(
    function="attention_scores",
    arguments=("q", "k"),
    steps=[
        Step("dots", "the dot products", lambda s: _dots(s.q, s.k), DOTS),
        Step("scores", "the scores", lambda s: s.dots / s.q.shape[-1] ** 0.5, SCALES),
        Step("finished", "the scores", lambda s: s.scores, AFTERWARDS, shown=False),
        Step("returned", "the scores", lambda s: s.finished, RETURNS, shown=False),
    ],
    results=(Result("the scores", ("text", "head", "query", "key")),),
    inputs=_inputs,
)

MODELS = [attention_scores]
