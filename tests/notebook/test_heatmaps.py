"""The pictures: what they show, what they say, and what they answer to a wrong input."""

import base64
import functools
import io
import itertools
import re
import subprocess
import sys
import warnings

import matplotlib
import matplotlib.image
import numpy as np
import pytest
import torch
from IPython.core.formatters import DisplayFormatter
from IPython.core.pylabtools import print_figure
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from dikkat.notebook import heatmaps
from dikkat.notebook.heatmaps import Heatmap, show_scores, show_weights

WORDS = ["film", "çok", "iyi"]
TURKISH = ["Işık", "İstanbul'da", "gölgeyi", "düğümü", "şaşırttı"]
CAUSAL = np.triu(np.ones((3, 3), dtype=bool), k=1)


@pytest.fixture(autouse=True)
def no_warnings():
    # A warning goes to stderr, and anything on stderr costs a learner points.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ResourceWarning)  # another test's, collected meanwhile
        yield


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def weights(*shape, seed=0):
    return softmax(2 * np.random.default_rng(seed).normal(size=shape))


def causal_weights():
    return softmax(np.where(CAUSAL, -np.inf, [[1.0, 2.0, 3.0], [1.0, 3.0, 2.0], [2.0, 1.0, 1.5]]))


def panels(figure):
    found = [axes for axes in figure.axes if axes.get_label() == "panel"]
    assert found, "a figure without a panel shows nothing"
    return found


def coloured(panel):
    """The coloured cells of a panel."""
    return panel.collections[0]


def bars(figure):
    return [axes for axes in figure.axes if axes.get_label() != "panel"]


def ticks(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def numbers(panel):
    """What is written in the cells: {(query, key): text}."""
    return {tuple(int(i) for i in text.get_position()[::-1]): text for text in panel.texts}


def hatched(panel):
    """The cells that lie in a hatched patch."""
    T, S = coloured(panel).get_array().shape
    paths = [patch.get_path() for patch in panel.patches if patch.get_hatch()]
    cells = itertools.product(range(T), range(S))
    return {(t, s) for t, s in cells if any(path.contains_point((s, t)) for path in paths)}


def luminance(colour):
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return float(np.dot((0.2126, 0.7152, 0.0722), parts))


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def pixels(figure):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())


def cell_pixels(figure, panel, t, s):
    picture = pixels(figure)
    (x0, y0), (x1, y1) = panel.transData.transform([(s - 0.4, t + 0.4), (s + 0.4, t - 0.4)])
    top = picture.shape[0]
    return picture[int(top - y1) : int(top - y0), int(x0) : int(x1), :3].reshape(-1, 3)


# --- the picture -----------------------------------------------------------------------


def test_rows_are_queries_and_columns_are_keys():
    figure = show_weights(weights(2, 3), queries=["bir", "iki"], keys=WORDS)
    (panel,) = panels(figure)
    assert panel.get_ylabel() == "query position"
    assert panel.get_xlabel() == "key position"
    assert ticks(panel.yaxis) == ["0 bir", "1 iki"]
    assert ticks(panel.xaxis) == ["0 film", "1 çok", "2 iyi"]
    np.testing.assert_array_equal(coloured(panel).get_array(), weights(2, 3))
    assert panel.yaxis_inverted()  # query 0 is the top row


def test_keys_are_the_queries_where_there_are_as_many():
    panel = panels(show_weights(weights(3, 3), WORDS))[0]
    assert ticks(panel.xaxis) == ticks(panel.yaxis) == ["0 film", "1 çok", "2 iyi"]
    panel = panels(show_weights(weights(3, 4), WORDS))[0]
    assert ticks(panel.xaxis) == ["0", "1", "2", "3"]


def test_without_tokens_labels_are_the_indices_alone():
    panel = panels(show_weights(weights(2, 3)))[0]
    assert ticks(panel.yaxis) == ["0", "1"]
    assert ticks(panel.xaxis) == ["0", "1", "2"]


def test_whitespace_in_a_token_can_be_seen():
    tokens = ["\n", " ", "\t", "a b", "\xa0", "\u200b"]
    panel = panels(show_weights(weights(6, 6), tokens))[0]
    assert ticks(panel.yaxis) == ["0 \\n", "1 ␣", "2 \\t", "3 a␣b", "4 \\xa0", "5 \\u200b"]


