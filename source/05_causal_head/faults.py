"""Lesson 05: the steps of the uniform average and of a causal head, with their wrong ways."""

from __future__ import annotations

from dataclasses import replace

from dikkat.faults import VOCABULARY, Model, Result, Step, blocks, fault

D = "D (the head size)"


def _lower(s):
    """The lower triangle as ones and zeros, for the texts of s.h."""
    return s.xp.tril(s.xp.ones(s.h.shape[1], s.h.shape[1]))


def _counts(s, first=1):
    return s.xp.arange(first, first + s.h.shape[1])[:, None]


def _means_of_means(s):
    means = s.h.clone()
    for t in range(s.h.shape[1]):
        means[:, t] = means[:, : t + 1].mean(1)
    return means


def _softmax_then(s, see):
    """Means by a softmax over zeros, hidden where `see` is False."""
    return blocks.softmax(s.xp, blocks.hide(s.xp, s.xp.zeros(see.shape), see)) @ s.h


NOT_HIDDEN = (
    "Every position has the mean of the whole text, so nothing is hidden. Put minus infinity "
    "(not 0) in the later places, and keep what masked_fill gives back."
)
ONE_LOWER = (
    "Later positions still get weight: their scores are only 1 lower than the others. Put minus "
    "infinity there."
)


def _same_for_zeros():
    """The triangles' faults. With scores of 0, some that differ elsewhere are the same."""
    for one in blocks.triangles("zeros", "Later positions"):
        if one.id in ("no-mask", "hidden-with-zero"):
            yield replace(one, sentence=NOT_HIDDEN)
        elif one.id == "mask-added-as-ones":
            if "subtracted" not in one.sentence:
                yield replace(one, sentence=ONE_LOWER)
        elif one.id == "weak-fill":
            if "-1," in one.sentence:
                yield replace(one, sentence=ONE_LOWER)
            elif "100" not in one.sentence and "lower by" not in one.sentence:
                yield one
        elif one.id != "mask-in-first-text":
            yield one


HIDING = [
    *_same_for_zeros(),
    fault(
        "fixed-size",
        lambda s: blocks.hide(s.xp, s.xp.zeros(8, 8), blocks.triangle(s.xp, 8)),
        "The triangle is 8 by 8, whatever the length of the text. Take T from h.shape[1].",
        singles_only=True,
    ),
    fault(
        "size-of-wrong-axis",
        lambda s: s.xp.zeros(len(s.h), len(s.h)),
        "The triangle has the size of the batch. Take T from h.shape[1].",
        singles_only=True,
    ),
    fault(
        "size-of-wrong-axis",
        lambda s: s.xp.zeros(s.h.shape[2], s.h.shape[2]),
        "The triangle has the size of an embedding. Take T from h.shape[1].",
        singles_only=True,
    ),
]

UNIFORM_WEIGHTS = [
    fault("softmax-over-queries", lambda s: blocks.softmax(s.xp, s.hidden, 0)),
    fault(
        "softmax-over-everything",
        lambda s: blocks.softmax(s.xp, s.hidden.reshape(-1)).reshape(s.hidden.shape),
    ),
    fault(
        "sum-for-mean",
        _lower,
        "These are sums. A mean also divides by how many positions were added.",
    ),
    fault(
        "divided-by-all",
        lambda s: _lower(s) / s.h.shape[1],
        "Every sum was divided by the length of the text. Row t adds up t + 1 positions, so "
        "divide it by t + 1.",
    ),
    fault(
        "divided-by-all",
        lambda s: _lower(s) / 8,
        "Every sum was divided by 8. Row t adds up t + 1 positions, so divide it by t + 1.",
    ),
    fault(
        "counted-from-zero",
        lambda s: _lower(s) / _counts(s, 2),
        "Row t was divided by t + 2. It adds up t + 1 positions: divide by t + 1.",
        singles_only=True,
    ),
    fault(
        "not-normalised",
        lambda s: s.xp.exp(s.hidden),
        "These are sums. A mean also divides by how many positions were added.",
        singles_only=True,
    ),
    fault(
        "hidden-with-zero",
        lambda s: blocks.softmax(s.xp, _lower(s)),
        ONE_LOWER,
    ),
    fault(
        "divided-by-all",
        lambda s: _lower(s) / _lower(s).sum(0),
        VOCABULARY["softmax-over-queries"].sentence,
        singles_only=True,
    ),
]

