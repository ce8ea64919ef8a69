"""Heatmaps of attention: which query attends to which key, and how much.

    show_weights(weights, queries=["film", "çok", "iyi"])    # weights: (3, 3), after softmax
    show_scores(scores, queries=["film", "çok", "iyi"])      # scores: (3, 3), before softmax

A row is a query, a column is a key. Several heads, of shape (heads, T, S), are drawn side by side
on one colour scale. Each call prints a sentence that describes the picture, and returns the
picture, which JupyterLab shows if the call is the last line of its cell.
"""

from __future__ import annotations

import base64
import io

import matplotlib
import numpy as np
from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Bbox
from PIL import Image

from dikkat.console import say

TOLERANCE = 1e-3  # of a weight, and of the sum of a row
QUERY_AND_KEY = ("query position", "key position")
ROOM = 2  # inches around a figure, for labels and a legend that extend beyond it
LONGEST = 20  # characters of a token that are shown
# Much code uses -1e9 in place of -inf. Real scores are never this low.
MASK_FILL = -1e8
MASKED = {
    "facecolor": "#e6e6e6",
    "edgecolor": "black",
    "linewidth": 0,
    "hatch": "////",
    "hatch_linewidth": 0.6,
}


class Heatmap(Figure):
    """A Matplotlib figure with a `summary`, the sentence that describes it.

    options: those of matplotlib.figure.Figure.
    """

    def __init__(self, summary: str = "", **options):
        # White even in a dark theme, in which black labels on a transparent background disappear.
        super().__init__(facecolor="white", dpi=100, **options)
        self.summary = summary

    def _repr_mimebundle_(self, include=None, exclude=None):
        png = base64.b64encode(self._png()).decode()
        data = {"image/png": png, "text/plain": self.summary}
        return data, {"image/png": {"alt": self.summary}}

    def _png(self) -> bytes:
        """The picture as PNG, cropped to its contents.

        `bbox_inches="tight"` also crops, but draws twice: the first time to measure.
        """
        around = Bbox([[0, 0], self.get_size_inches()]).padded(ROOM)
        drawn = io.BytesIO()
        self.savefig(drawn, format="rgba", dpi="figure", facecolor="white", bbox_inches=around)
        wide, high = (int(round(length * self.dpi, 6)) for length in around.size)
        pixels = np.frombuffer(drawn.getvalue(), np.uint8).reshape(high, wide, 4)[..., :3]
        inked = (pixels < 255).any(axis=2)
        (top, *_, bottom), (left, *_, right) = (inked.any(axis).nonzero()[0] for axis in (1, 0))
        pad = round(self.dpi / 10)
        cut = pixels[max(top - pad, 0) : bottom + pad, max(left - pad, 0) : right + pad]
        png = io.BytesIO()
        Image.fromarray(np.ascontiguousarray(cut)).save(png, "png")
        return png.getvalue()


def show_weights(weights, queries=None, keys=None, masked=None, titles=None) -> Heatmap:
    """Draws attention weights on a colour scale from 0 to 1; prints a sentence that describes them.

    weights: array or tensor of real numbers, shape (T, S) or (heads, T, S). Every row must sum to
        1, except a row that is completely masked.
    queries: T tokens that label the rows. Default: 0, 1, 2, ...
    keys:    S tokens that label the columns. Default: `queries` if T equals S, else 0, 1, 2, ...
    masked:  boolean array, shape (T, S) or (heads, T, S), or any shape that broadcasts to that of
        `weights`; True where the query must not attend to the key. These cells are hatched.
    titles:  one per head. Default: head 0, head 1, ...

    Returns the picture. Raises ValueError for values that cannot be weights, and for labels or a
    mask that do not fit; TypeError for anything that is not an array of real numbers.

        show_weights(np.full((2, 2), 0.5), queries=["evet", "hayır"])   # one panel, 2 by 2
        show_weights(np.full((4, 2, 3), 1 / 3))                         # four panels, 2 by 3
        show_weights(np.eye(3), masked=np.triu(np.ones((3, 3), dtype=bool), k=1))
    """
    values, masked, shape = _read(weights, masked, "weights")
    what = f"weights of shape {shape}"
    outside = (values < -TOLERANCE) | (values > 1 + TOLERANCE)
    if outside.any():
        raise ValueError(
            f"{what}: {_first('weights', values, outside, shape)}, and weights lie between 0 "
            "and 1. Are these scores, before softmax? Draw those with show_scores. (Dropout "
            "makes weights larger as well: draw them before it.)"
        )
    sums = values.sum(axis=-1)
    wrong = (np.abs(sums - 1) > TOLERANCE) & ~masked.all(axis=-1)
    if wrong.any():
        row = _first("weights", sums, wrong, shape, "sums to")
        raise ValueError(f"{what}: the row {row}; each row must sum to 1. {_why(values)}")
    # A masked cell that has weight keeps its colour: that is a mistake worth seeing.
    shown = np.ma.array(values, mask=masked & (values < TOLERANCE))
    return _show("weight", shown, masked, shape, queries, keys, titles, (0, 1), "cividis")


