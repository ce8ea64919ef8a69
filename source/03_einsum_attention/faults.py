"""Lesson 03: the steps of one attention head and of its report, with their known wrong ways."""

from __future__ import annotations

from dikkat.faults import Model, Result, Step, blocks, fault

D = "D (the head size)"


def _norm(xp, x):
    return (x * x).sum(-1, keepdims=True) ** 0.5


def _scores_of(make):
    """A wrong way to make the dot products, from the state's Q and K as `make` changes them."""
    return lambda s: s.xp.einsum("btd,bsd->bts", *make(s))


DOTS = [
    *blocks.outputs(
        "btd,bsd->bts",
        lambda s, equation: s.xp.einsum(equation, s.Q, s.K),
        "The scores must",
        first=("bst", "btd", "ts"),
    ),
    fault(
        "reshape-is-not-transpose",
        lambda s: s.Q @ s.K.reshape(s.K.shape[0], s.K.shape[2], s.K.shape[1]),
    ),
    fault("queries-with-queries", _scores_of(lambda s: (s.Q, s.Q))),
    fault("keys-with-keys", _scores_of(lambda s: (s.K, s.K))),
    fault("values-with-queries", _scores_of(lambda s: (s.Q, s.V)), singles_only=True),
    fault(
        "different-letters",
        lambda s: s.xp.einsum("btd,bse->bts", s.Q, s.K),
        "D has two different letters, so each was summed on its own. A dot product needs the "
        "same letter in both inputs.",
    ),
    fault(
        "texts-mixed",
        lambda s: s.xp.einsum("btd,asd->bts", s.Q, s.K),
        "Each query was scored with the keys of every text. The texts need the same letter in "
        "both inputs.",
    ),
    fault(
        "one-letter-for-two-axes",
        lambda s: s.xp.einsum("btd,btd->bt", s.Q, s.K),
        "Queries and keys have the same letter, so each query met one key only. Give the keys "
        "a letter of their own.",
    ),
    fault(
        "letters-in-wrong-order",
        lambda s: s.xp.einsum("btd,bds->bts", s.Q, s.K),
        "The letters of K do not follow its axes, which are (text, key, D): write bsd.",
    ),
    fault(
        "first-text-only",
        lambda s: s.xp.einsum("td,sd->ts", s.Q[0], s.K[0])[None].expand(len(s.Q), -1, -1),
        "Every text got the weights of text 0. Each text has queries and keys of its own.",
    ),
    fault(
        "vectors-of-length-one",
        _scores_of(lambda s: (s.Q / _norm(s.xp, s.Q), s.K / _norm(s.xp, s.K))),
    ),
    fault(
        "centred",
        _scores_of(lambda s: (s.Q - s.Q.mean(-1, keepdims=True), s.K)),
        singles_only=True,
    ),
    fault(
        "distance",
        lambda s: -((s.Q[:, :, None] - s.K[:, None]) ** 2).sum(-1),
        singles_only=True,
    ),
    fault(
        "changes-its-inputs",
        _scores_of(lambda s: (s.Q, s.K)),
        name="Q",
        changed=("Q",),
    ),
    fault(
        "changes-its-inputs",
        _scores_of(lambda s: (s.Q, s.K)),
        name="K",
        changed=("K",),
    ),
]

SCALES = [
    *blocks.scales(
        "dots",
        lambda s: s.Q.shape[-1],
        D,
        {
            "T, the number of queries": lambda s: s.Q.shape[1],
            "S, the number of keys": lambda s: s.K.shape[1],
            "M, the value size": lambda s: s.V.shape[-1],
            "B, the number of texts": lambda s: s.Q.shape[0],
            "3, the number of axes": lambda s: 3,
        },
        {"the square root of 8": 8**0.5, "2": 2, "8": 8},
        torch=True,
    ),
    fault("cosine", lambda s: s.dots / (_norm(s.xp, s.Q) * _norm(s.xp, s.K).swapaxes(1, 2)), D=D),
    fault(
        "rounded",
        lambda s: s.xp.round(s.dots / s.Q.shape[-1] ** 0.5, decimals=2),
        What="The scores",
        digits="two decimals",
        singles_only=True,
    ),
]

MASKS = [
    fault(
        "causal-mask",
        lambda s: s.xp.where(
            s.xp.tril(s.xp.ones(s.scores.shape[-2:])) > 0, s.scores, -float("inf")
        ),
        "The later keys are masked. In this lesson every query sees every key.",
    ),
    fault(
        "padding-mask-of-zeros",
        lambda s: s.xp.where(s.scores == 0, -float("inf"), s.scores),
        "Scores of 0 were hidden. A score of 0 is a score like any other: nothing is hidden here.",
        singles_only=True,
    ),
]

