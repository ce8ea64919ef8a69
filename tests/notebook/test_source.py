"""Reading the source of a learner's function: loops, products and einsum in any spelling."""

import importlib.util
import textwrap

import pytest

from dikkat.notebook import source
from dikkat.notebook.cells import MAX_TEXT


@pytest.fixture
def module(tmp_path):
    """A function that makes a module from a text, as if cells of a notebook had defined it."""

    def make(text):
        path = tmp_path / "cells.py"
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        spec = importlib.util.spec_from_file_location("cells", path)
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        return made

    return make


HELPERS = """
    import numpy as np
    from math import sqrt
    from numpy import einsum as es

    SCALE = 2

    def inner(q, k):
        return es("td,sd->ts", q, k)

    def outer(q, k):
        return inner(q, k) / sqrt(SCALE)

    def other(q):
        for row in q:
            print(row)
"""


def test_of_reads_the_function_and_the_helpers_that_it_calls(module):
    reading = source.of(module(HELPERS).outer)
    assert "def outer" in reading.text and "def inner" in reading.text
    assert "def other" not in reading.text
    assert (reading.einsums, reading.loop, reading.product, reading.unclear) == (1, "", "", "")


def test_of_a_function_of_a_notebook_reads_the_cells_that_were_run():
    cells = ["", "def f(x):\n    return x", "def f(x):\n    return [y for y in x]"]
    space = {"In": cells}
    exec(cells[2], space)
    assert source.of(space["f"]).loop == "return [y for y in x]"


def test_of_a_function_inside_another_is_its_own_text(module):
    reading = source.of(module("def make():\n    def f(q):\n        return q\n    return f").make())
    assert reading.text == "def f(q):\n    return q"


def test_of_a_proxy_is_the_reading_that_it_carries():
    class Proxy:
        source = source.Reading("def f(x):\n    return x")

    assert source.of(Proxy()) is Proxy.source


@pytest.mark.parametrize("function", [len, 3, None], ids=str)
def test_of_what_has_no_text_is_empty(function):
    assert source.of(function) == source.Reading()


CELLS = [
    "%matplotlib inline\nimport numpy as np\nfrom numpy import einsum as es",
    "def scores(q, k):\n    return wrong(q)",
    "!pip list\ndef helper(q, k):\n    return es('td,sd->ts', q, k)",
    "this is not python (",
    "%%time\nlimit = 3\nfold: int = 4\na, (b, *c) = 1, (2, 3)",
    "def scores(q, k):\n    return helper(q, k) / limit",
]


def test_from_cells_takes_the_last_definition_and_what_it_calls():
    reading = source.from_cells(CELLS, "scores")
    assert "return helper(q, k) / limit" in reading.text and "wrong" not in reading.text
    assert "def helper" in reading.text and reading.einsums == 1 and not reading.unclear


@pytest.mark.parametrize(
    "cells",
    [
        ["x = 1"],
        ["def f(:"],
        ["f = 3"],
        ["f = np.einsum('i->', a)"],
        ["f = 3", "f = 'text'"],
    ],
)
def test_from_cells_of_what_is_no_function_has_no_text(cells):
    assert source.from_cells(cells, "f") == source.Reading()


def test_from_cells_reads_what_an_if_may_define():
    cells = ["def f(q):\n    return 1", "if late:\n    def f(q):\n        return [x for x in q]"]
    reading = source.from_cells(cells, "f")
    assert "return 1" in reading.text and reading.loop == "return [x for x in q]"


def body(*lines: str) -> list[str]:
    """A cell with imports, and one with a function of these lines."""
    imports = "import functools, itertools\nimport numpy as np\nimport torch\nfrom torch import nn"
    return [imports, "def f(q, k, v):\n" + textwrap.indent("\n".join(lines), "    ")]


