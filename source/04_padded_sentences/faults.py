"""Lesson 04: the steps of `encode`, of the look-up H and of `dikkat`, with their wrong ways."""

from __future__ import annotations

from dikkat.faults import Model, Result, Step, blocks, fault

D = "d (the head size)"
NOTEBOOK = {"<pad>": 0, "film": 1, "çok": 2, "iyi": 3, "kötü": 4, "bir": 5}

# encode: sentence -> words -> ids -> exactly n ids.

WORDS = [
    fault(
        "letters-for-words",
        lambda s: list(s.sentence),
        "A loop over a string walks through its letters. sentence.split() gives its words.",
    ),
    fault(
        "repeats-dropped",
        lambda s: list(dict.fromkeys(s.sentence.split())),
        "A word that comes twice was encoded once. Encode every word of the sentence.",
    ),
    fault(
        "order-lost",
        lambda s: sorted(s.sentence.split()),
        "The words were sorted. Keep the order of the sentence.",
        singles_only=True,
    ),
    fault(
        "letters-cut",
        lambda s: s.sentence[: s.n].split(),
        "The letters of the sentence were cut, not its words. Split it first, then keep n words.",
    ),
    fault(
        "order-lost",
        lambda s: s.sentence.split()[::-1],
        "The words are in reverse order. Keep the order of the sentence.",
        singles_only=True,
    ),
]

IDS = [
    fault(
        "letters-for-words",
        lambda s: [s.vocab.get(x, 0) for x in s.sentence],
        "A loop over a string walks through its letters. sentence.split() gives its words.",
    ),
    fault(
        "letters-cut",
        lambda s: [s.vocab.get(x, 0) for x in s.sentence[: s.n].split(" ")],
        "The letters of the sentence were cut, not its words. Split it first, then keep n words.",
    ),
    fault(
        "positions-for-ids",
        lambda s: list(range(1, 1 + len(s.words))),
        "The words were numbered by their place in the sentence. A word's id is vocab[word].",
    ),
    fault(
        "positions-for-ids",
        lambda s: list(range(len(s.words))),
        "The words were numbered by their place in the sentence. A word's id is vocab[word].",
        singles_only=True,
    ),
    fault(
        "place-in-vocab",
        lambda s: [list(s.vocab).index(word) for word in s.words],
        "These are the places of the words in vocab. A word's id is its value, vocab[word].",
    ),
    fault(
        "own-vocabulary",
        lambda s: [NOTEBOOK.get(word, 0) for word in s.words],
        "These are the ids of the notebook's words. Look them up in the vocab that is given.",
    ),
    fault(
        "order-lost",
        lambda s: sorted({s.vocab[word] for word in s.words}),
        "The ids are sorted. Keep the order of the sentence.",
    ),
    fault(
        "order-lost",
        lambda s: sorted(s.vocab[word] for word in s.words),
        "The ids are sorted. Keep the order of the sentence.",
        singles_only=True,
    ),
    fault(
        "words-for-ids",
        lambda s: list(s.words),
        "These are the words themselves. Look each up in vocab.",
        singles_only=True,
    ),
    fault(
        "one-id-off",
        lambda s: [s.vocab[word] - 1 for word in s.words],
        "Every id is one too small. A word's id is vocab[word] as it is.",
        singles_only=True,
    ),
]

CUT = [
    fault(
        "not-cut",
        lambda s: s.ids,
        "A sentence longer than n was not cut. Keep the first n ids: ids[:n].",
    ),
    fault(
        "cut-at-the-front",
        lambda s: s.ids[-s.n :],
        "The first words were cut away. Keep the first n: ids[:n].",
    ),
    fault(
        "fixed-size",
        lambda s: s.ids[:5],
        "Five ids were kept, whatever n is. Use n.",
    ),
    fault(
        "cut-one-off",
        lambda s: s.ids[: s.n - 1],
        "One word too many was cut. Keep n ids: ids[:n].",
    ),
    fault(
        "cut-one-off",
        lambda s: s.ids[: s.n + 1],
        "One word too many was kept. Keep n ids: ids[:n].",
    ),
]