WEIGHTS = [
    *blocks.softmaxes(
        "masked", 1, {"softmax-over-texts": 0}, "keepdim=True", dots="dots", large=False
    ),
    fault(
        "scale-after-softmax",
        lambda s: blocks.softmax(s.xp, s.dots) / s.Q.shape[-1] ** 0.5,
    ),
    fault(
        "scale-after-softmax",
        lambda s: blocks.softmax(s.xp, s.masked) / s.Q.shape[-1] ** 0.5,
        singles_only=True,
    ),
    fault("weights-transposed", lambda s: blocks.softmax(s.xp, s.masked).swapaxes(1, 2)),
]


def _mix(equation):
    return lambda s: s.xp.einsum(equation, s.weights, s.V)


OUTPUTS = [
    fault("output-transposed", _mix("bts,bsm->bmt"), output="the output"),
    *(
        one
        for one in blocks.outputs(
            "bts,bsm->btm",
            lambda s, equation: s.xp.einsum(equation, s.weights, s.V),
            "The output must",
            first=("bsm", "bts", "tm", "bm"),
        )
        if one.id != "rows-and-columns-swapped"
    ),
    fault("keys-as-values", lambda s: s.xp.einsum("bts,bsm->btm", s.weights, s.K), how=", V"),
    fault("queries-as-values", lambda s: s.weights @ s.Q, how=", V"),
    fault(
        "weights-transposed-for-output",
        lambda s: s.weights.swapaxes(1, 2) @ s.V,
        output="the output",
    ),
    fault("scores-times-values", lambda s: s.masked @ s.V, Output="The output"),
    fault(
        "unscaled-scores-times-values",
        lambda s: s.dots @ s.V,
        "The output is the plain dot products times V. Multiply the weights with V.",
    ),
    fault(
        "other-weights-for-output",
        lambda s: blocks.softmax(s.xp, s.dots) @ s.V,
        Output="The output",
        how="that have no scale",
    ),
    fault(
        "other-weights-for-output",
        lambda s: blocks.softmax(s.xp, s.masked, 1) @ s.V,
        Output="The output",
        how="that add up to 1 over the queries",
    ),
    fault(
        "other-weights-for-output",
        lambda s: blocks.softmax(s.xp, s.masked) @ s.V,
        "The output is right, and it was not made with the weights that you return.",
        harmless=True,
    ),
    fault(
        "plain-sum",
        lambda s: s.weights * 0 @ s.V + s.V.sum(1, keepdims=True),
        Output="The output",
    ),
    fault(
        "plain-mean",
        lambda s: s.weights * 0 @ s.V + s.V.mean(1, keepdims=True),
        Output="The output",
    ),
    fault("values-returned", lambda s: s.V, Output="The output"),
    fault(
        "texts-mixed",
        _mix("bts,asm->btm"),
        "The values of all texts were mixed. The texts need the same letter in the weights and "
        "in V.",
    ),
    fault("output-scaled", lambda s: s.weights @ s.V / s.Q.shape[-1] ** 0.5, D=D),
]


def _keys_by_queries(s):
    weights = blocks.softmax(s.xp, s.masked, 1)
    return s.xp.einsum("bts,bsm->btm", weights, s.V), weights.swapaxes(1, 2)


RETURNS = [
    fault(
        "rows-and-columns-swapped",
        _keys_by_queries,
        "The scores were made as (text, key, query), so the softmax over the last axis ran over "
        "the queries. Make them (text, query, key).",
    ),
    fault("results-swapped", lambda s: (s.weights, s.output), output="the output"),
    fault(
        "no-softmax",
        lambda s: (s.output, s.scores),
        "The output is right, and its second result is the scores. Return the weights: what the "
        "softmax makes of them.",
    ),
    fault(
        "unscaled-scores-returned",
        lambda s: (s.output, s.dots),
        "The output is right, and the second result is the plain dot products. Return the weights.",
    ),
    fault(
        "weights-transposed",
        lambda s: (s.output, s.weights.swapaxes(1, 2)),
        "The output is right, and the weights come back transposed: their rows are keys. The "
        "rows must be queries.",
    ),
    fault("axis-of-size-one-dropped", lambda s: (s.output.squeeze(), s.weights.squeeze())),
    fault(
        "axis-of-size-one-dropped",
        lambda s: (s.output.squeeze(), s.weights),
        "An axis of size 1 of the output is gone, as squeeze does it. Keep all axes.",
    ),
    fault(
        "one-result", lambda s: s.output, "Only the output came back. Return the weights as well."
    ),
    fault(
        "one-result", lambda s: s.weights, "Only the weights came back. Return the output as well."
    ),
    fault(
        "too-many-results",
        lambda s: (s.output, s.weights, s.scores),
        "Three values came back, the scores as well. Return the output and the weights.",
    ),
    fault(
        "values-returned",
        lambda s: (s.weights, s.weights),
        "Both results are the weights. The first must be the output: the weights times V.",
    ),
]