def show_scores(
    scores, queries=None, keys=None, masked=None, titles=None, axes=QUERY_AND_KEY
) -> Heatmap:
    """Draws scores, before softmax, with 0 in the middle of the scale; prints a description.

    scores: array or tensor of real numbers, shape (T, S) or (heads, T, S). A score of -1e8 or
        less, -inf included, counts as masked: much code uses -1e9 in place of -inf.
    queries, keys, masked, titles: as for `show_weights`.
    axes:   names of a row and of a column, if they are not queries and keys. The picture and its
        sentence then call the values numbers, not scores.

    In all panels, the scale goes up to the largest absolute score that is not masked. Returns the
    picture. Raises ValueError and TypeError as `show_weights` does, but scores may have any sign
    and sum.

        show_scores(np.array([[1.5, -2.0], [0.0, 0.3]]))       # one panel, scale -2 to 2
        show_scores(np.array([[1.5, -np.inf], [0.0, 0.3]]))    # one masked cell, -1.5 to 1.5
        show_scores(np.eye(2), axes=("position", "column"))    # no attention, only numbers
    """
    values, masked, shape = _read(scores, masked, "scores")
    masked = masked | (values <= MASK_FILL)
    shown = np.ma.array(np.where(masked, 0, values), mask=masked)
    limit = float(np.abs(shown.data).max()) or 1.0
    kind = "score" if axes == QUERY_AND_KEY else "number"
    limits = (-limit, limit)
    return _show(kind, shown, masked, shape, queries, keys, titles, limits, "PuOr_r", axes)


# --- reading the arguments -------------------------------------------------------------


def _read(values, masked, name):
    """Returns (values, masked), both of shape (heads, T, S), and the shape of `values` as given."""
    values = _array(values, name)
    shape = values.shape
    what = f"{name} of shape {shape}"
    if values.dtype == bool:
        raise TypeError(f"{what} is boolean, like a mask. Give a mask as masked=...")
    if values.dtype.kind not in "iuf":
        raise TypeError(f"{what} has dtype {values.dtype}. It must hold real numbers.")
    if values.ndim not in (2, 3):
        advice = {
            1: f" Is this one query? {name}[None, :] is a map of one row.",
            4: f" Pick one text of the batch: {name}[0].",
        }
        raise ValueError(
            f"{what} has the wrong number of axes, {values.ndim}. It must be (T, S) or "
            f"(heads, T, S).{advice.get(values.ndim, '')}"
        )
    if values.size == 0:
        raise ValueError(f"{what} is empty. It needs at least one query and one key.")
    values = values.astype(float).reshape(-1, *shape[-2:])
    if np.isnan(values).any():
        raise ValueError(
            f"{what}: {_first(name, values, np.isnan(values), shape)}. Usual causes: softmax "
            "over a row that is masked completely (every score -inf), inf - inf, or 0 * inf."
        )
    infinite = np.isinf(values) if name == "weights" else np.isposinf(values)
    if infinite.any():
        advice = {
            "weights": "Are these scores, before softmax? Draw those with show_scores.",
            "scores": "A score is finite, or -inf where it is masked.",
        }
        raise ValueError(f"{what}: {_first(name, values, infinite, shape)}. {advice[name]}")

    masked = np.array(False) if masked is None else _array(masked, "masked")
    if masked.dtype != bool:
        raise TypeError(
            f"masked of shape {masked.shape} has dtype {masked.dtype}. It must be boolean: True "
            "where a query must not look. If your mask has 0 there, write masked=(mask == 0)."
        )
    try:
        return values, np.broadcast_to(masked, values.shape), shape
    except ValueError:
        raise ValueError(
            f"masked of shape {masked.shape} does not fit {what}. It needs one True or False for "
            f"each cell: shape {shape}" + (f", or {shape[1:]} for all heads." if shape[2:] else ".")
        ) from None


