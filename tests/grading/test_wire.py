"""What crosses between the two sides, and what hostile code may write in its place."""

from __future__ import annotations

import collections
import json
import math
import random
import socket
import struct
import threading
import time
import tracemalloc

import numpy as np
import pytest
import torch

from dikkat.grading.between import wire

Point = collections.namedtuple("Point", "x y")

ROUND_TRIPS = {
    "none": None,
    "true": True,
    "false": False,
    "int": -7,
    "large int": 2**4000,
    "float": 0.1,
    "infinity": -math.inf,
    "smallest float": 5e-324,
    "complex": 1.5 - 2j,
    "text": "ağırlık 🧵\n\0",
    "empty text": "",
    "bytes": b"\0\xff",
    "list": [1, [2, []], None],
    "tuple": (1, ("a", ())),
    "dict": {"a": 1, (2, "b"): [3], None: {}, 1.5: 0},
    "size": torch.Size([2, 3]),
    "float64": np.linspace(0, 1, 24).reshape(2, 3, 4),
    "float32": np.ones((2, 2), dtype=np.float32),
    "float16": np.ones(3, dtype=np.float16),
    "int8": np.arange(-3, 3, dtype=np.int8),
    "uint64": np.array([2**64 - 1], dtype=np.uint64),
    "bool array": np.array([[True, False]]),
    "complex array": np.array([1j, 2.0]),
    "array of no axes": np.array(3.5),
    "empty array": np.zeros((0, 5)),
    "turned array": np.arange(6).reshape(2, 3).T,
    "every second": np.arange(10)[::2],
    "broadcast": np.broadcast_to(np.arange(3), (4, 3)),
    "NaN in an array": np.array([np.nan, np.inf, -0.0]),
    "big-endian": np.arange(4, dtype=">f8"),
    "scalar": np.float32(0.1),
    "bool scalar": np.bool_(True),
    "tensor": torch.arange(6.0).reshape(2, 3),
    "int tensor": torch.tensor([[1, 2]]),
    "bool tensor": torch.tensor([True, False]),
    "tensor of no axes": torch.tensor(2.5),
    "tensor with a gradient": torch.ones(2, requires_grad=True) * 2,
    "turned tensor": torch.arange(6).reshape(2, 3).T,
}


def same(a, b) -> bool:
    """Whether two values are of one type and equal, NaN and the sign of 0 included."""
    if isinstance(a, torch.Tensor):
        return isinstance(b, torch.Tensor) and same(a.detach().numpy(), b.numpy())
    if isinstance(a, np.ndarray | np.generic):
        a = a.astype(a.dtype.newbyteorder("<"))
        return (type(a), a.dtype, a.shape, a.tobytes()) == (type(b), b.dtype, b.shape, b.tobytes())
    if isinstance(a, list | tuple):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return type(a) is type(b) and a == b


@pytest.mark.parametrize("value", ROUND_TRIPS.values(), ids=ROUND_TRIPS)
def test_data_crosses_unchanged(value):
    assert same(value, wire.unpack(wire.pack(value)))


class Cheat:
    def __eq__(self, other):
        return True

    def __array__(self, *_, **__):
        return np.ones(3)

    def __reduce__(self):
        return exec, ("raise SystemExit('it ran')",)

    def __getattr__(self, name):
        return self


class CheatArray(np.ndarray):
    def __eq__(self, other):
        return True