def test_a_text_is_a_row_of_letters_and_ids_are_tokens_too():
    panel = panels(show_weights(weights(3, 3), "ağ\n"))[0]
    assert ticks(panel.yaxis) == ["0 a", "1 ğ", "2 \\n"]
    panel = panels(show_weights(weights(2, 2), torch.tensor([7, 42])))[0]
    assert ticks(panel.yaxis) == ["0 7", "1 42"]


def test_turkish_letters_have_glyphs():
    # A missing glyph is a warning, and warnings are errors here.
    letters = list("İıŞşĞğÇçÖöÜü")
    figure = show_weights(np.eye(12), letters, titles="Şöyle: ğüçı")
    assert ticks(panels(figure)[0].xaxis) == [f"{i} {c}" for i, c in enumerate(letters)]
    pixels(figure)


def test_a_dollar_sign_is_no_formula():
    figure = show_weights(weights(2, 2), ["$x$", "$\\bad$"], titles="$y$")
    pixels(figure)
    (panel,) = panels(figure)
    shown = [panel.title, *panel.get_xticklabels(), *panel.get_yticklabels()]
    assert not any(text.get_parse_math() for text in shown)


def test_a_very_long_token_is_cut():
    panel = panels(show_weights(weights(2, 2), ["muvaffakiyetsizleştiricileştirme", "x"]))[0]
    assert ticks(panel.yaxis)[0] == "0 muvaffakiyetsizleşt…"


@pytest.mark.parametrize("heads", [1, 2, 4, 5, 8])
def test_weights_have_one_scale_from_0_to_1_and_one_colour_bar(heads):
    figure = show_weights(weights(heads, 3, 3) if heads > 1 else weights(3, 3))
    assert len(panels(figure)) == heads
    assert {coloured(panel).get_clim() for panel in panels(figure)} == {(0, 1)}
    (bar,) = bars(figure)
    assert bar.get_ylabel() == "weight"
    assert bar.get_ylim() == (0, 1)


def test_scores_have_one_symmetric_scale_and_one_colour_bar():
    scores = np.array([[[1.0, -2.0], [0.5, 0.0]], [[7.0, 3.0], [-4.0, 1.0]]])
    figure = show_scores(scores)
    assert [coloured(panel).get_clim() for panel in panels(figure)] == [(-7, 7)] * 2
    (bar,) = bars(figure)
    assert bar.get_ylabel() == "score"
    assert bar.get_ylim() == (-7, 7)


@pytest.mark.parametrize("low", [-np.inf, -1e9, np.finfo(np.float32).min])
def test_a_masked_score_does_not_ruin_the_scale(low):
    scores = np.where(CAUSAL, low, 1.5)
    for masked in (None, CAUSAL):
        panel = panels(show_scores(scores, masked=masked))[0]
        assert coloured(panel).get_clim() == (-1.5, 1.5)
        assert hatched(panel) == {(0, 1), (0, 2), (1, 2)}


def test_a_score_under_the_mask_does_not_count_for_the_scale():
    panel = panels(show_scores([[2.0, 900.0], [-1.0, 0.5]], masked=[[False, True], [False] * 2]))[0]
    assert coloured(panel).get_clim() == (-2, 2)
    assert set(numbers(panel)) == {(0, 0), (1, 0), (1, 1)}


@pytest.mark.parametrize("scores", [np.zeros((2, 2)), np.full((2, 2), -np.inf)])
def test_a_scale_exists_where_every_score_is_0_or_masked(scores):
    figure = show_scores(scores)
    assert coloured(panels(figure)[0]).get_clim() == (-1, 1)
    pixels(figure)


def test_masked_cells_are_hatched_and_the_hatch_is_explained():
    figure = show_weights(causal_weights(), WORDS, masked=CAUSAL)
    (panel,) = panels(figure)
    assert hatched(panel) == {(0, 1), (0, 2), (1, 2)}
    assert set(numbers(panel)) == {(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)}
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.texts] == [
        "masked: the query may not look at this key"
    ]
    assert [bool(patch.get_hatch()) for patch in legend.get_patches()] == [True]