def _array(values, name):
    """`values` as an array. Raises TypeError if that is not possible."""
    if values is None:
        raise TypeError(f"{name} is None. Does the function that made it end with a return?")
    # A tensor is recognised by its method, because importing torch takes seconds.
    if hasattr(values, "detach"):
        values = values.detach().cpu()
        # NumPy does not have bfloat16.
        values = (values.double() if values.is_floating_point() else values).numpy()
    try:
        return np.asarray(values)
    except (ValueError, TypeError, RuntimeError):
        raise TypeError(
            f"{name} is a {type(values).__name__} that cannot be made into one array. Its parts "
            "need the same shape; join them with np.stack or torch.stack."
        ) from None


def _first(name, values, bad, shape, verb="is"):
    """Where the first bad value is, in the axes as given, such as "weights[0, 2] is nan"."""
    place = tuple(np.argwhere(bad)[0])
    given = place if len(shape) == 3 else place[1:]
    return f"{name}[{', '.join(map(str, given))}] {verb} {values[place]:.4g}"


def _why(values):
    """The likely reason why a row does not sum to 1. values: weights of shape (heads, T, S)."""
    for axis, name in ((1, "queries"), (0, "heads")):
        over_it = np.allclose(values.sum(axis=axis), 1, rtol=0, atol=TOLERANCE)
        if over_it and (name == "queries" or len(values) > 1):
            return (
                f"The sums over the {name} are 1, so softmax seems to have run over the {name}. "
                "Run it over the keys, the last axis (-1)."
            )
    return "Run softmax over the keys, the last axis (-1), and draw the weights before dropout."


def _fit(labels, count, argument, noun, what):
    """The labels as a list. Raises ValueError if there are not `count` of them."""
    labels = labels.tolist() if hasattr(labels, "tolist") else list(labels)
    if len(labels) != count:
        raise ValueError(
            f"{argument} has {_count(len(labels), 'label')}, but {what} has "
            f"{_count(count, noun)}. Give one label for each {noun}."
        )
    return labels


def _visible(token):
    """The token on one line, with visible whitespace, cut to LONGEST characters."""
    letters = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(token))
    text = "".join(letters).replace(" ", "␣")
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


# --- the sentence ----------------------------------------------------------------------


def _summary(kind, shown, masked, rows, columns, titles, limit, axes):
    """The sentence that describes a picture. shown, masked: shape (heads, T, S)."""
    heads, T, S = shown.shape
    panel, row, column = "head", "query", "key"
    text = f"Attention {kind}s of"
    if axes != QUERY_AND_KEY:
        panel, (row, column) = "panel", axes
        text = "Numbers in"
    text += f" {_count(heads, panel)}, {_count(T, row)} by {_count(S, column)}"
    if kind != "weight" and shown.count():
        text += f", from {_number(shown.min(), limit)} to {_number(shown.max(), limit)}"
    found = []
    # A longer list is tiring to listen to with a screen reader.
    if heads * T <= 8:
        text += f"; each {row}'s largest {kind}: "
        for head in shown:
            tops = [f" ({_number(line.max(), limit)})" if line.count() else "" for line in head]
            peaks = [_peak(line, columns, column) for line in head]
            lines = zip(rows, peaks, tops, strict=True)
            found.append(", ".join(f"{name} -> {peak}{top}" for name, peak, top in lines))
    else:
        text += f"; the {column} that gets the largest {kind} from the most {_many(row)}: "
        for head in shown[:8]:
            wins = (head == head.max(axis=-1, keepdims=True)).filled(False).sum(axis=0)
            found.append(f"{_peak(np.ma.array(wins), columns, column)} ({wins.max()} of {T})")
    named = zip(titles[:8], found, strict=True)
    text += "; ".join(f"{title}: {line}" if title else line for title, line in named)
    if heads > len(found):
        text += f"; and {_count(heads - len(found), f'more {panel}')}"
    if masked.any():
        cells = masked.sum(axis=(1, 2))
        alike = heads > 1 and (cells == cells[0]).all()
        text += f"; {_count(cells[0] if alike else cells.sum(), 'masked cell')}"
        text += f" in each {panel}" if alike else ""
    leaks = int((masked & ~shown.mask).sum())
    text += f"; weight above 0 in {_count(leaks, 'masked cell')}" if leaks else ""
    return text + "."