MEANS = [
    fault(
        "weights-returned",
        lambda s: s.weights,
        "These are the weights. Multiply them with h to get the means.",
    ),
    fault(
        "weights-returned",
        lambda s: s.weights.expand(len(s.h), -1, -1),
        "These are the weights. Multiply them with h to get the means.",
    ),
    fault(
        "weights-transposed-for-output",
        lambda s: s.weights.T @ s.h,
        output="the means",
        singles_only=True,
    ),
    fault(
        "mean-of-means",
        _means_of_means,
        "The means were written into h or a copy of it, so the later means are made of means. "
        "Put them into a new tensor, and take each mean of the rows of h.",
        changed=("h",),
    ),
    fault(
        "counted-from-zero",
        lambda s: s.h.cumsum(1) / _counts(s, 0),
        "Row t was divided by t, and row 0 by 0. It adds up t + 1 positions: divide by t + 1.",
    ),
    fault(
        "first-text-only",
        lambda s: (s.weights @ s.h)[:1].expand(len(s.h), -1, -1),
        "Every text got the means of text 0. Each text is averaged alone.",
    ),
    fault(
        "one-text-returned",
        lambda s: (s.weights @ s.h)[0],
        "Only text 0 came back. Average all texts of the batch.",
    ),
    fault(
        "one-text-returned",
        lambda s: (s.weights @ s.h)[:1],
        "Only text 0 came back. Average all texts of the batch.",
        singles_only=True,
    ),
    fault(
        "texts-summed",
        lambda s: (s.weights @ s.h).sum(0),
        "The texts were added up. Each text is averaged alone.",
    ),
    fault(
        "texts-mixed",
        lambda s: (s.weights @ s.h).mean(0, keepdim=True).expand(len(s.h), -1, -1),
        "The mean was taken over the texts as well. Each text is averaged alone.",
    ),
    fault(
        "texts-mixed",
        lambda s: (s.weights @ s.h).mean(0),
        "The mean was taken over the texts as well. Each text is averaged alone.",
        singles_only=True,
    ),
    fault(
        "mean-of-everything",
        lambda s: s.h.mean(1),
        "There is one mean for the whole text. Each position has its own.",
    ),
    fault(
        "mean-of-everything",
        lambda s: s.h.mean(2, keepdim=True).expand(s.h.shape),
        "The mean was taken over the numbers of an embedding. Take it over the positions.",
        singles_only=True,
    ),
    fault(
        "along-wrong-axis",
        lambda s: s.h.cumsum(0) / s.xp.arange(1, 1 + len(s.h))[:, None, None],
        "The averages run over the texts of the batch, axis 0. The positions are axis 1.",
    ),
    fault(
        "along-wrong-axis",
        lambda s: s.h.cumsum(2) / s.xp.arange(1, 1 + s.h.shape[2]),
        "The averages run along the embedding, axis 2. The positions are axis 1.",
    ),
    fault(
        "along-wrong-axis",
        lambda s: s.xp.tril(s.h).cumsum(1) / _counts(s),
        "tril was taken of h itself, so numbers of the embeddings are lost. Make a triangle of "
        "ones, T by T.",
        singles_only=True,
    ),
    fault(
        "along-wrong-axis",
        lambda s: s.xp.tril(s.h),
        "tril was taken of h itself, so numbers of the embeddings are lost. Make a triangle of "
        "ones, T by T.",
        singles_only=True,
    ),
    fault(
        "axes-order",
        lambda s: (s.weights @ s.h).transpose(0, 1),
        "The means are right, and the axes are (position, text, number). Stack them along axis "
        "1: stack(..., dim=1).",
    ),
    fault(
        "axes-order",
        lambda s: list((s.weights @ s.h).transpose(0, 1)),
        "A list of rows came back, one for each position. Stack them along axis 1: "
        "torch.stack(rows, dim=1).",
    ),
    fault(
        "values-returned",
        lambda s: s.h,
        "This is h itself. Each position takes the mean of itself and the positions before it.",
    ),
    fault("output-transposed", lambda s: (s.weights @ s.h).transpose(1, 2), output="the result"),
]


def _average_inputs():
    import torch

    def draw(seed, *sizes):
        return (torch.randn(*sizes, generator=torch.Generator().manual_seed(seed)),)

    return {
        "example": [(torch.tensor([[[2.0, 0], [4, 6], [0, 3]]]),)],
        "sizes": [draw(51, 3, 7, 5), draw(52, 2, 11, 6)],
        "sizes-of-one": [draw(53, 1, 1, 4), draw(54, 1, 5, 3)],
    }