FILLED = [
    fault(
        "not-filled",
        lambda s: s.cut,
        "The padding is missing. Put zeros after the ids until there are n.",
    ),
    fault(
        "padded-on-the-left",
        lambda s: [0] * (s.n - len(s.cut)) + s.cut,
        "The padding is on the left. It belongs on the right, after the words.",
    ),
    fault(
        "fixed-size",
        lambda s: (s.ids + [0] * 5)[:5],
        "Five ids came back, whatever n is. Use n.",
    ),
    fault(
        "fixed-size",
        lambda s: (s.ids + [0] * (5 - len(s.ids)))[: s.n],
        "The sentence was filled up to five, whatever n is. Use n.",
    ),
    fault(
        "fixed-size",
        lambda s: s.cut + [0] * (5 - len(s.cut)),
        "The sentence was filled up to five, whatever n is. Use n.",
    ),
    fault(
        "padded-with-another-number",
        lambda s: s.cut + [-1] * (s.n - len(s.cut)),
        "The padding is -1. The id of <pad> is 0.",
    ),
    fault(
        "one-zero-too-many",
        lambda s: s.cut + [0] * (s.n - len(s.cut) + 1),
        "There is one id too many. Add n - len(ids) zeros.",
    ),
    fault(
        "one-zero-too-many",
        lambda s: s.cut + [0] * (s.n - len(s.cut) - 1),
        "There is one id too few. Add n - len(ids) zeros.",
        singles_only=True,
    ),
    fault(
        "one-zero-too-many",
        lambda s: s.cut + [0] * s.n,
        "n zeros were added. Add only as many as are missing: n minus the number of words.",
    ),
    fault(
        "one-zero-too-many",
        lambda s: s.cut + [0] if len(s.cut) < s.n else s.cut,
        "One zero was added, whatever is missing. Add n - len(ids) zeros.",
        singles_only=True,
    ),
    fault(
        "words-for-ids",
        lambda s: s.cut + ["<pad>"] * (s.n - len(s.cut)),
        'The padding is the string "<pad>". Put its id there, 0.',
        singles_only=True,
    ),
    fault(
        "nested-list",
        lambda s: [*s.cut, [0] * (s.n - len(s.cut))],
        "The zeros are a list inside the list. Add lists with +, or use extend.",
        singles_only=True,
    ),
    fault(
        "ids-as-text",
        lambda s: " ".join(map(str, s.cut + [0] * (s.n - len(s.cut)))),
        "The ids came back as one text. Return a list of numbers.",
        singles_only=True,
    ),
    fault(
        "ids-as-text",
        lambda s: [str(one) for one in s.cut + [0] * (s.n - len(s.cut))],
        "The ids came back as strings. Return whole numbers.",
        singles_only=True,
    ),
]


def _encode_inputs():
    shown = {"<pad>": 0, "film": 1, "çok": 2, "iyi": 3, "kötü": 4, "bir": 5}
    shown |= {"oyuncular": 6, "ama": 7, "senaryo": 8}
    other = {"kötü": 1, "iyi": 4, "film": 3, "<pad>": 0, "çok": 7, "bir": 5, "deniz": 9}
    sentences = ("çok kötü bir film", "film çok iyi", "iyi")
    return {
        "example": [(sentence, shown, 5) for sentence in sentences],
        "sizes": [
            ("çok çok iyi film", {**other}, 6),
            ("çok çok kötü bir film iyi film", {**other}, 3),
            ("kötü bir film", {**other}, 8),
        ],
    }


encode = Model(
    function="encode",
    arguments=("sentence", "vocab", "n"),
    steps=[
        Step("words", "the words", lambda s: s.sentence.split(), WORDS, shown=False),
        Step("ids", "the ids of the words", lambda s: [s.vocab[w] for w in s.words], IDS),
        Step("cut", "the first n ids", lambda s: s.ids[: s.n], CUT),
        Step("filled", "the ids", lambda s: s.cut + [0] * (s.n - len(s.cut)), FILLED),
    ],
    results=(Result("the ids", ("id",)),),
    inputs=_encode_inputs,
)

# H: the look-up, a variable of the notebook. A check gives it the name of a function.