# A name for the case, the cells, and the line of the loop.
LOOPS = {
    "for": (body("for x in q:", "    pass"), "for x in q:"),
    "while": (body("while True:", "    break"), "while True:"),
    "list": (body("y = [x for x in q]"), "y = [x for x in q]"),
    "set": (body("y = {x for x in q}"), "y = {x for x in q}"),
    "dict": (body("y = {x: 1 for x in q}"), "y = {x: 1 for x in q}"),
    "generator": (body("y = sum(x for x in q)"), "y = sum(x for x in q)"),
    "async": (["async def f(q):\n    async for x in q:\n        pass"], "async for x in q:"),
    "map": (body("y = list(map(g, q))"), "y = list(map(g, q))"),
    "vectorize": (body("y = np.vectorize(g)(q)"), "y = np.vectorize(g)(q)"),
    "apply_along_axis": (
        body("y = np.apply_along_axis(g, 0, q)"),
        "y = np.apply_along_axis(g, 0, q)",
    ),
    "reduce": (body("y = functools.reduce(g, q)"), "y = functools.reduce(g, q)"),
    "accumulate": (body("y = itertools.accumulate(q, g)"), "y = itertools.accumulate(q, g)"),
    "vmap": (body("y = torch.vmap(g)(q)"), "y = torch.vmap(g)(q)"),
    "key": (body("y = sorted(q, key=lambda x: x.sum())"), "y = sorted(q, key=lambda x: x.sum())"),
    "pool": (body("with P() as pool:", "    y = pool.map(g, q)"), "y = pool.map(g, q)"),
    "the first of two": (
        body("y = 1", "for x in q:", "    for z in x:", "        pass"),
        "for x in q:",
    ),
    "another name for map": (body("apply = map", "y = list(apply(g, q))"), "apply = map"),
    "imported by another name": (
        ["from numpy import vectorize as fast\ndef f(q):\n    return fast(g)(q)"],
        "return fast(g)(q)",
    ),
    "helper": (
        ["def g(q):\n    for x in q:\n        pass", "def f(q):\n    return g(q)"],
        "for x in q:",
    ),
    "recursion": (["def f(q):\n    return f(q[1:]) if len(q) else q"],
                  "return f(q[1:]) if len(q) else q"),
    "mutual recursion": (
        ["def g(q):\n    return f(q)\ndef f(q):\n    return g(q[1:])"],
        "return f(q)",
    ),
    "recursion by another name": (
        ["def f(q):\n    again = f\n    return again(q[1:])"],
        "again = f",
    ),
    "recursion of a lambda": (["f = lambda q: f(q[1:])"], "f = lambda q: f(q[1:])"),
    "recursion through an argument": (
        ["def f(q):\n    g = lambda s, n: s(s, n - 1) if n else 0\n    return g(g, 3)"],
        "g = lambda s, n: s(s, n - 1) if n else 0",
    ),
    "recursion of a method": (
        ["class M:\n    def __call__(self, q):\n        return self.go(q)\n"
         "    def go(self, q):\n        return self.go(q[1:])\nf = M()"],
        "return self.go(q[1:])",
    ),
    "recursion with partial": (
        ["from functools import partial\ndef g(n, q):\n    return partial(g, n - 1)(q)\n"
         "f = partial(g, 3)"],
        "return partial(g, n - 1)(q)",
    ),
    "an operator of a class": (
        ["class L:\n    def __add__(self, o):\n        for x in o:\n            pass\n"
         "def f(q):\n    return L() + q"],
        "for x in o:",
    ),
    "a decorator that puts another function in its place": (
        ["def loops(q):\n    for x in q:\n        pass\ndef swap(g):\n    return loops\n"
         "@swap\ndef f(q):\n    return q"],
        "for x in q:",
    ),
    "a dict of functions": (
        ["def loops(q):\n    for x in q:\n        pass\ntable = {}\ntable['a'] = loops\n"
         "def f(q):\n    return table['a'](q)"],
        "for x in q:",
    ),
    "a list of functions": (
        ["fs = []\ndef f(q):\n    return fs[0](q[1:]) if len(q) else q\nfs.append(f)"],
        "return fs[0](q[1:]) if len(q) else q",
    ),
    "functions in a call": (
        ["def loops(q):\n    for x in q:\n        pass\nfrom types import SimpleNamespace\n"
         "n = SimpleNamespace(g=loops)\ndef f(q):\n    return n.g(q)"],
        "for x in q:",
    ),
    "a class made by a call": (
        ["def loops(s, q):\n    for x in q:\n        pass\nL = type('L', (), {'__add__': loops})\n"
         "def f(q):\n    return L() + q"],
        "for x in q:",
    ),
    "recursion of a cached function": (
        ["import functools\n@functools.cache\ndef f(q):\n    return f(q - 1)"],
        "return f(q - 1)",
    ),
    "sort with a key": (body("q.sort(key=lambda x: x.sum())"), "q.sort(key=lambda x: x.sum())"),
    "made global by another function": (
        ["def other():\n    global f\n    def f(q):\n        while q:\n            pass\n"
         "def f(q):\n    return q\nother()"],
        "while q:",
    ),
    "a factory": (
        ["def make(g):\n    def inner(q):\n        return [g(x) for x in q]\n    return inner\n"
         "f = make(abs)"],
        "return [g(x) for x in q]",
    ),
}  # fmt: skip
NO_LOOPS = {
    "text": body('"""for x in q:"""', "# for x in q, np.vectorize", 'y = np.einsum("td->t", q)'),
    "transpose": body("y = q.transpose(0, 2, 1)"),
    "reduce of a ufunc": body("y = np.add.reduce(q * k, axis=-1)"),
    "reduce of a ufunc by another name": body("plus = np.add", "y = plus.reduce(q, axis=-1)"),
    "a variable called as a loop": body("vectorize = map_ = q", "return vectorize + map_"),
    "a helper called as a loop": ["def reduce(q):\n    return q.sum(-1)\n"
                                  "def f(q):\n    return reduce(q)"],
    "accumulate of a ufunc": body("return np.add.accumulate(q, axis=-1)"),
    "fromfunction, which calls once": body("return np.fromfunction(lambda i, j: q[i, j], (2, 3))"),
    "a helper that nobody calls": ["def g(q):\n    for x in q:\n        pass\n"
                                   "def f(q):\n    return q"],
    "a local variable of the function's name": ["def f(q):\n    f = q + 1\n    return f"],
    "the function of an earlier cell": ["def f(q):\n    return q", "old = f",
                                        "def f(q):\n    return old(q)"],
    "a decorator that calls what it was given": [
        "import functools\n"
        "def njit(*args, **kwargs):\n"
        "    def deco(g):\n"
        "        @functools.wraps(g)\n"
        "        def inner(*a, **kw):\n"
        "            return g(*a, **kw)\n"
        "        return inner\n"
        "    return deco(args[0]) if args and callable(args[0]) else deco\n"
        "@njit(fastmath=True, cache=True)\n"
        "def f(q, k):\n"
        '    """Scores for all texts, for all heads."""\n'
        "    return np.inner(1.0, np.matmul(q, k))"
    ],
    "an object with __call__": ["class M:\n    def __call__(self, q):\n        return q.sum()\n"
                                "f = M()"],
    "a cached method": ["import functools\nclass M:\n    @functools.cache\n    def g(self, q):\n"
                        "        return q\nm = M()\ndef f(q):\n    return m.g(q)"],
}  # fmt: skip


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_is_found(name):
    cells, line = LOOPS[name]
    assert source.from_cells(cells, "f").loop == line


