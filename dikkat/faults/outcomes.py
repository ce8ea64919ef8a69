"""What a function gave, as plain numbers: its results or its error, and how to compare them."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Outcome:
    """What came of one call.

    form: how the results are nested, such as "array", "(array, array)" or "{a: array}". Lists
        of numbers count as arrays. For an error, "!" and its type.
    arrays: the numbers, in the order of `form`, as float arrays.
    kinds: the type of each array as a learner would say it: "array of float64", "list".
    error: the error's text, or None.
    changed: names of arguments that the call changed, or None if nobody looked.
    unreached: names of layers that no gradient reaches, or None if nobody looked.
    """

    form: str
    arrays: tuple[np.ndarray, ...] = ()
    kinds: tuple[str, ...] = ()
    error: str | None = None
    changed: frozenset[str] | None = None
    unreached: frozenset[str] | None = None

    def flagged(
        self, changed: Iterable[str] | None = None, unreached: Iterable[str] | None = None
    ) -> Outcome:
        """The same outcome with these flags."""
        return replace(
            self,
            changed=None if changed is None else frozenset(changed),
            unreached=None if unreached is None else frozenset(unreached),
        )


def observe(value: Any) -> Outcome:
    """The outcome of a call that returned `value`, whatever it is."""
    arrays: list[np.ndarray] = []
    kinds: list[str] = []
    form = _flatten(value, arrays, kinds)
    return Outcome(form, tuple(arrays), tuple(kinds))


def raised(error: BaseException) -> Outcome:
    """The outcome of a call that raised: its type and the first line of its text."""
    lines = str(error).strip().splitlines()
    return Outcome("!" + type(error).__name__, error=lines[0][:300] if lines else "")


def _flatten(value: Any, arrays: list[np.ndarray], kinds: list[str]) -> str:
    if isinstance(value, dict):
        inner = (f"{key}: {_flatten(value[key], arrays, kinds)}" for key in sorted(value, key=str))
        return "{" + ", ".join(inner) + "}"
    if isinstance(value, (list, tuple)) and not _is_table(value):
        return "(" + ", ".join(_flatten(part, arrays, kinds) for part in value) + ")"
    array = as_numbers(value)
    if array is None:
        return f"text {value!r}" if isinstance(value, str) else type(value).__name__
    arrays.append(array)
    kinds.append(kind_of(value))
    return "array"


def _is_table(value: list | tuple) -> bool:
    """Whether nested lists are one table of numbers. A tuple of lists is several results."""
    if all(_is_number(part) for part in value):
        return True
    if isinstance(value, tuple) or not all(isinstance(part, list) for part in value):
        return False
    return as_numbers(value) is not None


def _is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float, np.number, np.bool_))


def as_numbers(value: Any) -> np.ndarray | None:
    """An array, tensor, number or table of numbers as a float array; None if it is none of these.

    Booleans become 0 and 1.
    """
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        if str(value.dtype) == "torch.bfloat16":
            value = value.float()
        value = value.numpy()
    if isinstance(value, np.ma.MaskedArray):
        value = value.filled(np.nan)
    if not isinstance(value, (np.ndarray, list, tuple)) and not _is_number(value):
        return None
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biufO":
            return None
        # Files keep 32 bits: what is too large there is infinite, what is too small is 0.
        array = np.array(array, dtype=float)
        array[array > 3e38], array[array < -3e38] = np.inf, -np.inf
        array[np.abs(array) < 1e-37] = 0
        return array
    except (ValueError, TypeError, OverflowError):
        return None


def kind_of(value: Any) -> str:
    """A value's type in words: "tensor of float32", "array of int64", "list of float"."""
    if hasattr(value, "detach"):
        return f"tensor of {str(value.dtype).removeprefix('torch.')}"
    if isinstance(value, np.ndarray):
        return f"array of {value.dtype}"
    if isinstance(value, (list, tuple)):
        inner = value
        while isinstance(inner, (list, tuple)) and len(inner):
            inner = inner[0]
        parts = "numbers" if isinstance(inner, (list, tuple)) else type(inner).__name__
        return f"{type(value).__name__} of {parts}"
    return type(value).__name__