ROWS = [
    fault(
        "one-row-off",
        lambda s: s.E[s.X - 1],
        "Every id took the row before its own. Rows count from 0, as ids do: id 3 takes row 3.",
    ),
    fault(
        "one-row-off",
        lambda s: s.E[(s.X + 1) % len(s.E)],
        "Every id took the row after its own. Rows count from 0, as ids do: id 3 takes row 3.",
        singles_only=True,
    ),
    fault(
        "sentences-and-positions-swapped",
        lambda s: s.E[s.X.T],
        "Sentences and positions are swapped. Use X as it is, without .T.",
    ),
    fault(
        "sentences-and-positions-swapped",
        lambda s: s.E[s.X].swapaxes(0, 1),
        "Sentences and positions are swapped. Use X as it is, without .T.",
    ),
    fault(
        "columns-for-rows",
        lambda s: s.E.T[:, s.X],
        "The ids took columns. An id takes a row of E, so its numbers are the last axis.",
    ),
    fault(
        "columns-for-rows",
        lambda s: s.E[:, s.X],
        "The ids took columns of E. An id takes a row.",
        singles_only=True,
    ),
    fault(
        "padding-zeroed",
        lambda s: s.E[s.X] * (s.X != 0)[..., None],
        "The rows of the padding are 0. Padding takes row 0 of E like any id: the mask hides it.",
    ),
    fault(
        "sentences-averaged",
        lambda s: s.E[s.X].mean(1),
        "There is one row for each sentence, the mean of its words. Keep a row for each position.",
    ),
    fault(
        "sentences-averaged",
        lambda s: s.E[s.X].sum(1),
        "There is one row for each sentence, the sum of its words. Keep a row for each position.",
        singles_only=True,
    ),
    fault(
        "sentences-joined",
        lambda s: s.E[s.X].reshape(len(s.X), -1),
        "The rows of a sentence were joined into one. Keep an axis for the positions.",
    ),
    fault(
        "sentences-joined",
        lambda s: s.E[s.X.ravel()],
        "All positions stand in one row after another. Keep the two axes of X: index with X.",
    ),
    fault(
        "one-hot",
        lambda s: (s.X[..., None] == range(len(s.E))) * 1.0,
        "These are one-hot vectors: a 1 at the id. Index E with X to get its rows.",
    ),
    fault(
        "one-text-returned",
        lambda s: s.E[s.X[0]],
        "Only sentence 0 was looked up. Index E with all of X.",
    ),
    fault(
        "one-text-returned",
        lambda s: s.E[s.X[-1]],
        "Only the last sentence is left: H is made anew for every sentence. Index E with all of X.",
    ),
    fault(
        "one-number-of-each-row",
        lambda s: s.E[s.X, 0],
        "Each id took one number. An id takes its whole row.",
        singles_only=True,
    ),
    fault("values-returned", lambda s: s.X, "H is X itself, the ids. Each id takes its row of E."),
    fault("values-returned", lambda s: s.E, "H is the table E. Each id of X takes its row of it."),
]


def _lookup_inputs():
    import numpy as np

    ids = [[1, 2, 3, 0, 0], [2, 4, 5, 1, 0], [3, 0, 0, 0, 0], [6, 3, 7, 8, 4], [4, 0, 0, 0, 0]]
    return {"example": [(np.random.default_rng(0).normal(size=(9, 8)) * 0.5, np.array(ids))]}


lookup = Model(
    function="H",
    arguments=("E", "X"),
    steps=[Step("H", "H", lambda s: s.E[s.X], ROWS, plural=False)],
    results=(Result("H", ("text", "position", "number"), plural=False),),
    inputs=_lookup_inputs,
)

# dikkat


def _root(s):
    return s.Q.shape[-1] ** 0.5


TURN = (
    "The keys need their last two axes swapped, and only those: K.swapaxes(1, 2). K.T turns all "
    "three axes around."
)


def _zeroed(x, pad):
    return x * ~pad[:, :, None]


