"""Serialises values that cross between the learner's side and ours: data, never code.

A message is a frame: its length (8 bytes, little-endian), then a body. The body is the length of
a JSON header (8 bytes), the header, and the raw bytes of arrays and strings.

`pack` serialises arrays, tensors, numbers, strings, None, and tuples, lists and dicts of those.
`unpack` reads a body that hostile code may have written: it does not unpickle, does not import,
uses no attribute of a received object, and checks every size before it allocates memory. Anything
that is not data crosses as an `Opaque`, which knows only the name of its type and is equal to
nothing.
"""

from __future__ import annotations

import json
import math
import re
import struct
import sys
import time

import numpy as np

MAX_FRAME = 64 * 2**20  # bytes; the largest array in the course is under 1 MiB
MAX_DEPTH = 16  # levels of nesting
MAX_ITEMS = 100_000  # values of a message, nested ones included
MAX_HEADER = 16 * 2**20  # bytes
MAX_MARKS = 8 * MAX_ITEMS  # brackets and commas in a header: one byte each can make an object
MAX_KEYS = 10_000  # of all dicts together: n keys with the same hash take O(n²) time
NUMERIC_KINDS = "biufc"  # of NumPy dtypes: bool, int, unsigned, float, complex
DTYPE = re.compile(r"[<|][biufc][0-9]{1,2}")


class WireError(Exception):
    """A frame that `pack` cannot have made, or a value that is too large to send."""


class Opaque:
    """Takes the place of a value that is not data: equal to nothing, not even to itself."""

    __slots__ = ("description",)
    __hash__ = None

    def __init__(self, type_name: str):
        self.description = f"a value of type {type_name}"

    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    def __repr__(self):
        return self.description


class Callable:
    """Takes the place of a function in the answer to a lookup. name: the function's __name__."""

    def __init__(self, name: str):
        self.name = name


def pack(value) -> bytes:
    """Serialises a value as the body of a frame.

    Raises WireError if the value is larger than MAX_FRAME, has more than MAX_ITEMS parts, or is
    nested more than MAX_DEPTH deep.
    """
    buffers: list[bytes] = []
    budget = [MAX_ITEMS, MAX_FRAME]
    tree = _flatten(value, buffers, budget, MAX_DEPTH)
    header = json.dumps(tree, separators=(",", ":")).encode()
    if len(header) > MAX_HEADER:
        raise WireError("the value has too many parts, or too large ones")
    return b"".join([struct.pack("<Q", len(header)), header, *buffers])


def _flatten(value, buffers, budget, depth):
    """The JSON tree of a value; appends its raw bytes to `buffers`.

    budget: [parts, bytes] that may still be sent; it is counted down. depth: levels of nesting
    that are still allowed.
    """
    if depth == 0:
        raise WireError(f"the value is nested more than {MAX_DEPTH} deep")
    budget[0] -= 1
    if budget[0] < 0:
        raise WireError(f"the value has more than {MAX_ITEMS} parts")
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is int:
        if value.bit_length() > 4096:
            raise WireError("the number has more than 4096 bits")
        return {"int": str(value)}
    if kind is float:
        return {"float": value.hex()}
    if kind is complex:
        return {"complex": [value.real.hex(), value.imag.hex()]}
    if kind is bytes or kind is str:
        name = kind.__name__
        raw = value if kind is bytes else value.encode("utf-8", "replace")
        budget[1] -= len(raw)
        if budget[1] < 0:
            raise WireError(f"the text is longer than {MAX_FRAME // 2**20} MiB")
        buffers.append(raw)
        return {name: len(raw)}
    if kind in (list, tuple) or (isinstance(value, tuple) and kind.__name__ == "Size"):
        name = "size" if kind.__name__ == "Size" else kind.__name__
        return {name: [_flatten(item, buffers, budget, depth - 1) for item in value]}
    if isinstance(value, tuple):  # a namedtuple
        return {"tuple": [_flatten(item, buffers, budget, depth - 1) for item in value]}
    if isinstance(value, dict):
        return {
            "dict": [
                [_flatten(k, buffers, budget, depth - 1), _flatten(v, buffers, budget, depth - 1)]
                for k, v in value.items()
            ]
        }
    if isinstance(value, Callable):
        return {"callable": value.name[:200]}
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return _flatten_tensor(value, buffers, budget)
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.kind in NUMERIC_KINDS:
            name = "array" if isinstance(value, np.ndarray) else "scalar"
            return {name: _flatten_array(value, buffers, budget)}
        if value.dtype.kind == "U" and value.size <= MAX_ITEMS:
            return _flatten(np.asarray(value).tolist(), buffers, budget, depth - 1)
    return {"opaque": str(kind.__name__)[:200]}