def _peak(row, columns, noun):
    """The name of the column with the largest value of a row, or how many columns share it."""
    if not row.count():
        return f"no {noun} (all masked)"
    alike = np.isclose(row.filled(-np.inf), row.max(), rtol=1e-4, atol=0)
    return columns[alike.argmax()] if alike.sum() == 1 else f"{alike.sum()} {_many(noun)} alike"


def _count(number, noun):
    return f"{number} {noun if number == 1 else _many(noun)}"


def _many(noun):
    return "queries" if noun == "query" else f"{noun}s"


def _number(value, limit):
    """The value as text, with as few digits as a scale that goes up to `limit` allows."""
    if limit >= 1e4 or limit < 0.01:
        digits, exponent = f"{value:.1e}".split("e")
        return f"{digits}e{int(exponent)}"
    digits = 0 if limit >= 100 else 1 if limit >= 10 else 2
    # Adding 0.0 turns -0.0 into 0.0.
    return f"{round(float(value), digits) + 0.0:.{digits}f}"


# --- the picture -----------------------------------------------------------------------


def _show(kind, shown, masked, shape, queries, keys, titles, limits, cmap, axes=QUERY_AND_KEY):
    """Labels, describes and draws values.

    shown: masked array of shape (heads, T, S); its masked cells get no colour. masked: boolean,
    the same shape; True cells are hatched.
    """
    heads, T, S = shown.shape
    what = f"{kind}s of shape {shape}"
    keys = queries if keys is None and T == S else keys
    rows, columns = [str(t) for t in range(T)], [str(s) for s in range(S)]
    if queries is not None:
        queries = _fit(queries, T, "queries", "query", what)
        rows = [f"{t} {_visible(token)}" for t, token in enumerate(queries)]
    if keys is not None:
        keys = _fit(keys, S, "keys", "key", what)
        columns = [f"{s} {_visible(token)}" for s, token in enumerate(keys)]
    if titles is None:
        titles = [f"head {h}" for h in range(heads)] if heads > 1 else [""]
    titles = _fit([titles] if isinstance(titles, str) else titles, heads, "titles", "head", what)
    summary = _summary(kind, shown, masked, rows, columns, titles, limits[1], axes)
    # A dark style set in the notebook would draw white text on our white background.
    with style.context("default"):
        figure = _draw(kind, shown, masked, rows, columns, titles, limits, cmap, axes)
    figure.summary = summary
    say(summary)
    return figure