DOTS = [
    fault("queries-and-keys-swapped", lambda s: s.K @ s.Q.swapaxes(1, 2)),
    fault("queries-with-queries", lambda s: s.Q @ s.Q.swapaxes(1, 2)),
    fault("keys-with-keys", lambda s: s.K @ s.K.swapaxes(1, 2)),
    fault(
        "reshape-is-not-transpose",
        lambda s: s.Q @ s.K.reshape(len(s.K), s.K.shape[2], s.K.shape[1]),
    ),
    fault(
        "all-axes-turned",
        lambda s: s.Q @ s.K.T,
        TURN,
        singles_only=True,
    ),
    fault(
        "all-axes-turned",
        lambda s: s.Q @ s.K,
        TURN,
        singles_only=True,
    ),
    fault(
        "padding-zeroed",
        lambda s: _zeroed(s.Q, s.pad) @ _zeroed(s.K, s.pad).swapaxes(1, 2),
        "The embeddings of padding were set to 0, which makes scores of 0, and those get weight. "
        "Set the scores of padded keys to -1e9.",
    ),
    fault(
        "first-text-only",
        lambda s: (s.Q @ s.K.swapaxes(1, 2))[:1].repeat(len(s.Q), 0),
        "Every sentence got the scores of sentence 0. Each has queries and keys of its own.",
        singles_only=True,
    ),
    fault(
        "size-of-wrong-axis",
        lambda s: s.Q @ s.K.swapaxes(1, 2) * (s.xp.arange(s.K.shape[1]) < s.K.shape[2]),
        "Only d keys were scored. Let the loop over the keys run up to n.",
        singles_only=True,
    ),
    fault(
        "vectors-of-length-one",
        lambda s: (
            (s.Q / s.xp.linalg.norm(s.Q, axis=-1, keepdims=True))
            @ (s.K / s.xp.linalg.norm(s.K, axis=-1, keepdims=True)).swapaxes(1, 2)
        ),
        singles_only=True,
    ),
    *(
        fault(
            "changes-its-inputs",
            lambda s: s.Q @ s.K.swapaxes(1, 2),
            name=name,
            changed=(name,),
        )
        for name in ("Q", "K", "V", "pad")
    ),
]

SCALES = blocks.scales(
    "dots",
    lambda s: s.Q.shape[-1],
    D,
    {
        "n, the number of positions": lambda s: s.Q.shape[1],
        "m, the value size": lambda s: s.V.shape[-1],
        "B, the number of sentences": lambda s: len(s.Q),
    },
    {"the square root of 8": 8**0.5, "2": 2, "8": 8},
)

FILL = "-1e9"


def _where(condition, number=-1e9):
    """A mask that puts the number where the condition, made from the state's pad, is True."""
    return lambda s: s.xp.where(condition(s), number, s.scores)


def _columns(s):
    return s.pad[:, None, :]


def _rows(s):
    return s.pad[:, :, None]


def _added(number):
    return lambda s: s.scores + number * _columns(s)


def _first_n(s, lengths):
    """Hides all positions from a sentence's length on."""
    return (s.xp.arange(s.pad.shape[1]) >= lengths[:, None])[:, None, :]