def _flatten_tensor(value, buffers, budget):
    """The JSON tree of a tensor. Short floats become float32, which NumPy has."""
    value = value.detach().cpu().resolve_conj().resolve_neg()
    if value.is_sparse or value.is_quantized or value.dtype.is_complex:
        return {"opaque": f"Tensor ({value.dtype})"}
    dtype = str(value.dtype).removeprefix("torch.")
    if dtype in ("bfloat16", "float16") or dtype.startswith("float8"):
        value = value.float()
    return {"tensor": _flatten_array(value.numpy(), buffers, budget)}


def _flatten_array(value, buffers, budget):
    """[dtype, shape] of an array or scalar, whose bytes are appended, little-endian, in C order."""
    array = np.asarray(value)
    budget[1] -= array.nbytes  # before any copy: a broadcast view can claim a huge size
    if budget[1] < 0:
        raise WireError(f"the array of shape {array.shape} is larger than {MAX_FRAME // 2**20} MiB")
    array = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).reshape(array.shape)
    buffers.append(array.tobytes())
    return [array.dtype.str, list(array.shape)]


def unpack(frame: bytes):
    """The value in the body of a frame. Raises WireError if `pack` cannot have made the body."""
    try:
        (size,) = struct.unpack_from("<Q", frame)
        if size > min(len(frame) - 8, MAX_HEADER):
            raise WireError("the header is longer than the frame, or than the limit")
        header = frame[8 : 8 + size]
        if sum(map(header.count, (b"[", b"{", b","))) > MAX_MARKS:
            raise WireError("the header has too many parts")
        reader = _Reader(memoryview(frame)[8 + size :])
        return reader.value(json.loads(header), MAX_DEPTH)
    except WireError:
        raise
    except Exception as error:  # only a malformed body can cause it
        raise WireError(f"not a frame: {type(error).__name__}") from None