uniform_average = Model(
    function="uniform_average",
    arguments=("h",),
    steps=[
        Step(
            "zeros",
            "the zeros",
            lambda s: s.xp.zeros(s.h.shape[1], s.h.shape[1]),
            shown=False,
        ),
        Step(
            "hidden",
            "the scores with minus infinity in the later places",
            lambda s: blocks.hide(s.xp, s.zeros, _lower(s) > 0),
            HIDING,
        ),
        Step("weights", "the weights", lambda s: blocks.softmax(s.xp, s.hidden), UNIFORM_WEIGHTS),
        Step("means", "the means", lambda s: s.weights @ s.h, MEANS),
    ],
    results=(Result("the means", ("text", "position", "number")),),
    inputs=_average_inputs,
    namespace="torch",
    tolerance=3e-5,
)


QUERIES, KEYS, VALUES = blocks.projections()
ALL_LAYERS = ("query", "key", "value")
DOTS = blocks.dot_products()

SCALES = [
    *blocks.scales(
        "dots",
        lambda s: s.query.weight.shape[0],
        D,
        {
            "C, the embedding size": lambda s: s.h.shape[-1],
            "T, the number of positions": lambda s: s.h.shape[1],
            "M, the value size": lambda s: s.value.weight.shape[0],
            "B, the number of texts": lambda s: s.h.shape[0],
        },
        {"4": 4, "the square root of 8": 8**0.5, "8": 8, "the square root of 32": 32**0.5},
        torch=True,
    ),
    fault("no-layers", lambda s: s.h @ s.h.transpose(1, 2) / s.h.shape[-1] ** 0.5),
    fault(
        "no-layers",
        lambda s: s.h @ s.h.transpose(1, 2) / s.query.weight.shape[0] ** 0.5,
        singles_only=True,
    ),
    fault(
        "cosine",
        lambda s: s.dots / blocks.length(s.q) / blocks.length(s.k).transpose(1, 2),
        D=D,
        singles_only=True,
    ),
]

WEIGHTS = [
    fault(
        "mask-after-softmax",
        lambda s: blocks.softmax(s.xp, s.scores) * _lower(s),
    ),
    fault(
        "mask-after-softmax",
        lambda s: blocks.hide(s.xp, blocks.softmax(s.xp, s.scores), _lower(s) > 0),
        "Minus infinity was put into the weights, after the softmax. Put it into the scores, "
        "before.",
        singles_only=True,
    ),
    *blocks.softmaxes("masked", 1, {"softmax-over-texts": 0}, "keepdim=True", seen="that is seen "),
    fault("weights-transposed", lambda s: blocks.softmax(s.xp, s.masked).transpose(1, 2)),
    fault(
        "scale-after-softmax",
        lambda s: (
            blocks.softmax(s.xp, blocks.hide(s.xp, s.dots, _lower(s) > 0))
            / s.query.weight.shape[0] ** 0.5
        ),
    ),
]

OUTPUTS = [
    fault(
        "weights-transposed-for-output",
        lambda s: s.weights.transpose(1, 2) @ s.v,
        output="out",
    ),
    fault("output-transposed", lambda s: (s.weights @ s.v).transpose(1, 2), output="out"),
    fault(
        "other-weights-for-output",
        lambda s: blocks.softmax(s.xp, s.scores) @ s.v,
        Output="out",
        how="that are not masked",
    ),
    fault(
        "other-weights-for-output",
        lambda s: blocks.softmax(s.xp, blocks.hide(s.xp, s.dots, _lower(s) > 0)) @ s.v,
        Output="out",
        how="that have no scale",
    ),
    fault(
        "other-weights-for-output",
        lambda s: blocks.softmax(s.xp, blocks.hide(s.xp, s.scores, _lower(s) > 0)) @ s.v,
        "",
        harmless=True,
    ),
    fault(
        "scores-times-values",
        lambda s: s.scores * _lower(s) @ s.v,
        Output="out",
    ),
    fault("values-returned", lambda s: s.v, Output="out"),
    fault(
        "plain-mean",
        lambda s: s.v.cumsum(1) / _counts(s),
        "out is the plain mean of the values so far. Mix them with the weights.",
    ),
    fault("output-scaled", lambda s: s.weights @ s.v / s.query.weight.shape[0] ** 0.5, D=D),
    fault(
        "no-gradient",
        lambda s: s.weights @ s.v,
        layers="any layer",
        unreached=ALL_LAYERS,
        singles_only=True,
    ),
]