class CheatText(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


class CheatInt(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


BECOMES_OPAQUE = {
    "object": Cheat(),
    "class": Cheat,
    "function": len,
    "set": {1},
    "array of objects": np.array([None, Cheat], dtype=object),
    "array of dates": np.array(["2026-01-01"], dtype="M8[D]"),
    "record": np.zeros(2, dtype=[("a", "i4")]),
    "module": torch.nn.Linear(1, 1),
    "sparse tensor": torch.eye(2).to_sparse(),
    "text with an __eq__": CheatText("B"),
    "number with an __eq__": CheatInt(1),
    "generator": (i for i in range(3)),
    "range": range(3),
}


@pytest.mark.parametrize("value", BECOMES_OPAQUE.values(), ids=BECOMES_OPAQUE)
def test_what_is_not_data_becomes_opaque(value):
    crossed = wire.unpack(wire.pack([value]))[0]
    assert type(crossed) is wire.Opaque
    assert crossed != value and not crossed == crossed
    assert not hasattr(crossed, "__array__") and not hasattr(crossed, "detach")


def test_a_subclass_of_an_array_crosses_as_a_plain_array():
    crossed = wire.unpack(wire.pack(np.ones(3).view(CheatArray)))
    assert type(crossed) is np.ndarray


def test_a_namedtuple_crosses_as_a_tuple():
    crossed = wire.unpack(wire.pack(Point(1, 2)))
    assert type(crossed) is tuple and crossed == (1, 2)


def deep(depth: int) -> list:
    value = []
    for _ in range(depth):
        value = [value]
    return value


TOO_LARGE = {
    "deep": lambda: deep(wire.MAX_DEPTH),
    "deep past Python's own limit": lambda: deep(100_000),
    "many": lambda: [None] * wire.MAX_ITEMS,
    "large array": lambda: np.zeros(wire.MAX_FRAME + 1, dtype=np.int8),
    "broadcast to a terabyte": lambda: np.broadcast_to(np.zeros(1), (10**6, 10**6)),
    "tensor expanded to a terabyte": lambda: torch.zeros(1).expand(10**6, 10**6),
    "long text": lambda: "x" * (wire.MAX_FRAME + 1),
    "long int": lambda: 1 << 5000,
    "many long ints": lambda: [2**4000] * 20_000,
    "itself": lambda: (lambda x: x.append(x) or x)([]),
}


@pytest.mark.parametrize("value", TOO_LARGE.values(), ids=TOO_LARGE)
def test_what_is_too_large_is_refused_before_it_is_copied(value):
    value = value()
    tracemalloc.start()
    with pytest.raises(wire.WireError):
        wire.pack(value)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * wire.MAX_FRAME


def frame(tree, raw: bytes = b"") -> bytes:
    header = tree if isinstance(tree, bytes) else json.dumps(tree).encode()
    return struct.pack("<Q", len(header)) + header + raw


FORGED = {
    "nothing": b"",
    "half a length": b"\1\0\0",
    "a length and nothing": struct.pack("<Q", 10),
    "a length of 2**63": struct.pack("<Q", 2**63) + b"null",
    "not JSON": frame(b"nul"),
    "not UTF-8": frame(b'"\xff"'),
    "a bare number": frame(1),
    "a bare text": frame("a"),
    "a bare list": frame([1]),
    "two kinds": frame({"int": "1", "str": 0}),
    "no kind": frame({}),
    "unknown kind": frame({"pickle": "gASVAAAA"}),
    "int as a number": frame({"int": 1}),
    "int as words": frame({"int": "one"}),
    "endless int": frame({"int": "9" * 10_000}),
    "float as a list": frame({"float": []}),
    "float past the largest": frame({"float": "0x1p99999"}),
    "complex of nothing": frame({"complex": []}),
    "complex of one": frame({"complex": ["0x1p0"]}),
    "complex of a dict": frame({"complex": {"0": 1}}),
    "text longer than the frame": frame({"str": 10}, b"short"),
    "text of negative length": frame({"str": -1}, b"short"),
    "text of true": frame({"str": True}, b"short"),
    "text of no UTF-8": frame({"str": 2}, b"\xff\xff"),
    "text with half a surrogate": frame({"str": 3}, b"\xed\xa0\x80"),
    "bytes longer than the frame": frame({"bytes": 2**62}),
    "list of a number": frame({"list": 1}),
    "tuple of null": frame({"tuple": None}),
    "dict of a dict": frame({"dict": {"a": 1}}),
    "dict of triples": frame({"dict": [[None, None, None]]}),
    "dict with a list as key": frame({"dict": [[{"tuple": [{"list": []}]}, None]]}),
    "size of words": frame({"size": [{"str": 0}]}),
    "array of one": frame({"array": ["<f8"]}),
    "array of three": frame({"array": ["<f8", [1], 0]}, bytes(8)),
    "array of objects": frame({"array": ["|O", [1]]}, bytes(8)),
    "array of text": frame({"array": ["<U1", [1]]}, bytes(4)),
    "array of records": frame({"array": ["i4,(1000000000,)i8", [1]]}, bytes(8)),
    "array of code": frame({"array": ["__import__('os').getpid()", [1]]}, bytes(8)),
    "array of an unknown size": frame({"array": ["<f77", [1]]}, bytes(99)),
    "big-endian tensor": frame({"tensor": [">f8", [1]]}, bytes(8)),
    "tensor of long doubles": frame({"tensor": ["<f16", [1]]}, bytes(16)),
    "negative size": frame({"array": ["<f8", [-1]]}, bytes(8)),
    "negative twice": frame({"array": ["<f8", [-1, -1]]}, bytes(8)),
    "size of a half": frame({"array": ["<f8", [0.5]]}, bytes(8)),
    "size of true": frame({"array": ["<f8", [True]]}, bytes(8)),
    "size of text": frame({"array": ["<f8", "1"]}, bytes(8)),
    "shape of a number": frame({"array": ["<f8", 1]}, bytes(8)),
    "terabytes": frame({"array": ["<f8", [2**20, 2**20]]}, bytes(8)),
    "sizes that overflow": frame({"array": ["<f8", [2**26] * 5]}, bytes(8)),
    "sizes that overflow to 0": frame({"array": ["<f8", [2**26] * 10 + [0]]}, bytes(8)),
    "40 axes": frame({"array": ["<f8", [1] * 40]}, bytes(8)),
    "shorter than it says": frame({"array": ["<f8", [2]]}, bytes(15)),
    "deep": frame(b'{"list":[' * 900 + b"]}" * 900),
    "deeper than Python": frame(b"[" * 100_000),
    "deep in keys": frame(b'{"dict":[[{"tuple":[' * 300 + b"]},null]]}" * 300),
    "many empty lists": frame(b"[" + b"[]," * 3_000_000 + b"null]"),
    "many nulls": frame({"list": [None] * (wire.MAX_ITEMS + 1)}),
    "many keys": frame({"dict": [[{"int": str(i)}, None] for i in range(wire.MAX_KEYS + 1)]}),
    "header past the limit": frame(b'"' + b"x" * wire.MAX_HEADER + b'"'),
}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_forged_frame_is_refused_at_small_cost(forged):
    tracemalloc.start()
    began = time.process_time()
    with pytest.raises(wire.WireError):
        wire.unpack(forged)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(forged) + 2**26
    assert time.process_time() - began < 20  # keys that collide took minutes


def test_keys_that_collide_cost_little():
    """As many as are let in, all with one hash: 2**61 - 1 is Python's modulus."""
    keys = [[{"int": str(i * (2**61 - 1))}, None] for i in range(1, wire.MAX_KEYS)]
    assert len(wire.unpack(frame({"dict": keys}))) == wire.MAX_KEYS - 1


def test_bytes_that_are_no_bool_are_true():
    array = wire.unpack(frame({"array": ["|b1", [3]]}, b"\0\1\2"))
    assert array.tobytes() == b"\0\1\1"


def test_a_type_name_has_nothing_that_a_terminal_obeys():
    cheat = type("\x1b[2Jfull marks‮", (), {})()
    assert str(wire.unpack(wire.pack(cheat))) == "a value of type [2Jfull marks"


def test_mutated_frames_give_a_value_or_a_wire_error_and_take_no_more_memory_than_a_frame():
    generator = random.Random(20)
    frames = [wire.pack(value) for value in ROUND_TRIPS.values()]
    frames.append(wire.pack({"value": list(ROUND_TRIPS.values())[:20], "changed": {0: None}}))
    tokens = [b"[", b"]", b"{", b"}", b'"', b"-", b"9" * 20, b"null", b'{"int":', b",", b"\xff"]
    outcomes = collections.Counter()
    tracemalloc.start()
    for _ in range(20_000):
        raw = bytearray(generator.choice(frames))
        for _ in range(generator.randint(1, 4)):
            at = generator.randrange(len(raw) + 1)
            match generator.randrange(4):
                case 0:
                    raw[at : at + 1] = bytes([generator.randrange(256)])
                case 1:
                    raw[at:at] = generator.choice(tokens)
                case 2:
                    del raw[at : at + generator.randint(1, 8)]
                case 3:
                    other = generator.choice(frames)
                    raw[at:] = other[generator.randrange(len(other)) :]
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        try:
            wire.unpack(bytes(raw))
            outcomes["value"] += 1
        except wire.WireError:
            outcomes["refused"] += 1
        assert tracemalloc.get_traced_memory()[1] - before < 100 * len(raw) + 100_000
    tracemalloc.stop()
    assert outcomes["value"] > 500 and outcomes["refused"] > 5000, outcomes


# --- sockets ---------------------------------------------------------------------------------


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_a_message_crosses_a_socket(pair):
    ours, theirs = pair
    sender = threading.Thread(target=wire.send, args=(theirs, {"x": np.zeros(10**6)}))
    sender.start()
    assert wire.receive(ours)["x"].shape == (10**6,)
    sender.join()


def test_a_frame_of_too_many_bytes_is_refused_by_its_length(pair):
    ours, theirs = pair
    theirs.sendall(struct.pack("<Q", 2**40))
    with pytest.raises(wire.WireError, match="at most"):
        wire.receive(ours)


@pytest.mark.parametrize("sent", [b"", b"\1\0", struct.pack("<Q", 100) + b"half"])
def test_an_end_in_the_middle_is_the_end(pair, sent):
    ours, theirs = pair
    theirs.sendall(sent)
    theirs.close()
    assert wire.receive(ours) is None


def test_an_endless_drip_of_bytes_ends_at_the_deadline(pair):
    ours, theirs = pair
    stop = threading.Event()

    def drip():
        theirs.sendall(struct.pack("<Q", 1000))
        while not stop.wait(0.02):
            theirs.sendall(b"x")

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        with pytest.raises(TimeoutError):
            wire.receive(ours, deadline=time.monotonic() + 0.3)
    finally:
        stop.set()
        dripping.join()