MASKS = [
    fault("no-mask", lambda s: s.scores, Hidden="Padded keys", fill=FILL),
    fault(
        "mask-on-queries",
        _where(_rows),
        "The rows of padding were hidden. Nobody may look at padding: hide its column in every "
        "row, with pad[:, None, :].",
    ),
    fault(
        "mask-on-both",
        _where(lambda s: _rows(s) | _columns(s)),
        "The rows of padding were hidden as well as its columns. Hide the columns only.",
    ),
    fault(
        "mask-on-corner",
        _where(lambda s: _rows(s) & _columns(s)),
        "Only the cells where padding meets padding were hidden. Hide the whole column of a "
        "padded key.",
    ),
    fault(
        "mask-without-new-axis",
        _where(lambda s: s.pad),
        "pad has no axis for the queries, so it lines up wrongly. Give it one: pad[:, None, :].",
    ),
    fault(
        "mask-without-new-axis",
        _where(lambda s: s.pad[None]),
        "The new axis of pad stands first, so it lines up wrongly. Put it in the middle: "
        "pad[:, None, :].",
    ),
    fault(
        "mask-inverted",
        _where(lambda s: ~_columns(s)),
        hide="pad is True where a position is padding: hide there.",
    ),
    fault(
        "mask-of-first-text",
        _where(lambda s: s.pad[:1, None, :]),
        "Every sentence got the padding of sentence 0. Sentence b needs row b of pad.",
    ),
    fault(
        "mask-of-first-text",
        _where(lambda s: s.pad.any(0)),
        "A position that is padding in one sentence was hidden in all. Sentence b needs row b "
        "of pad.",
        singles_only=True,
    ),
    fault(
        "mask-in-first-text",
        _where(lambda s: _columns(s) & (s.xp.arange(len(s.Q)) == 0)[:, None, None]),
        "Only sentence 0 was masked. Every sentence needs its mask.",
        singles_only=True,
    ),
    fault("hidden-with-zero", _where(_columns, 0), fill=FILL),
    fault("hidden-with-zero", _where(_columns, 1e-9), fill=FILL, singles_only=True),
    fault("hidden-with-zero", _where(_columns, -1e-9), fill=FILL, singles_only=True),
    fault(
        "padding-zeroed",
        _where(lambda s: _columns(s) | _rows(s), 0),
        "The embeddings of padding were set to 0, which makes scores of 0, and those get weight. "
        "Set the scores of padded keys to -1e9.",
    ),
    *(
        fault("weak-fill", _where(_columns, number), number=name, fill=FILL, singles_only=rare)
        for number, name, rare in [
            (-1, "-1", True),
            (-5, "-5", True),
            (-10, "-10", False),
            (-20, "a number such as -100", True),
            (-100, "a number such as -100", False),
            (-1000, "a number such as -10000", True),
            (-1e4, "a number such as -10000", True),
        ]
    ),
    *(
        fault("weak-fill", _added(number), number=name, fill=FILL, singles_only=True)
        for number, name in [(-1, "only lower by 1"), (-10, "only lower by 10")]
    ),
    fault("plus-fill", _where(_columns, 1e9), fill=FILL),
    fault("plus-fill", _added(1e9), fill=FILL),
    fault("plus-fill", _where(_columns, float("inf")), fill=FILL, singles_only=True),
    fault(
        "mask-added-as-ones",
        _added(1),
        "pad was added to the scores as ones and zeros. Put -1e9 where it is True.",
        singles_only=True,
    ),
    fault("mask-times-infinity", _added(-float("inf")), choose="np.where"),
    fault(
        "no-key-left",
        _where(_columns, -float("inf")),
        "With minus infinity, a sentence of nothing but padding has no key left, and its softmax "
        "is NaN (not a number). Put -1e9 there.",
    ),
    fault(
        "mask-of-lengths",
        _where(lambda s: _first_n(s, s.pad.shape[1] - s.pad.sum(1))),
        "The padding was counted and hidden on the right. It may stand anywhere: hide where pad "
        "is True.",
    ),
    fault(
        "mask-of-lengths",
        _where(lambda s: _first_n(s, s.pad.argmax(1))),
        "Everything from the first padding on was hidden, and argmax gives 0 where there is none. "
        "Hide where pad is True.",
    ),
    fault(
        "causal-mask",
        _where(lambda s: _columns(s) | ~blocks.triangle(s.xp, s.Q.shape[1])),
        "Later keys are hidden as well. In this lesson only padding is hidden.",
    ),
    fault("harmless", _added(-1e9), "", harmless=True),
]


def _shift(largest):
    """A softmax that takes off `largest(scores)`, which may be the wrong maximum."""

    def way(s):
        powers = s.xp.exp(s.hidden - largest(s))
        return powers / powers.sum(-1, keepdims=True)

    return way


def _kept_share(s):
    powers = s.xp.exp(s.scores - s.scores.max(-1, keepdims=True)) * ~_columns(s)
    return powers / powers.sum(-1, keepdims=True)


MASKED_LATE = (
    "A row has no weight left, because padding was hidden too late. Hide the scores with -1e9 "
    "first, then take the maximum and the powers of e."
)
OTHER_MAXIMUM = "The maximum was taken over {axes}. Take it over the keys: axis=-1, keepdims=True."