@pytest.mark.parametrize("name", NO_LOOPS)
def test_what_is_no_loop(name):
    reading = source.from_cells(NO_LOOPS[name], "f")
    assert (reading.loop, reading.unclear) == ("", "") and reading.text


SCORES, MIX = '"btd,bsd->bts"', '"bts,bsm->btm"'
# A name for the case, the cells, and how many products are einsum.
EINSUMS = {
    "two": (body(f"w = torch.einsum({SCORES}, q, k)", f"return np.einsum({MIX}, w, v)"), 2),
    "imported by another name": (
        ["from torch import einsum as e", *body(f"return e({MIX}, e({SCORES}, q, k), v)")[1:]],
        2,
    ),
    "assigned": (body("e = torch.einsum", f"return e({SCORES}, q, k)"), 1),
    "module by another name": (
        ["import numpy as n\ndef f(q, k):\n    return n.einsum('i,i->', q, k)"],
        1,
    ),
    "star import of a library": (
        ["from torch import *\ndef f(q, k):\n    return einsum('i,i->', q, k)"],
        1,
    ),
    "helper called twice": (
        ["def dots(e, a, b):\n    return torch.einsum(e, a, b)\n"
         f"def f(q, k, v):\n    return dots({MIX}, dots({SCORES}, q, k), v)"],
        2,
    ),
    "helper by another name": (
        ["def product(e, a, b):\n    return torch.einsum(e, a, b)\n"
         f"def f(q, k, v):\n    g = product\n    return g({MIX}, g({SCORES}, q, k), v)"],
        2,
    ),
    "partial": (
        ["import functools\n"
         f"d = functools.partial(torch.einsum, {SCORES})\n"
         f"m = functools.partial(torch.einsum, {MIX})\n"
         "def f(q, k, v):\n    return m(w := d(q, k), v)"],
        2,
    ),
    "partial inside": (
        ["from functools import partial", *body(
            f"d, m = partial(torch.einsum, {SCORES}), partial(torch.einsum, {MIX})",
            "return m(d(q, k), v)")],
        2,
    ),
    "default argument": (
        [f"def f(q, k, v, *, e=torch.einsum):\n    return e({MIX}, e({SCORES}, q, k), v)"],
        2,
    ),
    "attribute of a class": (
        ["class A:\n    e = torch.einsum\n    s = staticmethod(torch.einsum)\n"
         f"def f(q, k, v):\n    return A.e({MIX}, A.s({SCORES}, q, k), v)"],
        2,
    ),
    "attribute of an object": (
        ["class A:\n    def __init__(self):\n        self.e = torch.einsum\n"
         "    def __call__(self, q, k, v):\n"
         f"        return self.e({MIX}, self.e({SCORES}, q, k), v)\n"
         "f = A()"],
        2,
    ),
    "map": (
        body("s = torch.stack(list(map(torch.einsum, itertools.repeat('td,sd->ts'), q, k)))",
             "return torch.stack([*map(torch.einsum, itertools.repeat('ts,sm->tm'), s, v)])"),
        2,
    ),
    "vmap": (
        body("def one(a, b, c):", "    w = torch.einsum('td,sd->ts', a, b)",
             "    return torch.einsum('ts,sm->tm', w, c)", "return torch.vmap(one)(q, k, v)"),
        2,
    ),
    "axes as numbers": (
        body("b, t, s, d, m = range(5)", "w = torch.einsum(q, [b, t, d], k, [b, s, d], [b, t, s])",
             "return torch.einsum(w, [b, t, s], v, [b, s, m], [b, t, m])"),
        2,
    ),
    "letters put together": (
        body("x = 'td'", "return torch.einsum(f'b{x},bsd->bts', q, k)"),
        1,
    ),
    "in a dict": (
        ["ops = {'e': torch.einsum}", *body(f"return ops['e']({SCORES}, q, k)")[1:]],
        1,
    ),
    "getattr": (body(f"return getattr(torch, 'einsum')({SCORES}, q, k)"), 1),
    "a factory": (
        [f"def make(e):\n    def g(q, k):\n        return e({SCORES}, q, k)\n    return g\n"
         "f = make(torch.einsum)"],
        1,
    ),
    "a dot product": (body("return torch.einsum('d,d->', q, k)"), 1),
    "ellipsis": (body("return torch.einsum('...td,...sd->...ts', q, k)"), 1),
    "no arrow": (body("return torch.einsum('td,sd', q, k)"), 1),
    "multiplied now, added up later": (body("return torch.einsum('td,sd->tsd', q, k).sum(-1)"), 1),
    "adds up only": (body("return torch.einsum('bts->bt', q)"), 0),
    "adds up only, axes as numbers": (body("return torch.einsum(q, [0, 1], [0])"), 0),
    "turns only": (body("return torch.einsum('ij->ji', q)"), 0),
    "scales only": (body("return torch.einsum('bts,bt->bts', q, k)"), 0),
    "a decorator that takes it away": (
        ["def swap(g):\n    return lambda q, k: q + k\n"
         f"@swap\ndef f(q, k):\n    return torch.einsum({SCORES}, q, k)"],
        0,
    ),
    "one of two": (
        ["if late:\n    e = torch.einsum\nelse:\n    e = other\n"
         f"def f(q, k):\n    return e({SCORES}, q, k)"],
        0,
    ),
    "not called": (body("einsum = 3", "return einsum"), 0),
    "in a comment": (body("# np.einsum('i,i->', a)", "return q"), 0),
    "einsum_path": (body("return np.einsum_path('i,i->', q, k)"), 0),
}  # fmt: skip


