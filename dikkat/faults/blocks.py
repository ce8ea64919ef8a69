"""Faults that several lessons share, each written once, for NumPy and for PyTorch.

The functions here make lists of faults for a step. Names such as `scores` are names of the
state; `xp` is the array module, numpy or torch, whose functions have the same names.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from dikkat.faults.model import Fault, Way, fault

State = SimpleNamespace
Size = Callable[[State], float]


def softmax(xp: Any, scores: Any, axis: int | tuple[int, ...] = -1) -> Any:
    """A softmax over one or several axes, with the maximum subtracted."""
    axes = axis if isinstance(axis, tuple) else (axis,)
    largest = scores
    for one in axes:
        largest = xp.amax(largest, one, keepdims=True)
    powers = xp.exp(scores - largest)
    return powers / powers.sum(axis, keepdims=True)


def triangle(xp: Any, size: int, diagonal: int = 0) -> Any:
    """The lower triangle up to this diagonal, as booleans: what a query may see."""
    return xp.tril(xp.ones((size, size)), diagonal) > 0


def scales(
    dots: str,
    size: Size,
    D: str,
    others: Mapping[str, Size],
    constants: Mapping[str, float],
    torch: bool = False,
) -> list[Fault]:
    """Wrong scales for the dot products in the state's `dots`.

    size: gives the right size, D. D: how a sentence calls it ("D, the head size").
    others: other sizes by their names in a sentence ("T, the number of queries").
    constants: scales written as numbers, by their names ("the square root of 8").
    torch: whether sqrt needs a tensor.
    """

    def by(divisor: Callable[[float], float], of: Size = size) -> Way:
        return lambda s: getattr(s, dots) / divisor(of(s))

    def plain(x):
        return x

    faults = [
        fault("no-scale", by(lambda d: 1), D=D),
        fault("divided-by-d", by(plain), D=D),
        fault("multiplied-by-root", by(lambda d: d**-0.5), D=D),
    ]
    for name, other in others.items():
        faults.append(fault("root-of-another-size", by(lambda n: n**0.5, other), other=name, D=D))
    for name, number in constants.items():
        faults.append(
            fault("constant-scale", by(lambda d, number=number: number), number=name, D=D)
        )
    faults += [
        fault("whole-root", by(lambda d: int(d**0.5)), D=D),
        fault("half-d", by(lambda d: d / 2), D=D),
        fault("half-d", by(lambda d: d // 2), D=D, singles_only=True),
        fault("root-then-precedence", by(lambda d: 2 * d), D=D, singles_only=True),
        fault("fourth-root", by(lambda d: d**0.25), D=D),
        fault("d-squared", by(lambda d: d**2), D=D, singles_only=True),
        fault(
            "multiplied-by-d",
            by(lambda d: 1 / d),
            f"The scores were multiplied by {D}. Divide them by its square root.",
            singles_only=True,
        ),
    ]
    if torch:
        faults.append(
            fault(
                "root-of-a-number",
                lambda s: getattr(s, dots) / s.xp.sqrt(size(s)),
                D=D,
                singles_only=True,
            )
        )
    for name, other in others.items():
        faults.append(
            fault("divided-by-another-size", by(plain, other), other=name, D=D, singles_only=True)
        )
    return faults


def softmaxes(
    scores: str,
    queries_axis: int,
    axes: Mapping[str, int],
    keepdims: str,
    a_text: str = "a text",
    seen: str = "",
    dots: str | None = None,
    large: bool = True,
) -> list[Fault]:
    """Wrong ways to make weights of the state's `scores` (..., T, S).

    queries_axis: the axis of the queries. axes: other axes that a softmax may run over, by the
    id of the fault. keepdims: how the lesson writes it. a_text: what one table belongs to.
    seen: "that is seen " if keys are hidden.
    dots: the name of the scores before the scale, if they may be returned as weights.
    large: whether a check has scores so large or so low that e to their power is no number.
    """
    table = (queries_axis, queries_axis + 1)

    def on(make: Callable[[Any, Any], Any]) -> Way:
        return lambda s: make(s.xp, getattr(s, scores))

    def over(axis: int | tuple[int, ...]) -> Way:
        return on(lambda xp, x: softmax(xp, x, axis))

    def shifted(xp, x, largest, keep=True):
        powers = xp.exp(x - largest)
        return powers / powers.sum(-1, keepdims=keep)

    faults = [fault("softmax-over-queries", over(queries_axis))]
    faults += [fault(id, over(axis)) for id, axis in axes.items()]
    faults += [
        fault("softmax-over-table", over(table), a_text=a_text),
        fault(
            "softmax-over-everything",
            on(lambda xp, x: softmax(xp, x.reshape(-1)).reshape(x.shape)),
        ),
        fault("no-softmax", on(lambda xp, x: x)),
        fault("softmax-twice", on(lambda xp, x: softmax(xp, softmax(xp, x)))),
        fault("not-normalised", on(lambda xp, x: xp.exp(x))),
        fault(
            "not-normalised",
            on(lambda xp, x: xp.exp(x - xp.amax(x, -1, keepdims=True))),
            singles_only=True,
        ),
        fault("sum-without-keepdims", on(lambda xp, x: _bare_sum(xp, x)), keepdims=keepdims),
        fault(
            "max-without-keepdims",
            on(lambda xp, x: shifted(xp, x, xp.amax(x, -1))),
            keepdims=keepdims,
        ),
        fault(
            "sum-and-max-without-keepdims",
            on(lambda xp, x: shifted(xp, x, xp.amax(x, -1), keep=False)),
            keepdims=keepdims,
            singles_only=True,
        ),
        fault(
            "rounded",
            on(lambda xp, x: xp.round(softmax(xp, x), decimals=2)),
            What="The weights",
            digits="two decimals",
        ),
        fault(
            "rounded",
            on(lambda xp, x: xp.round(softmax(xp, x), decimals=3)),
            What="The weights",
            digits="three decimals",
        ),
        fault(
            "rounded",
            on(lambda xp, x: xp.round(softmax(xp, x), decimals=4)),
            What="The weights",
            digits="four decimals",
            singles_only=True,
        ),
        fault("hard-maximum", on(_best_only), singles_only=True),
        fault("sigmoid", on(lambda xp, x: 1 / (1 + xp.exp(-x))), singles_only=True),
        fault("log-softmax", on(lambda xp, x: xp.log(softmax(xp, x))), singles_only=True),
        fault(
            "divided-by-sum-of-scores",
            on(lambda xp, x: x / x.sum(-1, keepdims=True)),
        ),
        fault(
            "scores-made-positive",
            on(lambda xp, x: abs(x) / abs(x).sum(-1, keepdims=True)),
            singles_only=True,
        ),
        fault("no-maximum", on(lambda xp, x: xp.exp(x) / xp.exp(x).sum(-1, keepdims=True))),
        fault("softmin", on(lambda xp, x: softmax(xp, -x)), singles_only=True),
        fault(
            "power-of-two",
            on(lambda xp, x: softmax(xp, x * 0.6931471805599453)),
            number="2",
            singles_only=True,
        ),
        fault("uniform", on(lambda xp, x: softmax(xp, _level(xp, x))), seen=seen),
    ]
    if not large:
        faults = [one for one in faults if one.id != "no-maximum"]
    if dots is not None:
        faults.append(
            fault("unscaled-scores-returned", lambda s: getattr(s, dots), singles_only=True)
        )
    return faults


def _bare_sum(xp: Any, x: Any) -> Any:
    powers = xp.exp(x - xp.amax(x, -1, keepdims=True))
    return powers / powers.sum(-1)


def _best_only(xp: Any, x: Any) -> Any:
    return (x == xp.amax(x, -1, keepdims=True)) * 1.0


def _level(xp: Any, x: Any) -> Any:
    """All finite scores become 0; what is hidden stays hidden."""
    return xp.where(xp.isfinite(x) & (x > -1e8), x * 0, x)


# Letters of einsum, in a learner's words.
WORDS = {"b": "text", "h": "head", "t": "query", "s": "key", "d": "D", "m": "value number"}
MANY = {
    "b": "the texts",
    "h": "the heads",
    "t": "the queries",
    "s": "the keys",
    "d": "the numbers of a vector (D)",
    "m": "the numbers of a value (M)",
}
_SUMMED = {"b": "texts-summed", "h": "heads-summed", "t": "queries-summed", "s": "keys-summed"}


def outputs(
    equation: str,
    compute: Callable[[State, str], Any],
    what: str,
    first: Iterable[str] = (),
    without: Iterable[str] = (),
) -> list[Fault]:
    """Every wrong output of an einsum equation, such as "btd,bsd->bts".

    compute: einsum with another output, from the state. what: the product in words, with
    "must": "The scores must". first: outputs that also take part in pairs. without: outputs to
    leave out, because another fault names them.
    """
    inputs, _, right = equation.partition("->")
    letters = sorted(set(inputs) - {","})
    faults = []
    for count in range(len(letters) + 1):
        for chosen in itertools.permutations(letters, count):
            output = "".join(chosen)
            if output != right and output not in without:
                id, sentence = _about_output(output, right, what)
                faults.append(
                    fault(
                        id,
                        lambda s, output=output: compute(s, f"{inputs}->{output}"),
                        sentence,
                        singles_only=output not in first,
                    )
                )
    return faults


def _about_output(output: str, right: str, what: str) -> tuple[str, str]:
    """The id and the sentence for a wrong output of einsum."""
    want = f"{what} have the axes ({', '.join(WORDS[x] for x in right)})."
    lost = [x for x in right if x not in output]
    kept = [x for x in output if x not in right]
    if not lost and not kept:
        if output == right[:-2] + right[-1] + right[-2]:
            return (
                "rows-and-columns-swapped",
                f"Rows and columns are swapped: the axes are "
                f"({', '.join(WORDS[x] for x in output)}). {want}",
            )
        return (
            "axes-order",
            f"The numbers are right and the axes are in another order, "
            f"({', '.join(WORDS[x] for x in output)}). {want}",
        )
    happened = []
    if lost:
        happened.append(f"{_and([MANY[x] for x in lost])} were summed away")
    if kept:
        happened.append(f"{_and([MANY[x] for x in kept])} were kept")
    text = " and ".join(happened)
    sentence = f"{text[0].upper()}{text[1:]}. {want}"
    if lost and kept:
        return "wrong-axes-kept", sentence
    if kept:
        return "nothing-summed", sentence
    return (_SUMMED.get(lost[0], "width-summed") if len(lost) == 1 else "wrong-axes-kept"), sentence


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def hide(xp: Any, scores: Any, see: Any, number: float = -float("inf")) -> Any:
    """The scores where a key may be seen, the number elsewhere."""
    return xp.where(see, scores, xp.full_like(scores, number))


def triangles(scores: str, Hidden: str, fixed: Iterable[int] = ()) -> list[Fault]:
    """Wrong causal masks of the state's `scores` (..., T, T).

    Hidden: what should be hidden, as a sentence begins: "Later keys". fixed: sizes of the
    notebook that learners write into their triangle.
    """
    fill, choose = "minus infinity", "masked_fill"

    def see(make: Callable[[Any, int], Any], number: float = -float("inf")) -> Way:
        def way(s):
            x = getattr(s, scores)
            return hide(s.xp, x, make(s.xp, x.shape[-1]), number)

        return way

    def on(make: Callable[[Any, Any, Any], Any]) -> Way:
        """make(xp, scores, lower triangle as ones and zeros)"""

        def way(s):
            x = getattr(s, scores)
            return make(s.xp, x, s.xp.tril(s.xp.ones(x.shape[-2:])))

        return way

    def lower(xp, size):
        return triangle(xp, size)

    faults = [
        fault("no-mask", on(lambda xp, x, low: x), Hidden=Hidden, fill=fill),
        fault("mask-upside-down", see(lambda xp, n: triangle(xp, n).swapaxes(0, 1))),
        fault("no-diagonal", see(lambda xp, n: triangle(xp, n, -1))),
        fault("one-too-far", see(lambda xp, n: triangle(xp, n, 1))),
        fault(
            "mask-inverted", see(lambda xp, n: ~triangle(xp, n)), hide="Hide where a key is later."
        ),
        fault("hidden-with-zero", see(lower, 0.0), fill=fill),
        fault("hidden-with-zero", see(lower, 1e-9), fill=fill, singles_only=True),
    ]
    for number in (-1, -10, -100):
        faults.append(
            fault(
                "weak-fill",
                see(lower, number),
                number=f"{number}",
                fill=fill,
                singles_only=number != -10,
            )
        )
    for number in (-10,):
        faults.append(
            fault(
                "weak-fill",
                on(lambda xp, x, low, number=number: x + number * (1 - low)),
                number=f"lower by {-number}",
                fill=fill,
                singles_only=True,
            )
        )
    faults += [
        fault("plus-fill", see(lower, float("inf")), fill=fill),
        fault("plus-fill", see(lower, 1e9), fill=fill, singles_only=True),
        fault(
            "mask-added-as-ones",
            on(lambda xp, x, low: x + low),
            _ONES,
            singles_only=True,
        ),
        fault(
            "mask-added-as-ones",
            on(lambda xp, x, low: x - low),
            "1 was subtracted from the scores that are seen. Put minus infinity into the others.",
            singles_only=True,
        ),
        fault(
            "mask-added-as-ones",
            on(lambda xp, x, low: low + 0 * x),
            "This is the softmax of the triangle itself. Put minus infinity into the scores "
            "where a key is later.",
            singles_only=True,
        ),
        fault(
            "mask-times-infinity",
            on(lambda xp, x, low: x + (1 - low) * -float("inf")),
            choose=choose,
        ),
        fault(
            "everything-hidden",
            see(lambda xp, n: xp.zeros((n, n)) > 0),
            "Everything is hidden, so every weight is NaN (not a number). Make the triangle of "
            "ones, and hide where it is 0.",
        ),
        fault("one-too-far", see(lambda xp, n: triangle(xp, n, 2)), singles_only=True),
        fault("one-too-short", see(lambda xp, n: triangle(xp, n, -2)), singles_only=True),
        fault("mask-in-first-text", on(_first_text_masked), _FIRST_TEXT, singles_only=True),
    ]
    for size in (2, 3, 4):
        faults.append(
            fault(
                "window",
                see(lambda xp, n, size=size: triangle(xp, n) & ~triangle(xp, n, -size)),
                f"Only the last {size} positions are seen. A position sees itself and all "
                "positions before it.",
                singles_only=True,
            )
        )
    for size in fixed:
        faults.append(
            fault(
                "fixed-size",
                lambda s, size=size: hide(
                    s.xp, getattr(s, scores), triangle(s.xp, size), -float("inf")
                ),
                f"The triangle is {size} by {size}, whatever the length of the text. Read T from "
                "the shape of h.",
                singles_only=True,
            )
        )
    return faults


_FIRST_TEXT = "Only text 0 is masked. Every text needs the triangle, not scores[0] alone."
_ONES = (
    "The mask was added to the scores as ones and zeros, so hidden keys score only 1 less. Put "
    "minus infinity there."
)


def _first_text_masked(xp: Any, x: Any, low: Any) -> Any:
    masked = hide(xp, x[:1], low > 0, -float("inf"))
    return xp.concatenate([masked, x[1:]])


def length(x: Any) -> Any:
    """The length of each vector, with its axis kept."""
    return (x * x).sum(-1, keepdims=True) ** 0.5


def projections(
    shape: Callable[[State, Any], Any] = lambda s, x: x,
) -> tuple[list[Fault], list[Fault], list[Fault]]:
    """Wrong queries, keys and values of the state's `h` and its layers, in PyTorch.

    shape: what happens to a layer's result: a split into heads, say.
    """

    def by(name: str) -> Way:
        return lambda s: shape(s, getattr(s, name)(s.h))

    def bare(name: str) -> Way:
        return lambda s: shape(s, s.h @ getattr(s, name).weight.T)

    def itself(s):
        return shape(s, s.h)

    call, how = "query(h)", ", value(h)"
    queries = [
        fault("key-as-query", by("key")),
        fault("value-as-query", by("value"), singles_only=True),
        fault("embeddings-as-queries", itself, singles_only=True),
        fault("no-bias", bare("query"), call=call),
        fault(
            "no-gradient",
            by("query"),
            layers="the query layer",
            unreached=("query",),
            singles_only=True,
        ),
    ]
    keys = [
        fault("query-as-key", by("query")),
        fault("value-as-key", by("value")),
        fault("embeddings-as-keys", itself, singles_only=True),
        # A bias of the keys adds the same number to all scores of a query: the softmax drops it.
        fault("no-bias", bare("key"), "", harmless=True),
        fault(
            "no-gradient", by("key"), layers="the key layer", unreached=("key",), singles_only=True
        ),
    ]
    values = [
        fault("keys-as-values", by("key"), how=how),
        fault("queries-as-values", by("query"), how=how),
        fault("embeddings-as-values", itself),
        fault("no-bias", bare("value"), call=call),
        fault(
            "no-gradient",
            by("value"),
            layers="the value layer",
            unreached=("value",),
            singles_only=True,
        ),
    ]
    return queries, keys, values


def dot_products() -> list[Fault]:
    """Wrong dot products of the state's `q` and `k`, (B, T, D) or (B, H, T, D), in PyTorch."""

    def dots(q, k):
        return q @ k.transpose(-2, -1)

    turned = (
        "The keys need their last two axes swapped, and only those: k.transpose(-2, -1). k.T "
        "turns all axes around."
    )
    return [
        fault("queries-and-keys-swapped", lambda s: dots(s.k, s.q)),
        fault(
            "reshape-is-not-transpose",
            lambda s: s.q @ s.k.reshape(*s.k.shape[:-2], s.k.shape[-1], s.k.shape[-2]),
        ),
        fault("vectors-of-length-one", lambda s: dots(s.q / length(s.q), s.k / length(s.k))),
        fault(
            "first-text-only",
            lambda s: dots(s.q, s.k)[:1].expand(len(s.q), *[-1] * (s.q.ndim - 1)),
            "Every text got the weights of text 0. Each text has queries and keys of its own.",
        ),
        fault(
            "texts-mixed",
            lambda s: dots(s.q, s.k.sum(0, keepdim=True)),
            "The keys of all texts were added up. Each text has keys of its own.",
            singles_only=True,
        ),
        fault("all-axes-turned", lambda s: s.q @ s.k.T, turned, singles_only=True),
        fault("all-axes-turned", lambda s: s.q @ s.k, turned, singles_only=True),
        fault(
            "no-gradient",
            lambda s: dots(s.q, s.k),
            layers="the query and key layers",
            unreached=("query", "key"),
            singles_only=True,
        ),
    ]
