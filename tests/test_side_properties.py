"""A side property alone earns no point: wrong functions pass none of the checks that call them."""

from __future__ import annotations

import contextlib
import copy
import io

import nbformat
import numpy as np
import pytest
import torch
from conftest import LESSONS, ROOT

from dikkat.course import grade_id, is_solution, is_test
from dikkat.grading.our_side.test_cell import free_names
from dikkat.notebook import CheckFailed


def causal_mean(x):
    """The mean of each position and those before it, along axis 1."""
    return x.cumsum(1) / torch.arange(1, x.shape[1] + 1)[:, None]


def triangle(h):
    """The weights of that mean, (B, T, T)."""
    weights = torch.ones(h.shape[1], h.shape[1]).tril()
    return (weights / weights.sum(1, keepdim=True)).expand(len(h), -1, -1)


def eye(h, *shape):
    """Each position sees itself alone."""
    return torch.eye(h.shape[1]).expand(*shape, -1, -1)


def numpy_softmax(x):
    """Over the last axis."""
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


# {lesson: {function: {what is wrong: the function}}}
WRONG = {
    "01_einsum_scores": {
        "attention_scores": {
            "zeros": lambda q, k: np.zeros((*q.shape[:3], k.shape[2])),
            "ones": lambda q, k: np.ones((*q.shape[:3], k.shape[2])),
            "identity": lambda q, k: q,
            "cumsum": lambda q, k: np.cumsum(q, axis=-1),
            "mean": lambda q, k: q.mean(-1)[..., None] * np.ones(k.shape[2]),
            "NaN": lambda q, k: np.full((*q.shape[:3], k.shape[2]), np.nan),
        }
    },
    "02_merge_heads": {
        "merge_heads": {
            "zeros": lambda x: np.zeros((x.shape[0], x.shape[2], x.shape[1] * x.shape[3]), x.dtype),
            "identity": lambda x: x,
            "cumsum": lambda x: x.cumsum(1).reshape(x.shape[0], x.shape[2], -1),
            "mean": lambda x: x.mean(1),
            "plain reshape": lambda x: x.reshape(x.shape[0], x.shape[2], -1),
        }
    },
    "03_einsum_attention": {
        "attention": {
            "zeros": lambda Q, K, V: (Q[..., :1] * 0 + V[:, :1] * 0, Q @ K.mT * 0),
            "identity": lambda Q, K, V: (Q, Q @ K.mT),
            "cumsum": lambda Q, K, V: (V.cumsum(1), Q @ K.mT),
            "mean": lambda Q, K, V: (
                V.mean(1, keepdim=True).expand(-1, Q.shape[1], -1),
                torch.full((*Q.shape[:2], K.shape[1]), 1 / K.shape[1]),
            ),
            "NaN": lambda Q, K, V: (Q @ K.mT @ V * torch.nan, Q @ K.mT * torch.nan),
        }
    },
    "04_padded_sentences": {
        "encode": {
            "zeros": lambda sentence, vocab, n: [0] * n,
            "identity": lambda sentence, vocab, n: sentence.split(),
            "count": lambda sentence, vocab, n: list(range(n)),
        },
        "dikkat": {
            "zeros": lambda Q, K, V, pad: (V * 0, Q @ K.swapaxes(1, 2) * 0),
            "identity": lambda Q, K, V, pad: (V, np.tile(np.eye(Q.shape[1]), (len(Q), 1, 1))),
            "cumsum": lambda Q, K, V, pad: (V.cumsum(1), Q @ K.swapaxes(1, 2)),
            "mean": lambda Q, K, V, pad: (
                V * 0 + V.mean(1, keepdims=True),
                np.full((*Q.shape[:2], Q.shape[1]), 1 / Q.shape[1]),
            ),
            "mean of the words": lambda Q, K, V, pad: (
                w := numpy_softmax(np.where(pad[:, None, :], -1e9, Q[..., :1] * 0)),
                w @ V,
            )[::-1],
            "NaN": lambda Q, K, V, pad: (V * np.nan, Q @ K.swapaxes(1, 2) * np.nan),
        },
    },
    "05_causal_head": {
        "uniform_average": {
            "zeros": torch.zeros_like,
            "identity": lambda h: h,
            "cumsum": lambda h: h.cumsum(1),
            "mean": lambda h: h.mean(1, keepdim=True).expand_as(h),
        },
        "causal_head": {
            "zeros": lambda h, query, key, value: (value(h) * 0, triangle(h) * 0),
            "identity": lambda h, query, key, value: (value(h), eye(h, len(h))),
            "cumsum": lambda h, query, key, value: (h.cumsum(1), h),
            "cumsum of the values": lambda h, query, key, value: (value(h).cumsum(1), triangle(h)),
            "mean": lambda h, query, key, value: (causal_mean(value(h)), triangle(h)),
            "every layer has a part": lambda h, query, key, value: (
                causal_mean(value(h)) + (query(h) * key(h)).mean(-1, keepdim=True).cumsum(1),
                triangle(h),
            ),
            "no mask": lambda h, query, key, value: (
                (w := torch.softmax(query(h) @ key(h).mT / query.out_features**0.5, -1)) @ value(h),
                w,
            ),
        },
    },
    "06_multi_head": {
        "split_heads": {
            "zeros": lambda x, H: x.reshape(len(x), x.shape[1], H, -1).transpose(1, 2) * 0,
            "identity": lambda x, H: x,
            "plain reshape": lambda x, H: x.reshape(len(x), H, x.shape[1], -1),
        },
        "merge_heads": {
            "zeros": lambda x: x.transpose(1, 2).flatten(2) * 0,
            "identity": lambda x: x,
            "mean": lambda x: x.mean(1),
            "plain reshape": lambda x: x.reshape(len(x), x.shape[2], -1),
        },
        "multi_head_attention": {
            "zeros": lambda h, q, k, v, o, H, pad=None: (
                o(v(h)) * 0,
                eye(h, len(h), H) * 0,
            ),
            "identity": lambda h, q, k, v, o, H, pad=None: (o(v(h)), eye(h, len(h), H)),
            "cumsum": lambda h, q, k, v, o, H, pad=None: (
                o(v(h)).cumsum(1),
                triangle(h)[:, None].expand(-1, H, -1, -1),
            ),
            "mean": lambda h, q, k, v, o, H, pad=None: (
                o(causal_mean(v(h))),
                triangle(h)[:, None].expand(-1, H, -1, -1),
            ),
            "every layer has a part": lambda h, q, k, v, o, H, pad=None: (
                o(causal_mean(v(h) + q(h) * k(h))),
                triangle(h)[:, None].expand(-1, H, -1, -1),
            ),
        },
    },
}
# A check of something else, which takes the function as it is.
OF_SOMETHING_ELSE = {("03_einsum_attention", "check-report")}