@pytest.mark.parametrize("name", EINSUMS)
def test_products_with_einsum(name):
    cells, count = EINSUMS[name]
    reading = source.from_cells(cells, "f")
    assert (reading.einsums, reading.product, reading.unclear) == (count, "", "")


PRODUCTS = {
    "@": body("s = q @ k"),
    "@=": body("q @= k"),
    "function": body("s = torch.matmul(q, k)"),
    "method": body("s = q.matmul(k)"),
    "bmm": body("s = torch.bmm(q, k)"),
    "tensordot": body("s = np.tensordot(q, k, 1)"),
    "attention": body("s = nn.functional.scaled_dot_product_attention(q, k, v)"),
    "linear": body("s = nn.functional.linear(q, k)"),
    "another name": body("product = torch.bmm", "s = product(q, k)"),
    "handed on": body("s = functools.partial(torch.matmul, q)(k)"),
    "broadcast": body("s = (q[:, :, None] * k[:, None]).sum(-1)"),
    "broadcast with names": body("a, b = q.unsqueeze(2), k.unsqueeze(1)", "s = (a * b).sum(-1)"),
    "broadcast by a function": body("s = torch.mul(q[:, :, None], k[:, None]).sum(-1)"),
    "broadcast, and einsum adds up": body(
        "e = (q[:, :, None] * k[:, None]).sum(-1)", "w = e / torch.einsum('bts->bt', e)[:, :, None]"
    ),
    "outer": body("s = np.multiply.outer(q, k)"),
}
NO_PRODUCTS = {
    "a scale": body("s = torch.einsum('td,sd->ts', q, k) * 2"),
    "a decorator": ["@functools.cache\ndef f(q):\n    return q"],
    "a helper of such a name": ["def inner(a, b):\n    return torch.einsum('td,sd->ts', a, b)\n"
                                "def f(q, k):\n    return inner(q, k)"],
    "a mask": body("s = q * (k > 0)[None]"),
    "weights divided by a sum": body("w = q * (1 / q.sum(-1))[:, :, None]"),
}  # fmt: skip