def _attention_inputs():
    import torch

    def draw(seed, b, t, s, d, m):
        generator = torch.Generator().manual_seed(seed)
        sizes = ((b, t, d), (b, s, d), (b, s, m))
        return tuple(torch.randn(*size, generator=generator) for size in sizes)

    example = (
        torch.tensor([[[2.0, 0, 0, 0], [0, 1, 3, 0]]]),
        torch.tensor([[[1.0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]]),
        torch.tensor([[[10.0, 0], [0, 10], [0, 0]]]),
    )
    return {
        "example": [example],
        "sizes": [draw(4, 2, 5, 6, 20, 7), draw(5, 3, 7, 5, 6, 11)],
        "equal-sizes": [draw(8, 2, 5, 5, 5, 5)],
        "sizes-of-one": [draw(6, 1, 1, 4, 3, 2), draw(7, 4, 5, 1, 2, 3)],
    }


attention = Model(
    function="attention",
    arguments=("Q", "K", "V"),
    steps=[
        Step(
            "dots",
            "the dot products",
            lambda s: s.xp.einsum("btd,bsd->bts", s.Q, s.K),
            DOTS,
        ),
        Step("scores", "the scores", lambda s: s.dots / s.Q.shape[-1] ** 0.5, SCALES),
        Step("masked", "the scores", lambda s: s.scores, MASKS, shown=False),
        Step("weights", "the weights", lambda s: blocks.softmax(s.xp, s.masked), WEIGHTS),
        Step(
            "output",
            "the output",
            lambda s: s.xp.einsum("bts,bsm->btm", s.weights, s.V),
            OUTPUTS,
            plural=False,
        ),
        Step("returned", "the results", lambda s: (s.output, s.weights), RETURNS, shown=False),
    ],
    results=(
        Result("the output", ("text", "query", "value number"), plural=False),
        Result("the weights", ("text", "query", "key")),
    ),
    inputs=_attention_inputs,
    namespace="torch",
    tolerance=3e-5,
)


def _stand_in(Q, K, V):
    """An attention whose rows do not add up to 1, so that a report must measure them."""
    import torch

    scores = torch.einsum("btd,bsd->bts", Q, K) / Q.shape[-1] ** 0.5
    steps = torch.arange(1, 1 + scores[:, :, 0].numel()).reshape(scores.shape[:2])
    weights = torch.softmax(scores, -1) * (1 + steps[:, :, None] / 7)
    return torch.einsum("bts,bsm->btm", weights, V), weights


def _sums(make):
    """Row sums as a list, from what `make` takes of the weights."""
    return lambda s: [round(float(x), 4) for x in make(s.called[1])]


REPORT_CALLS = [
    fault(
        "results-swapped",
        lambda s: s.attention(s.Q, s.K, s.V)[::-1],
        "attention gives the output first, then the weights: here the two were mixed up.",
    ),
]

REPORT_SCORES = [
    fault(
        "report-of-another-shape",
        lambda s: list(s.called[1].shape),
        "",
        harmless=True,
    ),
    fault(
        "report-of-another-shape",
        lambda s: list(s.Q.shape),
        "score_shape is the shape of Q. Scores have a row for each query and a column for each "
        "key.",
    ),
    fault(
        "report-of-another-shape",
        lambda s: [s.Q.shape[0], s.Q.shape[1], s.Q.shape[1]],
        "score_shape says (B, T, T). Its last size is S, the number of keys.",
    ),
    fault(
        "report-of-another-shape",
        lambda s: [s.Q.shape[0], s.K.shape[1], s.Q.shape[1]],
        "score_shape says (B, S, T). The rows are queries: (B, T, S).",
    ),
    fault(
        "report-of-another-shape",
        lambda s: list(s.called[0].shape),
        "score_shape is the shape of the output. Scores have the shape (B, T, S).",
    ),
    fault(
        "report-of-another-shape",
        lambda s: [s.Q.shape[1], s.K.shape[1]],
        "score_shape has no axis for the texts. Scores have the shape (B, T, S).",
    ),
]

REPORT_OUTPUTS = [
    fault(
        "report-of-another-shape",
        lambda s: list(s.Q.shape),
        "output_shape is the shape of Q. The output is as wide as a value, (B, T, M).",
    ),
    fault(
        "report-of-another-shape",
        lambda s: list(s.V.shape),
        "output_shape is the shape of V. The output has a row for each query, (B, T, M).",
    ),
]

REPORT_SUMS = [
    fault(
        "sums-of-columns",
        _sums(lambda w: w[0].sum(0)),
        "attn_row_sums are the sums over the queries: what each key receives. Add up over the "
        "keys, the last axis.",
    ),
    fault(
        "sums-of-columns",
        _sums(lambda w: w.sum(1)[0]),
        "attn_row_sums are the sums over the queries: what each key receives. Add up over the "
        "keys, the last axis.",
    ),
    fault(
        "sums-of-all-texts",
        lambda s: [[round(x, 4) for x in row] for row in s.called[1].sum(-1).tolist()],
        "attn_row_sums holds the sums of all texts. Report text 0 alone: weights[0].",
    ),
    fault(
        "sums-of-all-texts",
        _sums(lambda w: w.sum(-1).mean(0)),
        "attn_row_sums is the mean over the texts. Report text 0 alone: weights[0].",
    ),
    fault(
        "sums-of-all-texts",
        _sums(lambda w: w.sum(-1).sum(0)),
        "attn_row_sums adds up the texts as well. Report text 0 alone: weights[0].",
    ),
    fault(
        "sums-of-all-texts",
        _sums(lambda w: w.sum(-1).reshape(-1)),
        "attn_row_sums holds the sums of all texts. Report text 0 alone: weights[0].",
    ),
    fault(
        "sums-of-another-text",
        _sums(lambda w: w[-1].sum(-1)),
        "attn_row_sums is that of the last text. Report text 0: weights[0].",
    ),
    fault(
        "sums-of-another-text",
        _sums(lambda w: w[:, 0].sum(-1)),
        "attn_row_sums has a number for each text, that of its query 0. Report the queries of "
        "text 0: weights[0].",
    ),
    fault(
        "sums-not-measured",
        lambda s: [1.0] * s.Q.shape[1],
        "attn_row_sums says 1.0, whatever the weights are. Add up the weights of text 0.",
    ),
    fault(
        "sums-not-rounded",
        lambda s: s.called[1][0].sum(-1).tolist(),
        "attn_row_sums is not rounded. Round each sum to 4 decimals.",
    ),
    fault(
        "rounded-to-whole",
        lambda s: [round(x) for x in s.called[1][0].sum(-1).tolist()],
        What="The row sums",
    ),
    fault(
        "rounded",
        lambda s: [round(x, 2) for x in s.called[1][0].sum(-1).tolist()],
        "The row sums were rounded to 2 decimals. Round them to 4.",
    ),
]

report = Model(
    function="attention_report",
    arguments=("Q", "K", "V"),
    steps=[
        Step(
            "called",
            "the results of attention",
            lambda s: s.attention(s.Q, s.K, s.V),
            REPORT_CALLS,
            shown=False,
        ),
        Step(
            "score_shape",
            "score_shape",
            lambda s: [s.Q.shape[0], s.Q.shape[1], s.K.shape[1]],
            REPORT_SCORES,
            plural=False,
        ),
        Step("attn_shape", "attn_shape", lambda s: list(s.called[1].shape), plural=False),
        Step(
            "output_shape",
            "output_shape",
            lambda s: list(s.called[0].shape),
            REPORT_OUTPUTS,
            plural=False,
        ),
        Step("sums", "attn_row_sums", _sums(lambda w: w[0].sum(-1)), REPORT_SUMS, plural=False),
        Step(
            "returned",
            "the report",
            lambda s: {
                "score_shape": s.score_shape,
                "attn_shape": s.attn_shape,
                "output_shape": s.output_shape,
                "attn_row_sums": s.sums,
            },
            shown=False,
        ),
    ],
    results=(
        Result("attn_row_sums", ("query",), plural=False),
        Result("attn_shape", plural=False),
        Result("output_shape", plural=False),
        Result("score_shape", plural=False),
    ),
    inputs=lambda: {"sizes": _attention_inputs()["sizes"]},
    namespace="torch",
    # Sums are rounded to 4 decimals, so that a looser comparison would not see it.
    tolerance=1e-6,
    helpers={"attention": _stand_in},
)

MODELS = [attention, report]