def test_a_masked_cell_looks_unlike_a_weight_of_0():
    figure = show_weights([[1.0, 0.0, 0.0]], masked=[[False, False, True]])
    (panel,) = panels(figure)
    plain = np.median(cell_pixels(figure, panel, 0, 1), axis=0) / 255
    masked = cell_pixels(figure, panel, 0, 2)
    assert contrast(plain, np.median(masked, axis=0) / 255) > 4.5
    assert len(np.unique(masked, axis=0)) > 2  # lines and ground


def test_without_a_mask_there_is_no_hatch_and_no_legend():
    figure = show_weights(weights(2, 2), masked=np.zeros((2, 2), dtype=bool))
    assert not figure.legends
    assert not hatched(panels(figure)[0])


@pytest.mark.parametrize("shape", [(3, 3), (1, 3, 3), (2, 3, 3), (3,), (1, 3)])
def test_masked_broadcasts(shape):
    masked = np.zeros(shape, dtype=bool)
    masked[..., -1] = True
    two = softmax(np.where(masked, -np.inf, np.zeros((2, 3, 3))))
    for panel in panels(show_weights(two, masked=masked)):
        assert hatched(panel) == {(0, 2), (1, 2), (2, 2)}


def test_each_head_may_have_its_own_mask():
    masked = np.zeros((2, 2, 2), dtype=bool)
    masked[1, 0, 1] = True
    scores = np.where(masked, -np.inf, 0.0)
    figure = show_weights(softmax(scores), masked=torch.tensor(masked))
    assert [hatched(panel) for panel in panels(figure)] == [set(), {(0, 1)}]


def test_weight_under_the_mask_stays_visible(capsys):
    figure = show_weights([[0.3, 0.7], [0.5, 0.5]], masked=[[False, True], [False, False]])
    (panel,) = panels(figure)
    assert hatched(panel) == {(0, 1)}
    assert numbers(panel)[0, 1].get_text() == "0.70"
    assert numbers(panel)[0, 1].get_bbox_patch() is not None  # a plain ground under the number
    assert figure.summary.endswith("; 1 masked cell; weight above 0 in 1 masked cell.")


def test_a_row_that_is_masked_completely_need_not_sum_to_1(capsys):
    figure = show_weights([[0.0, 0.0], [0.5, 0.5]], masked=[[True, True], [False, False]])
    assert "0 -> no key (all masked), 1 -> 2 keys alike (0.50)" in figure.summary


def test_numbers_in_cells_up_to_8_by_8():
    texts = numbers(panels(show_weights(weights(8, 8)))[0])
    assert len(texts) == 64
    assert texts[2, 5].get_text() == f"{weights(8, 8)[2, 5]:.2f}"
    for shape in [(9, 8), (8, 9), (3, 20)]:
        assert not numbers(panels(show_weights(weights(*shape)))[0])


@pytest.mark.parametrize(
    "score, text",
    [(1.5, "1.50"), (-0.001, "0.00"), (-0.5, "-0.50"), (0, "0.00")],
)
def test_numbers_are_rounded_without_minus_zero(score, text):
    assert numbers(panels(show_scores([[score, 2.0]]))[0])[0, 0].get_text() == text


@pytest.mark.parametrize(
    "scores, texts",
    [
        ([[12.34, -5.0]], ["12.3", "-5.0"]),
        ([[1234.5, -5.0]], ["1234", "-5"]),
        ([[12345.6, -5.0]], ["1.2e4", "-5.0e0"]),
        ([[1.5e-5, -2e-6]], ["1.5e-5", "-2.0e-6"]),
    ],
)
def test_numbers_fit_small_and_large_scores(scores, texts):
    figure = show_scores(scores)
    assert [text.get_text() for text in panels(figure)[0].texts] == texts