def cells_of(lesson: str) -> list:
    path = ROOT / "source" / lesson / f"{lesson}.ipynb"
    return nbformat.read(path, as_version=4).cells


def solved(lesson: str) -> dict:
    """The names of the solved exercises, as a notebook has them."""
    space = {"__name__": "__main__", "np": np, "torch": torch}
    for cell in cells_of(lesson):
        if cell.cell_type == "code" and is_solution(cell) and "exercise" in (grade_id(cell) or ""):
            with contextlib.suppress(NameError):  # what needs a given cell
                exec(cell.source, space)
    return space


CASES = [
    pytest.param(lesson, grade_id(cell), cell.source, function, wrong,
                 id=f"{lesson[:2]}-{grade_id(cell)}-{wrong}")
    for lesson in WRONG
    for cell in cells_of(lesson)
    if cell.cell_type == "code" and is_test(cell)
    and (lesson, grade_id(cell)) not in OF_SOMETHING_ELSE
    for function in WRONG[lesson]
    if function in free_names(cell.source)
    for wrong in WRONG[lesson][function]
]  # fmt: skip


def run(code: str, space: dict) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as printed, np.errstate(all="ignore"):
        exec(code, copy.copy(space))
    return printed.getvalue()


@pytest.mark.parametrize(("lesson", "cell", "code", "function", "wrong"), CASES)
def test_a_wrong_function_earns_nothing(lesson, cell, code, function, wrong):
    space = solved(lesson)
    space[function] = WRONG[lesson][function][wrong]
    with pytest.raises(CheckFailed):
        run(code, space)


def test_every_lesson_with_a_function_has_wrong_ones():
    assert sorted(WRONG) == LESSONS
    tested = {(p.values[0], p.values[3]) for p in CASES}
    assert tested == {(lesson, name) for lesson in WRONG for name in WRONG[lesson]}
