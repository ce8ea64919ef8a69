"""Lesson 06: the steps of `split_heads`, `merge_heads` and `multi_head_attention`."""

from __future__ import annotations

from dikkat.faults import Model, Result, Step, blocks, fault

# split_heads


def _cut(s):
    B, T, C = s.x.shape
    return s.x.reshape(B, T, s.H, C // s.H)


def _size(s):
    return s.x.shape[2] // s.H


PLAIN_SPLIT = (
    "This is a plain view or reshape to (B, H, T, D): a head gets whole rows of some positions. "
    "Cut the last axis into (H, D), then swap T and H."
)
INTERLEAVED_SPLIT = (
    "The heads are interleaved: head 0 got every H-th number. Cut the last axis into (H, D), in "
    "this order."
)
D_HEADS = "There are D heads of size H. Cut the last axis into (H, D), in this order."

SPLITS = [
    fault(
        "plain-reshape",
        lambda s: s.x.reshape(len(s.x), s.H, s.x.shape[1], _size(s)),
        PLAIN_SPLIT,
    ),
    fault(
        "interleaved",
        lambda s: s.x.reshape(*s.x.shape[:2], _size(s), s.H).permute(0, 3, 1, 2),
        INTERLEAVED_SPLIT,
    ),
    fault(
        "d-heads-of-size-h",
        lambda s: s.x.reshape(*s.x.shape[:2], _size(s), s.H).transpose(1, 2),
        D_HEADS,
    ),
    fault(
        "not-swapped",
        lambda s: s.cut,
        "The cut is right, and the axes are still (B, T, H, D). Swap T and H.",
    ),
    fault(
        "heads-first",
        lambda s: s.cut.permute(2, 0, 1, 3),
        "The heads come before the texts. The axes must be (B, H, T, D): stack along dim=1.",
    ),
    fault(
        "axes-order",
        lambda s: s.cut.permute(0, 2, 3, 1),
        "The axes are (B, H, D, T). The positions come before the head size: (B, H, T, D).",
    ),
    fault(
        "axes-order",
        lambda s: s.cut.permute(0, 3, 2, 1),
        "The axes are (B, D, H, T). Swap only T and H: (B, H, T, D).",
    ),
    fault(
        "heads-reversed",
        lambda s: s.cut.transpose(1, 2).flip(1),
        "The heads are in reverse order. Head 0 holds the first D numbers of each position.",
    ),
    fault(
        "not-split",
        lambda s: s.x[:, None].expand(-1, s.H, -1, -1),
        "Every head got all numbers of a row. Each gets D of them.",
    ),
    fault("untouched", lambda s: s.x, "This is x as it came. Cut its last axis into H heads."),
    fault(
        "plain-reshape",
        lambda s: s.x.reshape(len(s.x) * s.H, -1, _size(s)),
        "Texts and heads became one axis. The axes must be (B, H, T, D).",
        singles_only=True,
    ),
    fault(
        "first-head-only",
        lambda s: s.cut.transpose(1, 2)[:, 0],
        "Only head 0 came back. All heads must come back: (B, H, T, D).",
    ),
    fault(
        "heads-as-a-list",
        lambda s: [s.cut[:, :, i] for i in range(s.H)],
        "The heads came back as a list. Put them into one tensor: torch.stack(heads, dim=1).",
    ),
]


def _count(*sizes):
    import torch

    generator = torch.Generator().manual_seed(sum(sizes))
    numbers = torch.randperm(_product(sizes), generator=generator)
    return numbers.reshape(sizes).float()


def _product(sizes):
    total = 1
    for size in sizes:
        total *= size
    return total


def _example():
    import torch

    return torch.arange(12.0).reshape(1, 3, 4)


split_heads = Model(
    function="split_heads",
    arguments=("x", "H"),
    steps=[
        Step("cut", "the cut rows, (B, T, H, D)", _cut),
        Step("swapped", "the heads", lambda s: s.cut.transpose(1, 2), SPLITS),
    ],
    results=(Result("the heads", ("text", "head", "position", "number")),),
    inputs=lambda: {
        "example": [(_example(), 2)],
        "sizes": [(_count(2, 4, 15), 3), (_count(3, 5, 14), 2)],
        "sizes-of-one": [(_count(1, 6, 8), 4), (_count(3, 2, 4), 1)],
    },
    namespace="torch",
)

# merge_heads

MERGES = [
    fault(
        "plain-reshape",
        lambda s: s.x.reshape(len(s.x), s.x.shape[2], -1),
        "This is a plain view or reshape: positions of one head stand side by side. Swap H and T "
        "first.",
    ),
    fault(
        "interleaved",
        lambda s: s.x.permute(0, 2, 3, 1).flatten(2),
        "The heads are interleaved: one number of head 0, one of head 1, and so on. D must be "
        "the last axis when you merge.",
    ),
    fault(
        "axes-order",
        lambda s: s.x.permute(0, 3, 1, 2).reshape(len(s.x), s.x.shape[2], -1),
        "D came first before the reshape. Swap only H and T.",
    ),
    fault(
        "axes-order",
        lambda s: s.x.transpose(2, 3).reshape(len(s.x), s.x.shape[2], -1),
        "T and D were swapped (axes 2 and 3). Swap H and T: axes 1 and 2.",
    ),
    fault(
        "axes-order",
        lambda s: s.x.transpose(1, 3).reshape(len(s.x), s.x.shape[2], -1),
        "H and D were swapped (axes 1 and 3). Swap H and T: axes 1 and 2.",
    ),
    fault(
        "texts-mixed",
        lambda s: s.x.permute(2, 0, 1, 3).reshape(len(s.x), s.x.shape[2], -1),
        "The positions came before the texts, so the texts are mixed. B stays first.",
    ),
    fault(
        "not-joined",
        lambda s: s.x.transpose(1, 2),
        "H and T were swapped, and there are still four axes. Join the last two: flatten(2).",
    ),
    fault(
        "wrong-axes-joined",
        lambda s: s.x.flatten(1, 2),
        "The heads were put one below the other. They belong side by side: H and D are joined.",
    ),
    fault(
        "wrong-axes-joined",
        lambda s: s.x.transpose(1, 2).flatten(1, 2),
        "Each head still has a row of its own. Join H with D, the last axis, not with T.",
    ),
    fault(
        "folded",
        lambda s: s.x.flatten(0, 1),
        "The heads became more texts. They belong side by side, in the row of the position.",
    ),
    fault(
        "heads-summed",
        lambda s: s.x.sum(1),
        "The heads were added up. Put them side by side: nothing is added.",
    ),
    fault(
        "mean-over-heads",
        lambda s: s.x.mean(1),
        "The heads were averaged. Put them side by side.",
    ),
    fault(
        "heads-reversed",
        lambda s: s.x.flip(1).transpose(1, 2).flatten(2),
        "The heads are in reverse order. Head 0 comes first.",
    ),
    fault("first-head-only", lambda s: s.x[:, 0], "Only head 0 is left. Put all side by side."),
    fault(
        "last-head-only", lambda s: s.x[:, -1], "Only the last head is left. Put all side by side."
    ),
    fault("untouched", lambda s: s.x, "This is x as it came. Keep what transpose gives back."),
    fault(
        "contiguous-needed",
        lambda s: s.x.transpose(1, 2).view(len(s.x), s.x.shape[2], -1),
        "view cannot join axes after a transpose. Use reshape.",
    ),
]

merge_heads = Model(
    function="merge_heads",
    arguments=("x",),
    steps=[Step("merged", "the merged rows", lambda s: s.x.transpose(1, 2).flatten(2), MERGES)],
    results=(Result("the merged rows", ("text", "position", "number")),),
    inputs=lambda: {
        "example": [(_example().reshape(1, 3, 2, 2).transpose(1, 2).contiguous(),)],
        "sizes": [(_count(2, 3, 4, 5),), (_count(3, 2, 5, 7),)],
        "sizes-of-one": [(_count(1, 4, 6, 2),), (_count(3, 1, 2, 4),)],
    },
    namespace="torch",
)

# multi_head_attention

D = "D (the size of one head)"


def _split(x, H):
    return x.unflatten(-1, (H, -1)).transpose(1, 2)


def _merge(x):
    return x.transpose(1, 2).flatten(2)


def _width(s):
    return s.query.weight.shape[0] // s.H


# The step `split` holds a function, since a learner splits all three in the same way.
CUTS = [
    fault(
        "plain-reshape",
        lambda s: lambda x: x.reshape(len(x), s.H, x.shape[1], -1),
        "The heads were split by a plain view or reshape, so a head holds whole rows of some "
        "positions. Cut the last axis into (H, D), then swap T and H.",
    ),
    fault(
        "interleaved",
        lambda s: lambda x: x.unflatten(-1, (-1, s.H)).permute(0, 3, 1, 2),
        INTERLEAVED_SPLIT,
    ),
    fault(
        "d-heads-of-size-h",
        lambda s: lambda x: x.unflatten(-1, (-1, s.H)).transpose(1, 2),
        D_HEADS,
    ),
    fault(
        "heads-reversed",
        lambda s: lambda x: _split(x, s.H).flip(1),
        "The heads are in reverse order. Head 0 holds the first D numbers of each position.",
    ),
    fault(
        "not-swapped",
        lambda s: lambda x: x.unflatten(-1, (s.H, -1)),
        "After the cut the axes are still (B, T, H, D). Swap T and H.",
    ),
    *(
        fault(
            "fixed-size",
            lambda s, heads=heads: lambda x: _split(x, heads),
            f"There are {heads} heads, whatever H is. Use H.",
        )
        for heads in (2, 4)
    ),
]

ZEROED = (
    "The embeddings of padding were set to 0. That hides nothing: their scores still get weight. "
    "Put minus infinity in the place of the scores."
)


def _zeroed(s):
    """h with the embeddings of padding set to 0."""
    return s.h if s.pad is None else s.h * ~s.pad[:, :, None]


def _without_padding(x, pad, axes):
    """x (B, ...) with 0 where a position is padding; axes: how pad is indexed after the batch."""
    return x if pad is None else x.masked_fill(pad[(slice(None), *axes)], 0.0)


QUERIES, KEYS, VALUES = blocks.projections(lambda s, x: s.split(x))
KEYS += [
    fault(
        "plain-reshape",
        lambda s: s.key(s.h).reshape(len(s.h), s.H, s.h.shape[1], -1),
        "The keys were split by a plain view or reshape. Split them as the queries.",
        singles_only=True,
    ),
]
VALUES += [
    fault(
        "plain-reshape",
        lambda s: s.value(s.h).reshape(len(s.h), s.H, s.h.shape[1], -1),
        "The values were split by a plain view or reshape. Split them as the queries and keys.",
    ),
    fault(
        "interleaved",
        lambda s: s.value(s.h).unflatten(-1, (-1, s.H)).permute(0, 3, 1, 2),
        "The values were split into interleaved heads. Split them as the queries and keys.",
        singles_only=True,
    ),
    fault("padding-zeroed", lambda s: s.split(s.value(_zeroed(s))), ZEROED),
    fault(
        "values-of-padding-zeroed",
        lambda s: _without_padding(s.split(s.value(s.h)), s.pad, (None, slice(None), None)),
        "The values of padding were set to 0. Padding has no weight already: use the values as "
        "they are.",
    ),
]


NOT_SPLIT = (
    "These are the weights of one head of the whole width. Split queries, keys and values into "
    "heads first."
)


def _wide_scores(s):
    """The scores of one head of the whole width, (B, 1, T, T)."""
    dots = s.query(s.h) @ s.key(s.h).transpose(1, 2)
    return dots[:, None] / s.query.weight.shape[0] ** 0.5


def _one_wide_head(s):
    hidden = blocks.hide(s.xp, _wide_scores(s), _see(s))
    weights = blocks.softmax(s.xp, hidden)[:, 0]
    return s.output(weights @ s.value(s.h)), weights


DOTS = [
    *blocks.dot_products(),
    fault(
        "not-split",
        lambda s: (s.query(s.h) @ s.key(s.h).transpose(1, 2))[:, None].expand(-1, s.H, -1, -1),
        NOT_SPLIT,
    ),
    fault(
        "first-head-only",
        lambda s: (s.q @ s.k.transpose(-2, -1))[:, :1].expand(-1, s.H, -1, -1),
        "Head 0's weights stand in every head. Each head has queries and keys of its own.",
    ),
]

SCALES = [
    *blocks.scales(
        "dots",
        _width,
        D,
        {
            "H times D, all heads together": lambda s: s.query.weight.shape[0],
            "C, the embedding size": lambda s: s.h.shape[-1],
            "C / H": lambda s: s.h.shape[-1] / s.H,
            "C // H": lambda s: max(s.h.shape[-1] // s.H, 1),
            "T, the number of positions": lambda s: s.h.shape[1],
            "H, the number of heads": lambda s: s.H,
            "B, the number of texts": lambda s: len(s.h),
        },
        {"4": 4, "2": 2, "the square root of 8": 8**0.5, "8": 8},
        torch=True,
    ),
    fault(
        "not-split",
        lambda s: _wide_scores(s).expand(-1, s.H, -1, -1),
        NOT_SPLIT,
    ),
    fault(
        "no-layers",
        lambda s: _split(s.h, s.H) @ _split(s.h, s.H).transpose(-2, -1) / _width(s) ** 0.5,
        singles_only=True,
    ),
]

INFINITY = -float("inf")


def _eye(s):
    return s.xp.eye(s.h.shape[1]) > 0


def _padded(condition, number=INFINITY, but_itself=True):
    """Hides keys where the condition on pad says so, each position itself excepted."""

    def way(s):
        if s.pad is None:
            return s.scores
        hidden = condition(s.pad)
        if but_itself:
            hidden = hidden & ~_eye(s)
        return s.scores.masked_fill(hidden, number)

    return way


def _columns(pad):
    return pad[:, None, None, :]


def _first_head(s):
    if s.pad is None:
        return s.scores
    heads = (s.xp.arange(s.H) == 0)[:, None, None]
    return s.scores.masked_fill(_columns(s.pad) & ~_eye(s) & heads, INFINITY)


def _only_position_0_excepted(s):
    if s.pad is None:
        return s.scores
    hidden = _columns(s.pad).expand(s.scores.shape).clone()
    hidden[:, :, 0, 0] = False
    return s.scores.masked_fill(hidden, INFINITY)


def _widened_in_place(s):
    hidden = ~_lower(s)
    if s.pad is not None:
        hidden |= _columns(s.pad) & ~_eye(s)
    return s.scores


def _of_zeroed(s):
    q, k = (s.split(layer(_zeroed(s))) for layer in (s.query, s.key))
    return q @ k.transpose(-2, -1) / _width(s) ** 0.5


PADDING = [
    fault(
        "pad-ignored",
        lambda s: s.scores,
        "The weights are the same with pad and without. Use pad, and keep the result of "
        "masked_fill.",
    ),
    fault(
        "mask-on-queries",
        _padded(lambda pad: pad[:, None, :, None]),
        "pad hides the rows of padded queries. Hide the columns of padded keys: "
        "pad[:, None, None, :].",
    ),
    fault(
        "mask-on-queries",
        _padded(lambda pad: pad[:, None, :, None], but_itself=False),
        "pad hides the rows of padded queries. Hide the columns of padded keys: "
        "pad[:, None, None, :].",
    ),
    fault(
        "mask-on-both",
        _padded(lambda pad: pad[:, None, :, None] | _columns(pad)),
        "pad hides the rows of padding as well as its columns. Hide the columns only.",
    ),
    fault(
        "mask-on-both",
        _padded(lambda pad: pad[:, None, :, None] | _columns(pad), but_itself=False),
        "pad hides the rows of padding as well as its columns. Hide the columns only.",
        singles_only=True,
    ),
    fault("weak-fill", _padded(_columns, -10.0), number="-10", fill="minus infinity"),
    fault("weak-fill", _padded(_columns, -1.0), number="-1", fill="minus infinity"),
    fault("weak-fill", _padded(_columns, -10.0, False), number="-10", fill="minus infinity"),
    fault(
        "mask-added-as-ones",
        lambda s: s.scores if s.pad is None else s.scores - _columns(s.pad).float(),
        "pad was subtracted from the scores as ones. Put minus infinity where it is True.",
        singles_only=True,
    ),
    fault(
        "mask-times-infinity",
        lambda s: s.scores if s.pad is None else s.scores + _columns(s.pad) * INFINITY,
        choose="masked_fill",
        singles_only=True,
    ),
    fault(
        "mask-without-new-axis",
        _padded(lambda pad: pad[:, None, :]),
        "pad needs two new axes, one for the heads and one for the queries: pad[:, None, None, :].",
        singles_only=True,
    ),
    fault(
        "mask-without-new-axis",
        _padded(lambda pad: pad),
        "pad needs two new axes, one for the heads and one for the queries: pad[:, None, None, :].",
        singles_only=True,
    ),
    fault(
        "mask-widened-in-place",
        _widened_in_place,
        "|= cannot make the triangle (T, T) as large as pad. Make a new mask: "
        "hidden = hidden | ...",
        singles_only=True,
    ),
    fault(
        "truth-of-a-tensor",
        lambda s: s.scores if s.pad else s.scores,
        "`if pad:` asks whether a whole tensor is true. Ask `if pad is not None:`.",
        singles_only=True,
    ),
    fault(
        "mask-of-first-text",
        _padded(lambda pad: pad[0]),
        "Every text got the padding of text 0. Each text has its own row of pad.",
    ),
    fault(
        "mask-inverted",
        _padded(lambda pad: ~_columns(pad)),
        hide="pad is True where a position is padding: hide there.",
    ),
    fault(
        "mask-inverted",
        _padded(lambda pad: ~_columns(pad), but_itself=False),
        hide="pad is True where a position is padding: hide there.",
        singles_only=True,
    ),
    fault(
        "no-key-left",
        _padded(_columns, but_itself=False),
        "A padded position before the first word has no key left, so its row is NaN (not a "
        "number). A position always sees itself: leave the diagonal open.",
    ),
    fault(
        "no-key-left",
        _only_position_0_excepted,
        "Only position 0 always sees itself, so another row without a key is NaN (not a number). "
        "Every position sees itself: leave the diagonal open.",
    ),
    fault("hidden-with-zero", _padded(_columns, 0.0), fill="minus infinity"),
    fault("hidden-with-zero", _padded(_columns, 0.0, False), fill="minus infinity"),
    fault(
        "padding-zeroed",
        _of_zeroed,
        ZEROED,
    ),
    fault("mask-in-first-head", _first_head, "Only head 0 is masked. Every head needs pad."),
]


def _lower(s):
    return blocks.triangle(s.xp, s.h.shape[1])


def _see(s):
    """What each query may see: (T, T), or (B, 1, T, T) with pad."""
    return _lower(s) if s.pad is None else _lower(s) & (~_columns(s.pad) | _eye(s))


def _later_and(s):
    return ~_lower(s) if s.pad is None else ~_lower(s) & _columns(s.pad)


def _no_exception(s):
    hidden = ~_lower(s) if s.pad is None else ~_lower(s) | _columns(s.pad)
    return s.scores.masked_fill(hidden, -1e9)


MASKS = [
    *blocks.triangles("padded", "Later keys", fixed=(7, 8)),
    fault(
        "mask-in-first-head",
        lambda s: s.xp.cat([blocks.hide(s.xp, s.padded[:, :1], _lower(s)), s.padded[:, 1:]], 1),
        "Later keys are hidden in head 0 only. Every head needs the triangle.",
        singles_only=True,
    ),
    fault(
        "no-mask",
        lambda s: s.scores,
        "Nothing is hidden, neither later keys nor padding. Put minus infinity in place of their "
        "scores, and keep what masked_fill gives back.",
        singles_only=True,
    ),
    fault(
        "mask-on-corner",
        lambda s: s.scores.masked_fill(_later_and(s), INFINITY),
        "Only padding that comes later is hidden. Hide a key where it is later or where it is "
        "padding: with | and not with &.",
    ),
    fault(
        "causal-lost-with-pad",
        lambda s: s.padded if s.pad is not None else blocks.hide(s.xp, s.padded, _lower(s)),
        "With pad, later keys have weight. Hide a key where it is later or where it is padding.",
    ),
    fault(
        "no-key-left",
        _no_exception,
        "With -1e9, a padded position before the first word spreads its weight over all keys, "
        "later ones too. It sees itself: leave the diagonal open.",
    ),
]

PADDING_AFTER = (
    "The weights of padding were set to 0 after the softmax, so rows no longer add up to 1. Hide "
    "the scores, before it."
)

WEIGHTS = [
    fault("mask-after-softmax", lambda s: blocks.softmax(s.xp, s.scores) * _see(s)),
    fault("mask-after-softmax", lambda s: blocks.softmax(s.xp, s.padded) * _lower(s)),
    fault(
        "mask-after-softmax",
        lambda s: blocks.softmax(s.xp, blocks.hide(s.xp, s.scores, _lower(s))) * _see(s),
        PADDING_AFTER,
    ),
    fault(
        "mask-after-softmax",
        lambda s: _without_padding(
            blocks.softmax(s.xp, s.scores) * _lower(s), s.pad, (None, None, slice(None))
        ),
    ),
    fault(
        "mask-after-softmax",
        lambda s: _without_padding(
            blocks.softmax(s.xp, blocks.hide(s.xp, s.scores, _lower(s))),
            s.pad,
            (None, None, slice(None)),
        ),
        PADDING_AFTER,
    ),
    *blocks.softmaxes(
        "masked",
        2,
        {"softmax-over-heads": 1, "softmax-over-texts": 0},
        "keepdim=True",
        a_text="a head",
        seen="that is seen ",
    ),
    fault("weights-transposed", lambda s: blocks.softmax(s.xp, s.masked).transpose(-2, -1)),
    fault(
        "mean-over-heads",
        lambda s: blocks.softmax(s.xp, s.masked).mean(1, keepdim=True).expand(s.masked.shape),
        "Every head has the mean of all heads. Each head has weights of its own.",
    ),
    fault(
        "scale-after-softmax",
        lambda s: blocks.softmax(s.xp, blocks.hide(s.xp, s.dots, _see(s))) / _width(s) ** 0.5,
    ),
]

MIXES = [
    fault(
        "weights-transposed-for-output",
        lambda s: s.weights.transpose(-2, -1) @ s.v,
        output="out",
    ),
    fault(
        "other-weights-for-output",
        lambda s: blocks.softmax(s.xp, s.scores) @ s.v,
        Output="out",
        how="that are not masked",
    ),
    fault(
        "other-weights-for-output",
        lambda s: blocks.softmax(s.xp, blocks.hide(s.xp, s.scores, _lower(s))) @ s.v,
        Output="out",
        how="that do not know pad",
    ),
    fault(
        "other-weights-for-output",
        lambda s: blocks.softmax(s.xp, blocks.hide(s.xp, s.dots, _see(s))) @ s.v,
        Output="out",
        how="that have no scale",
    ),
    fault(
        "other-weights-for-output",
        lambda s: s.weights.mean(1, keepdim=True) @ s.v,
        Output="out",
        how="that are the mean of the heads",
    ),
    fault(
        "scores-times-values",
        lambda s: s.scores * _see(s) @ s.v,
        Output="out",
        singles_only=True,
    ),
    fault("values-returned", lambda s: s.v, Output="out, before the layer output,"),
]

NOT_MERGED = (
    "The heads were not put side by side before the layer output. Merge them first, to (B, T, H*D)."
)

MERGED = [
    fault(
        "plain-reshape",
        lambda s: s.mixed.reshape(len(s.h), s.h.shape[1], -1),
        "The heads were merged by a plain reshape, so a row mixes positions. Swap H and T first.",
    ),
    fault(
        "interleaved",
        lambda s: s.mixed.permute(0, 2, 3, 1).flatten(2),
        "The heads were interleaved when they were merged. D must be the last axis.",
    ),
    fault(
        "heads-reversed",
        lambda s: _merge(s.mixed.flip(1)),
        "The heads were merged in reverse order. Head 0 comes first.",
    ),
    fault(
        "mean-over-heads",
        lambda s: s.mixed.mean(1).repeat(1, 1, s.H),
        "The results of the heads were averaged. Put them side by side: merge them.",
    ),
    fault(
        "first-head-only",
        lambda s: s.mixed[:, 0].repeat(1, 1, s.H),
        "Only head 0 has a part in out. Put all heads side by side.",
    ),
    # These stop in the output layer, and its error is the same for all of them.
    fault("not-joined", lambda s: s.mixed.mean(1), NOT_MERGED, singles_only=True),
    fault("not-joined", lambda s: s.mixed.sum(1), NOT_MERGED, singles_only=True),
    fault("not-joined", lambda s: s.mixed, NOT_MERGED, singles_only=True),
    fault("not-joined", lambda s: s.mixed.flatten(1, 2), NOT_MERGED, singles_only=True),
]


def _output_alone(s):
    """The output layer without its bias."""
    return s.merged @ s.output.weight.T


def _normalised(s):
    import torch

    return torch.nn.functional.layer_norm(s.h + s.output(s.merged), s.h.shape[-1:])


OUTS = [
    fault(
        "output-left-out",
        lambda s: s.merged,
        "The output layer is left out. Return output(...) of the merged heads.",
    ),
    fault(
        "output-twice",
        lambda s: s.output(s.output(s.merged)),
        "The output layer is used twice. Once is enough.",
        singles_only=True,
    ),
    fault("no-bias", _output_alone, call="output(...)"),
    fault(
        "output-bias",
        lambda s: _output_alone(s) + s.H * (s.output(s.merged) - _output_alone(s)),
        "The bias of the output layer was added once for each head. Merge the heads first, then "
        "call output once.",
    ),
    fault(
        "residual-added",
        lambda s: s.h + s.output(s.merged),
        "h was added to the result. Many models do that around the layer: leave it out here.",
    ),
    fault(
        "residual-added",
        _normalised,
        "h was added and the sum normalised. Many models do that around the layer: leave it out "
        "here.",
    ),
    fault(
        "rows-of-padding-emptied",
        lambda s: _without_padding(s.output(s.merged), s.pad, (slice(None), None)),
        "The out of padding was set to 0. A padded position sees itself: return its out as it is.",
    ),
    fault(
        "no-gradient",
        lambda s: s.output(s.merged),
        layers="the query, key and value layers",
        unreached=("query", "key", "value"),
        singles_only=True,
    ),
    fault(
        "no-gradient",
        lambda s: s.output(s.merged),
        layers="any layer",
        unreached=("query", "key", "value", "output"),
        singles_only=True,
    ),
]

RETURNS = [
    fault("not-split", _one_wide_head, NOT_SPLIT),
    fault(
        "not-split",
        lambda s: (_one_wide_head(s)[0], _one_wide_head(s)[1][:, None]),
        NOT_SPLIT,
        singles_only=True,
    ),
    fault("results-swapped", lambda s: (s.weights, s.out), output="out"),
    fault(
        "mean-over-heads",
        lambda s: (s.out, s.weights.mean(1)),
        "The weights are averaged over the heads. Return those of each head: (B, H, T, T).",
    ),
    fault(
        "mean-over-heads",
        lambda s: (s.out, s.weights.mean(1, keepdim=True)),
        "The weights are averaged over the heads. Return those of each head: (B, H, T, T).",
    ),
    fault(
        "first-head-only",
        lambda s: (s.out, s.weights[:, 0]),
        "Only the weights of head 0 came back. Return those of all heads: (B, H, T, T).",
    ),
    fault(
        "no-softmax",
        lambda s: (s.out, s.masked),
        "out is right, and the second result is the masked scores. Return the weights.",
    ),
    fault(
        "no-softmax",
        lambda s: (s.out, s.scores),
        "out is right, and the second result is the scores. Return the weights.",
    ),
    fault(
        "weights-transposed",
        lambda s: (s.out, s.weights.transpose(-2, -1)),
        "out is right, and the weights come back transposed: their rows are keys. The rows must "
        "be queries.",
    ),
    fault(
        "heads-first",
        lambda s: (s.out, s.weights.transpose(0, 1)),
        "The weights have the heads before the texts. Their axes must be (B, H, T, T).",
    ),
    fault("axis-of-size-one-dropped", lambda s: (s.out.squeeze(), s.weights.squeeze())),
    fault("one-result", lambda s: s.out, "Only out came back. Return the weights as well."),
    fault("one-result", lambda s: s.weights, "Only the weights came back. Return out as well."),
    fault(
        "first-text-only",
        lambda s: (
            s.out[:1].expand(len(s.h), -1, -1),
            s.weights[:1].expand(len(s.h), -1, -1, -1),
        ),
        "Every text got the results of text 0. Use all of h, not h[0].",
        singles_only=True,
    ),
    *(
        fault(
            "changes-its-inputs",
            lambda s: (s.out, s.weights),
            name=name,
            changed=(name,),
        )
        for name in ("h", "pad")
    ),
]


def _layer_inputs():
    import torch
    from torch import nn

    def draw(seed, b, t, c, heads, d, bias, pad=None):
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            layers = [nn.Linear(c, heads * d, bias) for _ in range(3)]
            layers.append(nn.Linear(heads * d, c, bias))
            h = torch.randn(b, t, c) * 2
        return h, *layers, heads, pad

    everywhere = torch.tensor(
        [[1, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1], [0] * 6, [1] * 6]
    ).bool()
    low = draw(67, 2, 6, 4, 2, 5, True)
    for head in (0, 5):  # the first number of each of the two heads: scores near -120
        low[1].bias.data[head], low[2].bias.data[head] = 16, -17
    return {
        "example": [draw(60, 2, 4, 3, 2, 5, False)],
        "sizes": [draw(64, 2, 7, 10, 3, 17, True), draw(65, 3, 5, 14, 2, 6, True)],
        "padding": [draw(66, 5, 6, 8, 2, 7, True, everywhere)],
        "low-scores": [low],
        "one-width": [draw(68, 2, 8, 8, 2, 4, False)],
        "sizes-of-one": [draw(69, 1, 5, 9, 2, 4, True), draw(70, 2, 6, 10, 1, 7, False)],
    }


multi_head_attention = Model(
    function="multi_head_attention",
    arguments=("h", "query", "key", "value", "output", "H", "pad"),
    steps=[
        Step("split", "the split", lambda s: lambda x: _split(x, s.H), CUTS, shown=False),
        Step("q", "the queries of the heads", lambda s: s.split(s.query(s.h)), QUERIES),
        Step("k", "the keys of the heads", lambda s: s.split(s.key(s.h)), KEYS),
        Step("v", "the values of the heads", lambda s: s.split(s.value(s.h)), VALUES),
        Step("dots", "the dot products", lambda s: s.q @ s.k.transpose(-2, -1), DOTS),
        Step("scores", "the scores", lambda s: s.dots / _width(s) ** 0.5, SCALES),
        Step("padded", "the scores without padding", _padded(_columns), PADDING, shown=False),
        Step(
            "masked",
            "the masked scores",
            lambda s: blocks.hide(s.xp, s.padded, _lower(s)),
            MASKS,
        ),
        Step("weights", "the weights", lambda s: blocks.softmax(s.xp, s.masked), WEIGHTS),
        Step("mixed", "the results of the heads", lambda s: s.weights @ s.v, MIXES),
        Step("merged", "the merged heads", lambda s: _merge(s.mixed), MERGED),
        Step("out", "out", lambda s: s.output(s.merged), OUTS, plural=False),
        Step("returned", "the results", lambda s: (s.out, s.weights), RETURNS, shown=False),
    ],
    results=(
        Result("out", ("text", "position", "number"), plural=False),
        Result("the weights", ("text", "head", "query", "key")),
    ),
    inputs=_layer_inputs,
    namespace="torch",
    tolerance=3e-5,
    helpers={"split_heads": _split, "merge_heads": _merge},
)

MODELS = [split_heads, merge_heads, multi_head_attention]