@pytest.mark.parametrize("draw", ["weights", "scores"])
def test_numbers_are_readable_on_every_colour(draw):
    if draw == "weights":
        share = np.linspace(0, 1, 32).reshape(4, 8, 1)
        figure = show_weights(np.concatenate([share, 1 - share], axis=-1))
    else:
        figure = show_scores(np.linspace(-3, 3, 256).reshape(4, 8, 8))
    inks = set()
    for panel in panels(figure):
        image = coloured(panel)
        for (t, s), text in numbers(panel).items():
            ground = image.cmap(image.norm(image.get_array()[t, s]))
            assert contrast(text.get_color(), ground) >= 4.5
            inks.add(text.get_color())
    assert inks == {"black", "white"}


def seen_by(deficiency, colours):
    """RGB colours as a person with the deficiency sees them (Machado and others, 2009)."""
    matrix = {
        "protanopia": [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        "deuteranopia": [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        "tritanopia": [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    }[deficiency]
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    linear = np.clip(linear @ np.transpose(matrix), 0, 1)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


def test_a_larger_weight_is_a_lighter_colour():
    image = coloured(panels(show_weights(weights(2, 2)))[0])
    light = [luminance(colour) for colour in image.cmap(np.linspace(0, 1, 101))]
    assert (np.diff(light) > 0).all()


def test_a_score_is_darker_the_farther_it_is_from_0():
    image = coloured(panels(show_scores([[1.0, -1.0]]))[0])
    light = [luminance(colour) for colour in image.cmap(np.linspace(0, 1, 41))]
    assert (np.diff(light[:21]) > 0).all()
    assert (np.diff(light[20:]) < 0).all()


@pytest.mark.parametrize("deficiency", ["protanopia", "deuteranopia", "tritanopia"])
def test_the_colours_survive_colour_blindness(deficiency):
    image = coloured(panels(show_weights(weights(2, 2)))[0])
    seen = seen_by(deficiency, image.cmap(np.linspace(0, 1, 21))[:, :3])
    light = [luminance(colour) for colour in seen]
    assert (np.diff(light) > 0).all()
    image = coloured(panels(show_scores([[1.0, -1.0]]))[0])
    share = np.linspace(0.2, 1, 9) / 2
    plus = seen_by(deficiency, image.cmap(0.5 + share)[:, :3])
    minus = seen_by(deficiency, image.cmap(0.5 - share)[:, :3])
    assert (np.linalg.norm(plus - minus, axis=1) > 0.15).all()


def test_heads_stand_in_rows_of_at_most_four():
    figure = show_weights(weights(7, 3, 3), WORDS)
    corners = [panel.get_position().get_points().round(6)[0] for panel in panels(figure)]
    assert len({y for _, y in corners}) == 2
    assert [y for _, y in corners] == sorted((y for _, y in corners), reverse=True)
    assert [x for x, _ in corners[:3]] == [x for x, _ in corners[4:]]
    assert [panel.get_ylabel() for panel in panels(figure)] == [
        "query position" if h in (0, 4) else "" for h in range(7)
    ]
    assert all(panel.get_xlabel() == "key position" for panel in panels(figure))


def test_titles():
    assert [p.get_title() for p in panels(show_weights(weights(2, 2, 2)))] == ["head 0", "head 1"]
    assert panels(show_weights(weights(2, 2)))[0].get_title() == ""
    assert panels(show_weights(weights(2, 2), titles="önce"))[0].get_title() == "önce"
    figure = show_scores(np.zeros((2, 2, 2)), titles=["önce", "sonra"])
    assert [panel.get_title() for panel in panels(figure)] == ["önce", "sonra"]


SHAPES = [(1, 1), (2, 1), (1, 2), (2, 2), (5, 5), (8, 8), (3, 20), (1, 40), (40, 3), (40, 40)]


@pytest.mark.parametrize("heads", [1, 8])
@pytest.mark.parametrize("shape", SHAPES)
def test_no_text_lies_on_another(shape, heads):
    T, S = shape
    names = list(itertools.islice(itertools.cycle(TURKISH), max(T, S)))
    masked = np.arange(S) > np.arange(T)[:, None] if T == S > 1 else None
    scores = np.random.default_rng(0).normal(size=(heads, T, S))
    scores = scores if masked is None else np.where(masked, -np.inf, scores)
    figure = show_weights(softmax(scores), names[:T], names[:S], masked)
    pixels(figure)
    level, slanted = [], []
    for axes in figure.axes:
        labels = axes.get_yticklabels() if axes.yaxis.get_tick_params()["labelleft"] else []
        level += [axes.title, axes.xaxis.label, axes.yaxis.label, *axes.texts, *labels]
        for label in axes.get_xticklabels():
            (slanted if label.get_rotation() else level).append(label)
        # Neighbours that lean by the same angle stay apart by their distance times its sine.
        leaning = [label for label in axes.get_xticklabels() if label.get_rotation()]
        for one, other in itertools.pairwise(leaning):
            ends = [axes.transData.transform(label.get_position())[0] for label in (one, other)]
            apart = (ends[1] - ends[0]) / figure.dpi * 72
            assert apart * np.sin(np.radians(one.get_rotation())) >= one.get_fontsize()
    level += [text for legend in figure.legends for text in legend.texts]
    boxes = {text: text.get_window_extent() for text in level + slanted if text.get_text()}
    for one, other in itertools.combinations(boxes, 2):
        if one in slanted and other in slanted:
            continue
        width, height = (
            min(getattr(boxes[one], high), getattr(boxes[other], high))
            - max(getattr(boxes[one], low), getattr(boxes[other], low))
            for low, high in (("x0", "x1"), ("y0", "y1"))
        )
        assert min(width, height) <= 0.5, f"{one} lies on {other}"
    sizes = [text.get_fontsize() for text in boxes if text not in figure.axes[0].texts]
    assert min(sizes) >= 7
    assert (figure.get_size_inches() <= (15, 18)).all()


def test_long_tokens_are_turned_and_short_ones_are_not():
    for tokens, angle in [(WORDS, 0), (["İstanbul'da", "gölge", "düğüm"], 60)]:
        labels = panels(show_weights(weights(3, 3), tokens))[0].get_xticklabels()
        assert {label.get_rotation() for label in labels} == {angle}


def test_on_a_large_map_labels_are_left_out_before_they_collide():
    panel = panels(show_weights(weights(100, 100)))[0]
    shown = ticks(panel.yaxis)
    assert shown[0] == "0"
    assert 20 < len(shown) < 100
    assert list(panel.get_yticks()) == [int(text) for text in shown]


# --- what is read ----------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_tensors_of_every_float(dtype):
    values = torch.tensor([[0.25, 0.75], [0.5, 0.5]], dtype=dtype)
    image = coloured(panels(show_weights(values, masked=torch.zeros(2, 2, dtype=torch.bool)))[0])
    np.testing.assert_array_equal(image.get_array(), [[0.25, 0.75], [0.5, 0.5]])


def test_a_tensor_that_requires_grad():
    scores = torch.tensor([[1.0, 2.0], [0.0, 3.0]], requires_grad=True)
    show_scores(scores)
    show_weights(torch.softmax(scores, dim=-1))
    assert scores.requires_grad


def test_whole_numbers_lists_and_several_arrays():
    assert coloured(panels(show_weights(np.eye(3, dtype=int)))[0]).get_clim() == (0, 1)
    assert len(panels(show_weights([weights(2, 2), weights(2, 2)]))) == 2
    assert coloured(panels(show_scores([[1, -3]]))[0]).get_clim() == (-3, 3)


def test_what_was_given_is_left_as_it_was():
    scores, masked = np.array([[1.0, -np.inf], [2.0, 3.0]]), np.array([[False, True], [False] * 2])
    before, mask_before = scores.copy(), masked.copy()
    show_scores(scores, masked=masked)
    np.testing.assert_array_equal(scores, before)
    np.testing.assert_array_equal(masked, mask_before)


def test_rounding_in_a_row_is_forgiven():
    figure = show_weights(np.array([[0.5004, 0.5004], [1.0005, -0.0005]]))
    assert [t.get_text() for t in panels(figure)[0].texts] == ["0.50", "0.50", "1.00", "0.00"]


# --- what is said ----------------------------------------------------------------------


def test_the_sentence_is_printed_and_kept(capsys):
    figure = show_weights(causal_weights(), WORDS, masked=CAUSAL)
    assert isinstance(figure, Heatmap)
    assert capsys.readouterr().out == figure.summary + "\n"
    assert figure.summary == (
        "Attention weights of 1 head, 3 queries by 3 keys; each query's largest weight: "
        "0 film -> 0 film (1.00), 1 çok -> 1 çok (0.88), 2 iyi -> 0 film (0.51); 3 masked cells."
    )


def test_the_sentence_about_scores(capsys):
    figure = show_scores(np.array([[1.5, -np.inf], [-2.0, 0.25]]), keys=["evet", "hayır"])
    assert capsys.readouterr().out == figure.summary + "\n"
    assert figure.summary == (
        "Attention scores of 1 head, 2 queries by 2 keys, from -2.00 to 1.50; each query's largest "
        "score: 0 -> 0 evet (1.50), 1 -> 1 hayır (0.25); 1 masked cell."
    )


def test_the_sentence_names_heads_and_equal_weights():
    figure = show_weights([[[1.0, 0.0]], [[0.5, 0.5]]], ["son"], ["evet", "hayır"])
    assert figure.summary == (
        "Attention weights of 2 heads, 1 query by 2 keys; each query's largest weight: "
        "head 0: 0 son -> 0 evet (1.00); head 1: 0 son -> 2 keys alike (0.50)."
    )


def test_the_sentence_about_a_large_map_counts():
    large = np.full((2, 10, 4), 0.1)
    large[0, :7, 2] = large[0, 7:, 0] = 0.7
    large[1] = 0.25
    masked = np.zeros((10, 4), dtype=bool)
    figure = show_weights(large, keys=["a", "b", "c", "d"], masked=masked)
    assert figure.summary == (
        "Attention weights of 2 heads, 10 queries by 4 keys; the key that gets the largest weight "
        "from the most queries: head 0: 2 c (7 of 10); head 1: 4 keys alike (10 of 10)."
    )


@pytest.mark.parametrize(
    "one, two, words",
    [(1, 1, "1 masked cell in each head."), (1, 2, "; 3 masked cells."), (0, 1, "1 masked cell.")],
)
def test_the_sentence_counts_masked_cells(one, two, words):
    masked = np.zeros((2, 2, 3), dtype=bool)
    masked[0, 0, 3 - one :] = masked[1, 0, 3 - two :] = True
    values = softmax(np.where(masked, -np.inf, 0.0))
    assert show_weights(values, masked=masked).summary.endswith(words)


@pytest.mark.parametrize("heads, T", [(1, 40), (8, 5), (8, 40), (12, 8)])
def test_the_sentence_stays_short_and_on_one_line(heads, T):
    summary = show_weights(weights(heads, T, T), ["uzunca\nbir sözcük daha"] * T).summary
    assert len(summary) < 600
    assert "\n" not in summary
    assert summary.endswith("; and 4 more heads.") == (heads == 12)


# --- JupyterLab ------------------------------------------------------------------------


def png(data):
    return matplotlib.image.imread(io.BytesIO(base64.b64decode(data)), format="png")


def test_the_mime_bundle_has_a_picture_and_its_alt_text():
    figure = show_weights(weights(3, 3), WORDS)
    data, metadata = figure._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain"}
    assert data["text/plain"] == figure.summary
    assert metadata == {"image/png": {"alt": figure.summary}}
    picture = png(data["image/png"])
    assert 200 < picture.shape[0] < 800 and 200 < picture.shape[1] < 800


def test_the_ground_is_white_and_the_ink_black_under_any_style():
    def draw():
        figure = show_scores(np.where(CAUSAL, -np.inf, 1.0), WORDS)
        return png(figure._repr_mimebundle_()[0]["image/png"])

    plain = draw()
    with matplotlib.style.context("dark_background"):
        np.testing.assert_array_equal(draw(), plain)
    assert plain.shape[-1] == 3  # no transparency: nothing of the theme shines through
    for edge in (plain[0], plain[-1], plain[:, 0], plain[:, -1]):
        assert (edge == 1).all()


@pytest.mark.parametrize("inline", [False, True])
def test_ipython_shows_one_picture_with_alt_text(inline):
    formatter = DisplayFormatter()
    if inline:
        # What the inline backend does once a learner imports pyplot.
        draw = functools.partial(print_figure, fmt="png", base64=True)
        formatter.formatters["image/png"].for_type(Figure, draw)
    figure = show_weights(weights(3, 3), WORDS)
    data, metadata = formatter.format(figure)
    assert set(data) == {"image/png", "text/plain"}
    assert data["text/plain"] == figure.summary
    assert metadata["image/png"] == {"alt": figure.summary}
    assert (png(data["image/png"])[0] == 1).all()


def test_nothing_that_reaches_over_the_edge_is_cut():
    """A legend wider than its figure, and labels of the widest letters."""
    wide = ["W" * 20] * 2
    figure = show_weights(np.eye(2), wide, masked=[[False, True], [False, False]])
    frame = figure.get_tightbbox().padded(0.1)
    shape = png(figure._repr_mimebundle_()[0]["image/png"]).shape
    expected = np.array([frame.height, frame.width]) * figure.dpi
    np.testing.assert_allclose(shape[:2], expected, atol=12)


def test_no_pyplot_no_torch_and_no_state_left_behind():
    code = """
import runpy, sys
import matplotlib
before = matplotlib.rcParams.copy()  # dict() would ask for the backend and load pyplot
show = runpy.run_path(sys.argv[1])["show_weights"]
show([[1.0, 0.0]])._repr_mimebundle_()
assert "matplotlib.pyplot" not in sys.modules
assert "torch" not in sys.modules
assert matplotlib.rcParams.copy() == before
"""
    command = [sys.executable, "-c", code, heatmaps.__file__]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


# --- wrong input -----------------------------------------------------------------------


def says(error, *words):
    """The error is raised, and its text holds all the words."""
    return pytest.raises(error, match="".join(f"(?=.*{re.escape(word)})" for word in words))


@pytest.mark.parametrize("show", [show_weights, show_scores])
@pytest.mark.parametrize(
    "shape, words",
    [
        ((), "wrong number of axes, 0"),
        ((3,), "[None, :]"),
        ((2, 4, 3, 3), "Pick one text of the batch: {name}[0]."),
        ((1, 2, 4, 3, 3), "wrong number of axes, 5"),
    ],
)
def test_wrong_number_of_axes(show, shape, words):
    name = show.__name__.removeprefix("show_")
    words = words.format(name=name)
    with says(ValueError, f"{name} of shape {shape}", "(T, S) or (heads, T, S)", words):
        show(np.zeros(shape))


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 2, 2)])
def test_empty(shape):
    with says(ValueError, f"weights of shape {shape} is empty"):
        show_weights(np.zeros(shape))