WEIGHTS = [
    fault("mask-after-softmax", lambda s: blocks.softmax(s.xp, s.scores) * ~_columns(s)),
    fault(
        "fill-after-softmax",
        lambda s: s.xp.where(_columns(s), -1e9, blocks.softmax(s.xp, s.scores)),
        fill=FILL,
    ),
    *blocks.softmaxes(
        "hidden",
        1,
        {"softmax-over-texts": 0},
        "keepdims=True",
        a_text="a sentence",
        seen="that is seen ",
    ),
    fault(
        "scale-after-softmax",
        lambda s: blocks.softmax(s.xp, s.xp.where(_columns(s), -1e9, s.dots)) / _root(s),
    ),
    fault("weights-transposed", lambda s: blocks.softmax(s.xp, s.hidden).swapaxes(1, 2)),
    fault(
        "max-over-another-axis",
        _shift(lambda s: s.hidden.max(1, keepdims=True)),
        OTHER_MAXIMUM.format(axes="the queries"),
    ),
    fault(
        "max-over-another-axis",
        _shift(lambda s: s.hidden.max(0, keepdims=True)),
        OTHER_MAXIMUM.format(axes="the sentences"),
    ),
    fault(
        "one-maximum",
        _shift(lambda s: s.hidden.max()),
        "One maximum was taken for all scores, so a row far below it vanished. Each row needs "
        "its own: axis=-1, keepdims=True.",
    ),
    fault(
        "one-maximum",
        _shift(lambda s: s.hidden.max((1, 2), keepdims=True)),
        "One maximum was taken for a whole sentence, so a row far below it vanished. Each row "
        "needs its own: axis=-1, keepdims=True.",
    ),
    fault(
        "maximum-before-mask",
        _shift(lambda s: s.scores.max(-1, keepdims=True)),
        MASKED_LATE,
    ),
    fault(
        "no-key-left",
        _kept_share,
        MASKED_LATE,
    ),
    # The rows of a sentence of nothing but padding may hold anything that is a number.
    fault(
        "harmless",
        lambda s: blocks.softmax(s.xp, s.hidden) * ~s.pad.all(1)[:, None, None],
        "",
        harmless=True,
    ),
    fault(
        "maximum-before-mask",
        lambda s: s.xp.nan_to_num(_kept_share(s)),
        MASKED_LATE,
        singles_only=True,
    ),
    fault(
        "rows-of-padding-emptied",
        lambda s: blocks.softmax(s.xp, s.hidden) * ~_rows(s),
        "The rows of padding are 0. Hide columns only: a padded query spreads its weight over "
        "the words.",
    ),
]


OUTPUTS = [
    fault("weights-transposed-for-output", lambda s: s.A.swapaxes(1, 2) @ s.V, output="out"),
    fault("keys-as-values", lambda s: s.A @ s.K, how=", V"),
    fault("queries-as-values", lambda s: s.A @ s.Q, how=", V"),
    fault("scores-times-values", lambda s: s.hidden @ s.V, Output="out"),
    fault("scores-times-values", lambda s: s.scores @ s.V, Output="out", singles_only=True),
    fault("plain-mean", lambda s: s.A @ s.V * 0 + s.V.mean(1, keepdims=True), Output="out"),
    fault(
        "plain-sum",
        lambda s: s.A @ s.V * 0 + s.V.sum(1, keepdims=True),
        "out is the sum of all values, without weights. It is A @ V.",
    ),
    fault(
        "rows-of-padding-emptied",
        lambda s: _zeroed(s.A @ s.V, s.pad),
        "The output of padding was set to 0. Return A @ V as it is.",
    ),
    fault(
        "values-of-padding-zeroed",
        lambda s: s.A @ _zeroed(s.V, s.pad),
        "The values of padding were set to 0. Give padding no weight instead, and use V as it is.",
    ),
    fault(
        "other-weights-for-output",
        lambda s: blocks.softmax(s.xp, s.scores) @ s.V,
        Output="out",
        how="that are not masked",
    ),
    fault("output-scaled", lambda s: s.A @ s.V / _root(s), D=D, singles_only=True),
    fault("output-transposed", lambda s: (s.A @ s.V).swapaxes(1, 2), output="out"),
    fault("values-returned", lambda s: s.V, Output="out"),
]