def same(got: Outcome, other: Outcome, tolerance: float) -> bool:
    """Whether two outcomes agree: form, shapes, numbers, error, and flags that both know."""
    return (
        got.form == other.form
        and got.error == other.error
        and all(close(a, b, tolerance) for a, b in zip(got.arrays, other.arrays, strict=True))
        and agree(got.changed, other.changed)
        and agree(got.unreached, other.unreached)
    )


def agree(got: frozenset[str] | None, other: frozenset[str] | None) -> bool:
    """Whether what was seen may come of a way with these flags.

    A flag that nobody looked at agrees with any. A way that changes an argument may leave its
    numbers as they were, for a text of one position say.
    """
    return got is None or other is None or got <= other


def close(got: np.ndarray, other: np.ndarray, tolerance: float) -> bool:
    """Whether two arrays have the same shape and numbers. NaN equals NaN.

    Each difference must be small beside the number itself, or beside the usual size of a number
    in the array (of those below a million, so that a filling of -1e9 does not hide the others).
    """
    if got.shape != other.shape:
        return False
    finite = np.isfinite(other)
    if not np.array_equal(got[~finite], other[~finite], equal_nan=True):
        return False
    a, b = got[finite], other[finite]
    if not np.isfinite(a).all():
        return False
    size = np.abs(b)
    usual = size[size < 1e6]
    return bool(
        np.all(np.abs(a - b) <= tolerance * size + tolerance * (usual.mean() if usual.size else 0))
    )


def fingerprint(arrays: Sequence[np.ndarray]) -> tuple[float, float]:
    """Two numbers that stand for the arrays' numbers: random projections.

    One array is projected twice, of several the first and the rest together once each.
    """
    if not arrays:
        return 0.0, 0.0
    if len(arrays) == 1:
        return _project(arrays[0], 0), _project(arrays[0], 1)
    return _project(arrays[0], 0), _project(np.concatenate([a.ravel() for a in arrays[1:]]), 1)


def fingerprint_slack(arrays: Sequence[np.ndarray], tolerance: float) -> tuple[float, float]:
    """How far a fingerprint may be from that of arrays within the tolerance."""
    if not arrays:
        return 1e-12, 1e-12
    rest = arrays[1:] or arrays[:1]
    slacks = []
    for part in (arrays[0], np.concatenate([a.ravel() for a in rest])):
        flat = _tame(part)
        slacks.append(tolerance * float(np.sqrt((flat**2).mean() if flat.size else 0)) + 1e-9)
    return slacks[0], slacks[1]


def _project(array: np.ndarray, which: int) -> float:
    flat = _tame(array)
    return float(_directions(flat.size)[which] @ flat / max(flat.size, 1) ** 0.5)


def _tame(array: np.ndarray) -> np.ndarray:
    """Numbers on a scale on which a filling of -1e9 does not drown the others."""
    return np.nan_to_num(np.arcsinh(array.ravel()), nan=5.0, posinf=50.0, neginf=-50.0)


@functools.lru_cache(maxsize=256)
def _directions(size: int) -> np.ndarray:
    # RandomState and not default_rng: its stream is frozen, so files stay readable.
    return np.random.RandomState(size % 2**31).standard_normal((2, size))


def digest(function: str, arguments: Sequence[Any]) -> str:
    """A short name for a call, from the function's name and the numbers that go in.

    Arrays, tensors and nested lists with the same numbers give the same digest; whole numbers,
    floats and booleans differ. Layers count by their weight and bias.
    """
    total = hashlib.sha256(function.encode())
    for argument in arguments:
        _feed(total, argument)
    return total.hexdigest()[:16]


def _feed(total: Any, value: Any) -> None:
    if hasattr(value, "weight") and hasattr(value, "bias"):
        total.update(b"layer")
        _feed(total, value.weight)
        _feed(total, value.bias)
    elif isinstance(value, dict):
        total.update(b"dict")
        for key in value:
            _feed(total, key)
            _feed(total, value[key])
    elif value is None or isinstance(value, str):
        total.update(f"text {value!r}".encode())
    else:
        plain = value.detach().cpu().numpy() if hasattr(value, "detach") else value
        array = np.asarray(plain)
        kind = "i" if array.dtype.kind == "u" else array.dtype.kind
        if kind not in "bif":
            raise TypeError(f"cannot make a digest of {type(value).__name__}")
        total.update(f"{kind}{array.shape}".encode())
        total.update((np.ascontiguousarray(array, dtype="<f8") + 0.0).tobytes())