def test_labels_that_do_not_fit():
    with says(ValueError, "queries has 4 labels", "weights of shape (2, 3)", "2 queries"):
        show_weights(weights(2, 3), queries=["a", "b", "c", "d"])
    with says(ValueError, "keys has 1 label, ", "scores of shape (2, 2, 3)", "3 keys"):
        show_scores(np.zeros((2, 2, 3)), keys=["a"])
    with says(ValueError, "titles has 3 labels", "2 heads", "each head"):
        show_weights(weights(2, 3, 3), titles=["a", "b", "c"])


@pytest.mark.parametrize("show", [show_weights, show_scores])
def test_nan(show):
    name = show.__name__.removeprefix("show_")
    values = np.full((2, 2, 2), 0.5)
    values[1, 0] = np.nan
    causes = ("masked completely", "inf - inf")
    with says(ValueError, f"{name} of shape (2, 2, 2)", f"{name}[1, 0, 0] is nan", *causes):
        show(values)
    with says(ValueError, f"{name} of shape (2, 2)", f"{name}[0, 0] is nan", *causes):
        show(values[1])


def test_infinity():
    with says(ValueError, "weights[0, 1] is -inf", "(1, 2)", "show_scores"):
        show_weights([[1.0, -np.inf]])
    with says(ValueError, "scores[0, 1] is inf", "(1, 2)", "-inf where it is masked"):
        show_scores([[1.0, np.inf]])