RETURNS = [
    fault("results-swapped", lambda s: (s.weights, s.out), output="out"),
    fault(
        "no-softmax",
        lambda s: (s.out, s.scores),
        "out is right, and the second result is the scores. Return the weights.",
    ),
    fault(
        "no-softmax",
        lambda s: (s.out, s.masked),
        "out is right, and the second result is the masked scores. Return the weights.",
    ),
    fault(
        "weights-transposed",
        lambda s: (s.out, s.weights.transpose(1, 2)),
        "out is right, and the weights come back transposed: their rows are keys. The rows must "
        "be queries.",
    ),
    fault("axis-of-size-one-dropped", lambda s: (s.out.squeeze(), s.weights.squeeze())),
    fault("axis-of-size-one-dropped", lambda s: (s.out.squeeze(0), s.weights.squeeze(0))),
    fault("one-result", lambda s: s.out, "Only out came back. Return the weights as well."),
    fault("one-result", lambda s: s.weights, "Only the weights came back. Return out as well."),
    fault(
        "too-many-results",
        lambda s: (s.out, s.weights, s.scores),
        "Three values came back. Return out and the weights.",
    ),
    fault(
        "changes-its-inputs",
        lambda s: (s.out, s.weights),
        name="h",
        changed=("h",),
    ),
    fault(
        "first-text-only",
        lambda s: (s.out[:1].expand(len(s.h), -1, -1), s.weights[:1].expand(len(s.h), -1, -1)),
        "Every text got the results of text 0. Use all of h, not h[0].",
    ),
    fault(
        "one-text-returned",
        lambda s: (s.out[:1], s.weights[:1]),
        "Only text 0 came back. Return all texts of the batch.",
    ),
    fault(
        "one-text-returned",
        lambda s: (s.out[0], s.weights[0]),
        "Only text 0 came back. Return all texts of the batch.",
        singles_only=True,
    ),
]


def _head_inputs():
    import torch
    from torch import nn

    def draw(seed, b, t, c, d, m, bias, size=1.0):
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            layers = [nn.Linear(c, out, bias) for out in (d, d, m)]
            return (torch.randn(b, t, c) * size, *layers)

    def low():
        # Scores near -120, so that a filling of -100 takes all the weight.
        h, query, key, value = draw(57, 2, 6, 4, 5, 3, True)
        query.bias.data[0], key.bias.data[0] = 16, -17
        return h, query, key, value

    return {
        "example": [draw(50, 2, 4, 3, 5, 2, False)],
        "sizes": [draw(52, 2, 7, 10, 12, 15, True, 2), draw(53, 3, 5, 6, 13, 4, True, 2)],
        "low-scores": [low()],
        "one-width": [draw(54, 2, 6, 5, 5, 5, False, 2)],
        "sizes-of-one": [draw(55, 1, 7, 9, 5, 6, True, 2), draw(56, 3, 1, 7, 4, 2, True)],
    }


causal_head = Model(
    function="causal_head",
    arguments=("h", "query", "key", "value"),
    steps=[
        Step("q", "the queries", lambda s: s.query(s.h), QUERIES),
        Step("k", "the keys", lambda s: s.key(s.h), KEYS),
        Step("v", "the values", lambda s: s.value(s.h), VALUES),
        Step("dots", "the dot products", lambda s: s.q @ s.k.transpose(1, 2), DOTS),
        Step("scores", "the scores", lambda s: s.dots / s.query.weight.shape[0] ** 0.5, SCALES),
        Step(
            "masked",
            "the masked scores",
            lambda s: blocks.hide(s.xp, s.scores, _lower(s) > 0),
            blocks.triangles("scores", "Later keys", fixed=(8,)),
        ),
        Step("weights", "the weights", lambda s: blocks.softmax(s.xp, s.masked), WEIGHTS),
        Step("out", "out", lambda s: s.weights @ s.v, OUTPUTS, plural=False),
        Step("returned", "the results", lambda s: (s.out, s.weights), RETURNS, shown=False),
    ],
    results=(
        Result("out", ("text", "position", "number"), plural=False),
        Result("the weights", ("text", "query", "key")),
    ),
    inputs=_head_inputs,
    namespace="torch",
    tolerance=3e-5,
)

MODELS = [uniform_average, causal_head]