@pytest.mark.parametrize("name", PRODUCTS)
def test_another_product_is_found(name):
    cells = PRODUCTS[name]
    assert source.from_cells(cells, "f").product in [li.strip() for li in cells[1].split("\n")[1:]]


@pytest.mark.parametrize("name", NO_PRODUCTS)
def test_what_is_no_other_product(name):
    reading = source.from_cells(NO_PRODUCTS[name], "f")
    assert reading.product == "" and reading.text


# Cells beside a plain function, and words of the reason why its text does not say what runs.
UNCLEAR = {
    "exec('x = 1')": "`exec`",
    "globals()['f'] = g": "`globals`",
    "setattr(m, 'f', g)": "`setattr`",
    "%run exec.py": "%run",
    "import sys as s\ns.modules['f'] = g": "`modules`",
    "from andere import *": "`from andere import *`",
    "from .andere import *": "import *`",
    "import importlib\nf = importlib.import_module('andere').f": "`import_module`",
    "from andere import f": "imported",
    "import andere\n@andere.swap\ndef f(q):\n    return q": "swap comes from andere",
    "import andere\ndef f(q):\n    return andere.loop(q)": "loop comes from andere",
    "import torch\ntorch.sum = g\ndef f(q):\n    return torch.sum(q)": "torch.sum",
    "f.__code__ = g.__code__": "`__code__`",
    "import pickle": "`pickle`",
    "from IPython.core.interactiveshell import InteractiveShell": "`InteractiveShell`",
    "def f(q):\n    return getattr(q, 'd' + 'ot')(q)": "getattr",
    "open('wave.py', 'w').write(text)\nfrom wave import loop\ndef f(q):\n    return loop(q)":
        "loop comes from wave",
    "x = '" + "a" * MAX_TEXT + "'": "too long",
}  # fmt: skip


@pytest.mark.parametrize("cell", UNCLEAR, ids=range(len(UNCLEAR)))
def test_a_text_that_does_not_say_what_runs(cell):
    reading = source.from_cells(["def f(q):\n    return q", cell], "f")
    assert UNCLEAR[cell] in reading.unclear


@pytest.mark.parametrize(
    "cell",
    [
        "model.eval()",
        "# exec is not used",
        "import re\nre.compile('a')",
        "'exec'",
        "!pip install einops",
        "%matplotlib inline",
        "%timeit f(3)",
        "f?",
        "from math import *",
        "from einops import rearrange",
        "from IPython.display import display",
        "import fractions\nx = fractions.Fraction(1, 2)",
        "torch.backends.flag = True",
        "modules = [1]\ngc = modules",
    ],
)
def test_a_common_cell_leaves_the_text_clear(cell):
    reading = source.from_cells(["def f(q):\n    return q", cell], "f")
    assert reading.unclear == "" and "return q" in reading.text


def test_a_text_made_to_be_followed_for_ever_is_left():
    names = "\n".join(f"def f{n + 1}(x):\n    f{n}(x)\n    return f{n}(x)" for n in range(40))
    reading = source.from_cells([f"def f0(x):\n    return x\n{names}"], "f40")
    assert "to be followed" in reading.unclear
    alternatives = "\n".join(f"a{n + 1} = a{n} or a{n}" for n in range(60))
    assert source.from_cells([f"a0 = 1\n{alternatives}\ndef f(q):\n    return a60(q)"], "f").text