@pytest.mark.parametrize("value", [-0.1, 1.1])
def test_values_that_are_no_weights(value):
    with says(ValueError, "weights of shape (1, 2)", f"weights[0, 1] is {value}", "show_scores"):
        show_weights([[0.5, value]])


def test_rows_that_do_not_sum_to_1():
    with says(ValueError, "weights of shape (2, 2)", "weights[1] sums to 0.9", "over the keys"):
        show_weights([[0.5, 0.5], [0.5, 0.4]])
    with says(ValueError, "weights of shape (2, 1, 2)", "weights[1, 0] sums to 1.002"):
        show_weights([[[0.5, 0.5]], [[0.5, 0.502]]])
    with pytest.raises(ValueError) as raised:
        show_weights([[0.5, 0.5], [0.5, 0.4]])
    assert "seems" not in str(raised.value)


def test_softmax_over_the_wrong_axis_is_named():
    over_queries = softmax(np.arange(9.0).reshape(3, 3) ** 1.5).T
    with says(ValueError, "softmax seems to have run over the queries", "the last axis (-1)"):
        show_weights(over_queries)
    over_heads = torch.softmax(torch.arange(18.0).reshape(2, 3, 3) ** 0.5, dim=0)
    with says(ValueError, "softmax seems to have run over the heads"):
        show_weights(over_heads)