RETURNS = [
    fault("results-swapped", lambda s: (s.A, s.out), output="out"),
    fault(
        "no-softmax",
        lambda s: (s.out, s.hidden),
        "out is right, and the second result is the scores. Return the weights A.",
    ),
    fault(
        "no-softmax",
        lambda s: (s.out, s.scores),
        "out is right, and the second result is the scores before the mask. Return the weights A.",
        singles_only=True,
    ),
    fault(
        "weights-transposed",
        lambda s: (s.out, s.A.swapaxes(1, 2)),
        "out is right, and A comes back transposed: its rows are keys. The rows must be queries.",
    ),
    fault("one-result", lambda s: s.out, "Only out came back. Return A as well."),
    fault("one-result", lambda s: s.A, "Only the weights came back. Return A @ V as well."),
    fault(
        "one-text-returned",
        lambda s: (s.out[:1], s.A[:1]),
        "Only sentence 0 came back. Is the return inside the loop?",
    ),
    fault(
        "one-text-returned",
        lambda s: (s.out[0], s.A[0]),
        "Only sentence 0 came back. All sentences must come back.",
        singles_only=True,
    ),
    fault(
        "too-many-results",
        lambda s: (s.out, s.A, s.scores),
        "Three values came back. Return out and A.",
        singles_only=True,
    ),
    fault("axis-of-size-one-dropped", lambda s: (s.out.squeeze(), s.A.squeeze())),
]


def _dikkat_inputs():
    import numpy as np

    def draw(seed, n, d, m, padding):
        rng = np.random.default_rng(seed)
        pad = np.array([[letter == "p" for letter in row] for row in padding])
        Q, K, V = (rng.normal(size=(len(pad), n, width)) * 1.2 for width in (d, d, m))
        return Q, K, V, pad

    def whole_numbers(seed, shift, above=0, both=False):
        """Scores near `shift` (and -shift, if both), those of padding by `above` besides.

        Whole numbers and d = 4, so that they are exact in float32 too.
        """
        rng = np.random.default_rng(seed)
        pad = np.array([[False] * 3 + [True] * 2, [False] * 4 + [True]])
        Q, K, V = (rng.integers(-2, 3, size=(2, 5, 4)).astype(float) for _ in range(3))
        Q[:, :, 0], K[:, :, 0] = 1, 2 * (shift + above * pad)
        if both:
            Q[:, ::2, 0] = -1
        return Q, K, V, pad

    example = (
        np.array([[[2.0, 0, 0, 0], [0, 0, 2, 0]], [[2, 0, 0, 0], [0, 0, 2, 0]]]),
        np.array([[[0.0, 1, 3, 0], [1, 0, 1, 0]], [[0, 1, 0, 0], [1, 0, 2, 0]]]),
        np.array([[[1.0, 0, 10], [0, 1, 20]], [[1, 0, 10], [7, 7, 70]]]),
        np.array([[False, False], [False, True]]),
    )
    return {
        "example": [example],
        "sizes": [
            draw(4, 5, 20, 6, ["wwwpp", "wwwww", "wpppp"]),
            draw(5, 7, 6, 11, ["wwppppp", "wwwwwwp"]),
        ],
        "padding-anywhere": [draw(11, 7, 6, 11, ["wwpwwww", "pwwwwpw"])],
        "equal-sizes": [draw(6, 4, 3, 7, ["wwpp", "wwww", "wppp", "wwwp"])],
        "large-scores": [
            whole_numbers(7, -300),
            whole_numbers(8, 900, both=True),
            whole_numbers(12, -20_000),
        ],
        "large-padding": [whole_numbers(13, -300, above=1000)],
        "nothing-but-padding": [draw(9, 3, 5, 4, ["wwp", "ppp"])],
        "sizes-of-one": [draw(10, 1, 3, 2, ["w"])],
    }


dikkat = Model(
    function="dikkat",
    arguments=("Q", "K", "V", "pad"),
    steps=[
        Step("dots", "the dot products", lambda s: s.Q @ s.K.swapaxes(1, 2), DOTS),
        Step("scores", "the scores", lambda s: s.dots / _root(s), SCALES),
        Step("hidden", "the masked scores", _where(_columns), MASKS),
        Step("A", "the weights", lambda s: blocks.softmax(s.xp, s.hidden), WEIGHTS),
        Step("out", "out", lambda s: s.A @ s.V, OUTPUTS, plural=False),
        Step("returned", "the results", lambda s: (s.out, s.A), RETURNS, shown=False),
    ],
    results=(
        Result("out", ("text", "query", "value number"), plural=False),
        Result("the weights", ("text", "query", "key")),
    ),
    inputs=_dikkat_inputs,
)

MODELS = [encode, lookup, dikkat]
