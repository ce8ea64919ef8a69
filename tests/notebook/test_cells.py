"""What a cell's text is as Python, and which names it binds."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from dikkat.notebook.cells import MAX_TEXT, names_bound, python_text

TEXTS = {
    "help at the end of a line": ("np.dot?\nx = 1", "None\nx = 1\n"),
    "help with two marks, in a function": ("def f():\n    g??\n    return 1",
                                           "def f():\n    None\n    return 1\n"),
    "help before the name": ("?g\nx = 1", "None\nx = 1\n"),
    "shell line": ("!pip install einops --quiet\nx = 1", "None\nx = 1\n"),
    "shell line over two lines": ("!ls \\\n  -l\nx = 1", "None\nx = 1\n"),
    "shell line with a name in it": ("!echo {x}", "get_ipython().system('echo {x}')\n"),
    "result of a shell line": ("f = !ls\nx = 1", "f = None\nx = 1\n"),
    "result of a magic": ("f = %pwd", "f = None\n"),
    "two exclamation marks": ("!!ls", "None\n"),
    "magics that install and set": (
        "%pip install einops\n%matplotlib inline\n%load_ext autoreload\n%autoreload 2\n"
        "%config InlineBackend.figure_format = 'svg'\nx = 1",
        "None\n" * 5 + "x = 1\n",
    ),
    "a setting that calls something": (
        "%config InlineBackend.rc = f()",
        "get_ipython().run_line_magic('config', 'InlineBackend.rc = f()')\n",
    ),
    "magic that runs a file": ("%run a.py", "get_ipython().run_line_magic('run', 'a.py')\n"),
    "timed line": ("%time x = 1", "x = 1\n"),
    "timed expression": ("t = %timeit -n 3 -o f(2)", "t = (f(2))\n"),
    "timed cell": ("%%time\n!ls\nx = 1", "\nNone\nx = 1\n"),
    "captured cell": ("%%capture out\nx = 1", "out = None\nx = 1"),
    "two cell magics": ("%%capture\n%%time\nx = 1", "\n\nx = 1"),
    "cell of another language": ("%%bash\nfor i in 1 2; do ls; done", "None\n"),
    "cell of another language, with a result": (
        "%%bash --out x\nls", "get_ipython().run_cell_magic('bash', '--out x', 'ls\\n')\n",
    ),
    "quoted call": (",f a b", 'f("a", "b")\n'),
    "quoted call of one argument": (";f a b", 'f("a b")\n'),
    "call without brackets": ("/f a", "f(a)\n"),
    "indented cell": ("  x = 1\n  y = 2", "x = 1\ny = 2\n"),
    "prompts": (">>> x = 1\n>>> y = 2", "x = 1\ny = 2\n"),
    "letters beyond ASCII": ("ü = 'ı'\ng?", "ü = 'ı'\nNone\n"),
    "text that only looks like magics": ('a = """\n%run\n!ls\n"""', 'a = """\n%run\n!ls\n"""'),
    "a remainder that looks like a magic": ("b = 5 \\\n%3", "b = 5 \\\n%3"),
    "no Python": ("def f(:\n  pass", ""),
    "half a cell": ("def f(x):", ""),
    "null byte": ("x = 1\0", ""),
    "empty": ("", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_text_as_python(name):
    text, expected = TEXTS[name]
    assert python_text(text) == expected
    assert python_text(expected) == expected  # what is Python stays


BINDINGS = {
    "f = 1": "f",
    "f: int = 1": "f",
    "a, (b, *c) = 1, (2, 3)": "a b c",
    "[a, b] = f.x = 1, 2": "a b",
    "a = b = 1": "a b",
    "a += 1": "a",
    "def  f(x): y = 1": "f",
    "async def f(): pass": "f",
    "@g\ndef f(): pass": "f",
    "class f:\n    x = 1\n    def g(self): pass": "f",
    "import f.g": "f",
    "import g as f": "f",
    "from g import h as f": "f",
    "from g import *": "*",
    "for f, g in []: pass": "f g",
    "async for f in g: pass": "f",
    "with g() as (f, h): pass": "f h",
    "if (f := 1): pass": "f",
    "[g := i for i in range(3)]": "g",
    "if True:\n    def f(): pass": "f",
    "try:\n    f = 1\nexcept Exception:\n    g = 2\nfinally:\n    h = 3": "f g h",
    "while False:\n    pass\nelse:\n    f = 1": "f",
    "match g:\n    case [f, *h]: pass\n    case {'a': i, **j}: pass\n    case k: pass": "f h i j k",
    "def f():\n    global g\n    g = 1": "f g",
    "class C:\n    global g\n    def g(self): pass": "C g",
    "f = lambda x: (y := x)": "f",
    "await g()": "",
    "print(f)\ng.f = 1\ng['f'] = 2": "",
    "f == 1": "",
    "# f = 1\n'f = 1'": "",
    "!f=1": "",
    "%time f = 1": "f",
    "%%time\nf = 1": "f",
    "f = !ls": "f",
    "x = 1; f = 2": "f x",
    "ı = 1": "ı",
    "ﬁ = 1": "fi",  # Python reads names in the form NFKC
    "f = 1\nreturn": "f",
    "f = ": "",
    "def f(a, a): pass": "",
}


@pytest.mark.parametrize("text", BINDINGS)
def test_names_bound(text):
    assert names_bound(text) == set(BINDINGS[text].split())


NO_PARSER_LIKES = {
    "minus signs": "x = " + "-" * 90_000 + "1",
    "brackets": "(" * 90_000,
    "attributes": "x = a" + ".b" * 40_000,
    "sums": "x = 1" + "+1" * 40_000,
    "elif": "if a: pass\n" + "elif a: pass\n" * 7000,
    "lambdas": "lambda:" * 12_000 + "1",
    "loops": "x = [y " + "for y in z " * 8000 + "]",
    "a megabyte": "x = 1\n" * 200_000,
    "magics": "%a\n" * 30_000,
    "help": "a?\n" * 30_000,
    "open text": "'''" + "!ls\n" * 20_000,
    "results": "x = !ls\n" * 12_000,
    "calls of magics": "get_ipython().system('ls');" * 3000,
}


def test_nothing_makes_reading_crash_or_wait():
    """In a process of its own, which a crash of the parser would end."""
    text = f"import sys\nsys.path.insert(0, {str(__file__.rsplit('/', 1)[0])!r})\n"
    text += "import test_cells as t\nfor n in t.NO_PARSER_LIKES:\n"
    text += "    t.names_bound(t.NO_PARSER_LIKES[n]); print(n)"
    done = subprocess.run([sys.executable, "-c", text], text=True, capture_output=True)
    assert done.stdout.split("\n")[:-1] == list(NO_PARSER_LIKES), done.stderr[-500:]
    assert len(NO_PARSER_LIKES["a megabyte"]) > MAX_TEXT


@pytest.mark.parametrize("name", NO_PARSER_LIKES)
def test_reading_is_linear_enough(name):
    began = time.process_time()
    names_bound(NO_PARSER_LIKES[name])
    assert time.process_time() - began < 60