def _draw(kind, shown, masked, rows, columns, titles, limits, cmap, names):
    """The picture of `_show`."""
    heads, T, S = shown.shape
    across = min(heads, 4)
    down = -(-heads // across)
    # All lengths are in inches. JupyterLab shrinks a picture that is much wider than 12 inches.
    cell = min(0.7, 6 / T, 10 / (across * S))
    font = min(10, max(7, cell * 50))
    letter = 0.6 * font / 72
    row_label, column_label = (letter * max(map(len, labels)) for labels in (rows, columns))
    turned = column_label > cell
    left = row_label + 0.6
    wide = max(cell * S, 0.1 * max(map(len, titles)))
    next_right = max(wide + 0.2, 1.1)
    next_down = cell * T + (0.87 * column_label if turned else letter) + 0.8
    width, height = left + across * next_right + 0.8, down * next_down + 0.4
    figure = Heatmap(figsize=(width, height))

    def axes(x, y, wide, high, label=""):
        place = (x / width, 1 - (y + high) / height, wide / width, high / height)
        return figure.add_axes(place, label=label)

    palette = matplotlib.colormaps[cmap].with_extremes(bad=MASKED["facecolor"])
    # If cells are smaller than letters, only every second (or third, ...) cell has a label.
    step = int(np.ceil(1.2 * font / 72 / cell))
    words = {
        "fontsize": font,
        "parse_math": False,
    }  # a dollar sign in a token does not begin a formula
    slant = {"rotation": 60, "ha": "right", "rotation_mode": "anchor"} if turned else {}
    for h in range(heads):
        x, y = left + h % across * next_right, 0.4 + h // across * next_down
        panel = axes(x, y, cell * S, cell * T, "panel")
        # Takes a third of the time of imshow, which resamples.
        mesh = panel.pcolormesh(
            np.arange(S + 1) - 0.5, np.arange(T + 1) - 0.5, shown[h], cmap=palette,
            vmin=limits[0], vmax=limits[1],
        )  # fmt: skip
        panel.invert_yaxis()
        panel.set_title(titles[h], fontsize=11, parse_math=False)
        panel.set_xticks(range(0, S, step), columns[::step], **words, **slant)
        panel.set_yticks(range(0, T, step), rows[::step], **words)
        panel.set_xlabel(names[1])
        panel.set_ylabel(names[0] if h % across == 0 else "", labelpad=8)
        panel.tick_params(labelleft=h % across == 0)
        _fill(panel, mesh, shown[h], masked[h], limits[1], cell)
    drawn = (down - 1) * next_down + cell * T
    bar = max(drawn, 1.2)
    x = left + (across - 1) * next_right + (cell * S + wide) / 2 + 0.2
    figure.colorbar(mesh, cax=axes(x, 0.4 + (drawn - bar) / 2, 0.2, bar), label=kind)
    if masked.any():
        patch = Patch(label="masked: the query must not look at this key", **MASKED)
        # Relative to the figure, because `_png` draws it in a larger frame.
        place = {"bbox_to_anchor": (0.5, 0), "bbox_transform": figure.transFigure}
        figure.legend(handles=[patch], loc="lower center", frameon=False, **place)
    return figure


def _fill(panel, mesh, shown, masked, limit, cell):
    """Hatches the masked cells of one head; writes numbers in the others if there are few."""
    colours = mesh.cmap(mesh.norm(shown))
    inks = np.where(_light(colours), "black", "white")
    for ink in ("black", "white"):
        places = np.argwhere(masked & (inks == ink))
        if len(places):
            corners = Path.unit_rectangle().vertices - 0.5
            squares = Path.make_compound_path(*[Path(corners + place[::-1]) for place in places])
            look = MASKED | {"facecolor": "none", "edgecolor": ink}
            panel.add_patch(PathPatch(squares, **look))
    if max(shown.shape) > 8:
        return
    texts = {(t, s): _number(shown[t, s], limit) for t, s in np.argwhere(~shown.mask)}
    font = min(10, cell * 105 / max(map(len, texts.values()), default=1))
    for (t, s), text in texts.items():
        # A plain background: a number on hatching is hard to read.
        ground = {"facecolor": colours[t, s], "linewidth": 0, "pad": 1} if masked[t, s] else None
        panel.text(
            s, t, text, color=inks[t, s], fontsize=font, ha="center", va="center", bbox=ground
        )


def _light(colours):
    """Whether black text has more contrast than white text on each colour.

    colours: RGBA from 0 to 1, shape (..., 4). Returns a boolean array of shape (...). The formula
    is WCAG 2's relative luminance; 0.179 is the luminance at which black and white have the same
    contrast, 4.58:1, which is above the required 4.5:1.
    """
    rgb = colours[..., :3]
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722] > 0.179