class _Reader:
    """Reads the values of one body. raw: the bytes after its header."""

    def __init__(self, raw: memoryview):
        self.raw, self.at, self.items, self.keys = raw, 0, 0, 0

    def value(self, tree, depth):
        """The value of a JSON tree. depth: levels of nesting that are still allowed."""
        self.items += 1
        if depth == 0 or self.items > MAX_ITEMS:
            raise WireError("the value is too deep or has too many parts")
        if tree is None or tree is True or tree is False:
            return tree
        if not isinstance(tree, dict) or len(tree) != 1:
            raise WireError("not a value")
        ((kind, body),) = tree.items()
        if kind == "int":
            if not isinstance(body, str) or len(body) > 1300:
                raise WireError("not a number")
            return int(body)
        if kind == "float":
            return float.fromhex(body)
        if kind == "complex":
            return complex(float.fromhex(body[0]), float.fromhex(body[1]))
        if kind == "str":
            return str(self.part(body), "utf-8")
        if kind == "bytes":
            return bytes(self.part(body))
        if kind in ("list", "tuple", "size"):
            items = [self.value(item, depth - 1) for item in body]
            return items if kind == "list" else _size(items) if kind == "size" else tuple(items)
        if kind == "dict":
            self.keys += len(body)
            if self.keys > MAX_KEYS:
                raise WireError("the dicts have too many keys")
            return {self.key(k, depth - 1): self.value(v, depth - 1) for k, v in body}
        if kind in ("array", "scalar", "tensor"):
            array = self.array(*body)
            if kind == "array":
                return array
            return _tensor(array) if kind == "tensor" else array[()]
        if kind == "callable":
            return Callable(_name(body))
        if kind == "opaque":
            return Opaque(_name(body))
        raise WireError("not a value")

    def key(self, tree, depth):
        """A key of a dict; the repr of a value that cannot be one."""
        key = self.value(tree, depth)
        return key if isinstance(key, str | int | float | bool | None | tuple) else repr(key)

    def array(self, dtype, shape):
        """The next array of the raw bytes: writable, and with memory of its own."""
        if not isinstance(dtype, str) or not DTYPE.fullmatch(dtype):
            raise WireError("not an array of numbers")
        if not isinstance(shape, list) or len(shape) > 32:
            raise WireError("not a shape")
        if not all(type(n) is int and 0 <= n <= MAX_FRAME for n in shape):
            raise WireError("not a shape")
        dtype = np.dtype(dtype)
        part = self.part(math.prod(shape) * dtype.itemsize)
        if dtype.kind == "b":  # NumPy misreads a bool byte other than 0 and 1
            return (np.frombuffer(part, dtype="u1") != 0).reshape(shape)
        return np.frombuffer(part, dtype=dtype).reshape(shape).copy()

    def part(self, size) -> memoryview:
        """The next `size` raw bytes."""
        if type(size) is not int or not 0 <= size <= len(self.raw) - self.at:
            raise WireError("a part is longer than the frame")
        self.at += size
        return self.raw[self.at - size : self.at]


def _name(body) -> str:
    """The printable characters of a name, so that it cannot contain a terminal's control codes."""
    name = body[:200] if isinstance(body, str) else ""
    return "".join(c for c in name if c.isprintable())


def _tensor(array):
    """A tensor that shares the array's memory; imports PyTorch only when one arrives."""
    import torch

    return torch.from_numpy(array)


def _size(items):
    """A torch.Size."""
    import torch

    return torch.Size(items)


def send(connection, value, deadline: float | None = None, now=time.monotonic) -> None:
    """Sends a value as one frame. value: data for `pack`, or bytes that `pack` has returned.

    deadline: of the clock `now`. Raises WireError as `pack` does, TimeoutError after the deadline,
    and OSError if the socket is closed.
    """
    body = value if isinstance(value, bytes) else pack(value)
    frame = memoryview(struct.pack("<Q", len(body)) + body)
    while frame:
        sent = _before(deadline, now, connection, connection.send, frame[: 2**20])
        frame = frame[sent:]


def receive(
    connection, limit: int = MAX_FRAME + 2**20, deadline: float | None = None, now=time.monotonic
):
    """Receives one frame and returns its value, or None if the other side closed the socket.

    limit: the maximum length of the body, in bytes. deadline: the time of the clock `now` by which
    the whole frame must have arrived, in however many parts. Raises WireError for a longer or
    malformed frame, and TimeoutError after the deadline.
    """
    head = _exactly(connection, 8, deadline, now)
    if head is None:
        return None
    (size,) = struct.unpack("<Q", head)
    if size > limit:
        raise WireError(f"a frame of {size} bytes; at most {limit} are accepted")
    body = _exactly(connection, size, deadline, now)
    return None if body is None else unpack(body)


def _exactly(connection, size: int, deadline: float | None, now) -> bytes | None:
    """The next `size` bytes of a socket, or None if it is closed before they have arrived."""
    parts, missing = [], size
    while missing:
        try:
            part = _before(deadline, now, connection, connection.recv, min(missing, 2**20))
        except ConnectionError:
            return None
        if not part:
            return None
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def _before(deadline: float | None, now, connection, call, argument):
    """Calls a method of a socket; raises TimeoutError if it is not done before the deadline."""
    while deadline is not None:
        connection.settimeout(max(0.001, deadline - now()))
        try:
            return call(argument)
        except TimeoutError:
            if now() >= deadline:  # a clock that has stood still meanwhile gives more time
                raise
    return call(argument)
