"""Reading the source of a learner's function: loops, products and einsum in any spelling."""

import importlib.util
import textwrap

import pytest

from dikkat.notebook import source


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

    def recursive(n):
        return n and recursive(n - 1)
"""


def test_of_gives_the_function_and_the_helpers_that_it_calls(module):
    text = source.of(module(HELPERS).outer)
    assert "def outer" in text and "def inner" in text
    assert "def other" not in text


def test_of_ends_with_a_function_that_calls_itself(module):
    assert source.of(module(HELPERS).recursive).count("def recursive") == 1


def test_of_carries_the_alias_of_einsum(module):
    assert source.einsum_calls(source.of(module(HELPERS).outer)) == 1


def test_of_a_stand_in_is_the_text_that_it_carries():
    class StandIn:
        source = "def f(x):\n    return x"

    assert source.of(StandIn()) == "def f(x):\n    return x"


@pytest.mark.parametrize("function", [len, 3, None], ids=str)
def test_of_what_has_no_text_is_empty(function):
    assert source.of(function) == ""


def test_of_a_method_is_dedented(module):
    text = source.of(module("class A:\n    def f(self):\n        return 1\n").A.f)
    assert text.startswith("def f")


CELLS = [
    "%matplotlib inline\nimport numpy as np\nfrom numpy import einsum as es",
    "def scores(q, k):\n    return wrong(q)",
    "!pip list\ndef helper(q, k):\n    return es('td,sd->ts', q, k)",
    "this is not python (",
    "%%time\nlimit = 3\nfold: int = 4\na, (b, *c) = 1, (2, 3)",
    "def scores(q, k):\n    return helper(q, k) / limit",
    "class Model:\n    def run(self):\n        return [x for x in range(fold)]",
    "for i in range(3):\n    total = i",
]


def test_from_cells_takes_the_last_definition_and_what_it_uses():
    text = source.from_cells(CELLS, "scores")
    assert "return helper(q, k) / limit" in text and "wrong" not in text
    assert "def helper" in text and "limit = 3" in text and "einsum as es" in text
    assert source.einsum_calls(text) == 1


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("limit", "limit = 3"),
        ("fold", "fold: int = 4"),
        ("c", "a, (b, *c) = 1, (2, 3)"),
        ("Model", "class Model"),
        ("np", "import numpy as np"),
        ("i", "for i in range(3):"),
    ],
)
def test_from_cells_finds_every_kind_of_definition(name, part):
    assert part in source.from_cells(CELLS, name)


def test_from_cells_of_an_unknown_name_is_empty():
    assert source.from_cells(CELLS, "nothing") == ""
    assert source.from_cells(["def f(:"], "f") == ""


def test_from_cells_keeps_what_an_if_may_define():
    text = source.from_cells(
        ["def f():\n    return 1", "if late:\n    def f():\n        loop"], "f"
    )
    assert "return 1" in text and "loop" in text


@pytest.mark.parametrize(
    "cell",
    [
        "exec('x = 1')",
        "globals()['f'] = g",
        "setattr(m, 'f', g)",
        "%run exec.py",
        "import sys as s\ns.modules['f'] = g",
    ],
)
def test_from_cells_tells_nothing_where_a_cell_can_change_names_unseen(cell):
    assert source.from_cells(["def f():\n    return 1", cell], "f") == ""


@pytest.mark.parametrize(
    "cell", ["model.eval()", "# exec is not used", "re.compile('a')", "'exec'"]
)
def test_from_cells_is_not_afraid_of_common_words(cell):
    assert "return 1" in source.from_cells(["def f():\n    return 1", cell], "f")


LOOPS = [
    ("for x in q:\n    pass", "for x in q:"),
    ("while True:\n    break", "while True:"),
    ("y = [x for x in q]", "y = [x for x in q]"),
    ("y = {x for x in q}", "y = {x for x in q}"),
    ("y = {x: 1 for x in q}", "y = {x: 1 for x in q}"),
    ("y = sum(x for x in q)", "y = sum(x for x in q)"),
    ("async def f():\n    async for x in q:\n        pass", "async for x in q:"),
    ("y = list(map(f, q))", "y = list(map(f, q))"),
    ("y = np.vectorize(f)(q)", "y = np.vectorize(f)(q)"),
    ("y = np.apply_along_axis(f, 0, q)", "y = np.apply_along_axis(f, 0, q)"),
    ("y = functools.reduce(f, q)", "y = functools.reduce(f, q)"),
    ("y = torch.vmap(f)(q)", "y = torch.vmap(f)(q)"),
    ("y = 1\nfor x in q:\n    for z in x:\n        pass", "for x in q:"),
    ('"""for x in q:"""\n# for x in q\ny = np.einsum("td->t", q)', ""),
    ("y = q.transpose(0, 2, 1)", ""),
]


@pytest.mark.parametrize(("text", "line"), LOOPS)
def test_first_loop(text, line):
    assert source.first_loop(text) == line


EINSUMS = [
    ("np.einsum('i->', a)", 1),
    ("torch.einsum('i->', a); np.einsum('i->', b)", 2),
    ("from torch import einsum\neinsum('i->', a)", 1),
    ("from torch import einsum as e\ne('i->', a) + e('i->', b)", 2),
    ("e = torch.einsum\ne('i->', a)", 1),
    ("import numpy as n\nn.einsum('i->', a)", 1),
    ("def dots(a, b):\n    return torch.einsum('i,i->', a, b)\ndots(a, b) + dots(b, a)", 2),
    ("einsum = 3", 0),
    ("# np.einsum('i->', a)\na @ b", 0),
    ("opt.einsum_path('i->', a)", 0),
]


@pytest.mark.parametrize(("text", "calls"), EINSUMS)
def test_einsum_calls(text, calls):
    assert source.einsum_calls(text) == calls


PRODUCTS = [
    ("s = q @ k", "s = q @ k"),
    ("s @= k", "s @= k"),
    ("s = torch.matmul(q, k)", "s = torch.matmul(q, k)"),
    ("s = q.matmul(k)", "s = q.matmul(k)"),
    ("s = torch.bmm(q, k)", "s = torch.bmm(q, k)"),
    ("s = np.tensordot(q, k, 1)", "s = np.tensordot(q, k, 1)"),
    ("s = F.scaled_dot_product_attention(q, k, v)", "s = F.scaled_dot_product_attention(q, k, v)"),
    ("s = F.linear(q, k)", "s = F.linear(q, k)"),
    ("s = torch.einsum('td,sd->ts', q, k)\nt = s @ v", "t = s @ v"),
    ("s = torch.einsum('td,sd->ts', q, k) * 2", ""),
    ("@decorated\ndef f():\n    pass", ""),
]


@pytest.mark.parametrize(("text", "line"), PRODUCTS)
def test_other_product(text, line):
    assert source.other_product(text) == line