@pytest.mark.parametrize(
    "values, words",
    [
        (np.ones((2, 2), dtype=bool), ["weights of shape (2, 2)", "masked=..."]),
        (np.ones((2, 2), dtype=complex), ["weights of shape (2, 2)", "complex128", "real"]),
        (np.array([["a", "b"]]), ["weights of shape (1, 2)", "<U1", "real numbers"]),
        (np.array([[None, 1]]), ["weights of shape (1, 2)", "object", "real numbers"]),
        ([[1.0], [0.5, 0.5]], ["weights is a list", "same shape"]),
        (None, ["weights is None", "return"]),
    ],
)
def test_what_is_no_array_of_real_numbers(values, words):
    with says(TypeError, *words):
        show_weights(values)


def test_tensors_in_a_list_that_need_stacking():
    part = torch.tensor([[1.0, 0.0]], requires_grad=True)
    with says(TypeError, "weights is a list", "torch.stack"):
        show_weights([part, part])


@pytest.mark.parametrize(
    "shape, given", [((2, 2), (3, 3)), ((2, 3, 3), (3, 3)), ((1, 1, 3, 3), (3, 3))]
)
def test_a_mask_of_the_wrong_shape(shape, given):
    with says(ValueError, f"masked of shape {shape}", f"weights of shape {given}", "each cell"):
        show_weights(weights(*given), masked=np.zeros(shape, dtype=bool))


def test_a_mask_of_the_wrong_shape_for_heads_says_both_that_fit():
    with says(ValueError, "masked of shape (3,)", "shape (4, 2, 2)", "(2, 2) for all heads"):
        show_weights(weights(4, 2, 2), masked=np.zeros(3, dtype=bool))


def test_a_mask_of_numbers():
    with says(TypeError, "masked of shape (3, 3)", "float64", "masked=(mask == 0)"):
        show_weights(weights(3, 3), masked=np.tril(np.ones((3, 3))))


def test_axes_that_are_not_queries_and_keys_are_named(capsys):
    numbers = np.array([[[-1.0, 2.0], [0.5, -3.0]]] * 2)
    figure = show_scores(numbers, titles=["mine", "theirs"], axes=("position", "column"))
    left = panels(figure)[0]
    assert (left.get_xlabel(), left.get_ylabel()) == ("column", "position")
    assert bars(figure)[0].get_ylabel() == "number"
    said = capsys.readouterr().out
    assert said.startswith("Numbers in 2 panels, 2 positions by 2 columns, from -3.00 to 2.00; ")
    assert "each position's largest number: mine: 0 -> 1 (2.00), 1 -> 0 (0.50)" in said
    assert not re.search("quer|key|head|score", said)


def test_many_rows_and_ties_use_the_names_of_the_axes(capsys):
    show_scores(np.ones((9, 2)), axes=("position", "column"))
    said = capsys.readouterr().out
    assert (
        "the column that gets the largest number from the most positions: 2 columns alike" in said
    )
