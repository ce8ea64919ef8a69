"""Shell and magic lines in an answer cell: they run or fail, and the rest of the cell goes on."""

from __future__ import annotations

import re

import pytest

from dikkat.grading.processes.client import ForkServer
from dikkat.grading.settings import FULL, REDUCED, Times

# line: what the learner reads. Each stands in the middle of an answer cell.
LINES = {
    "!echo one; echo two >&2": "one\ntwo",
    "!ls": "",
    "!nonsense --version": "nonsense: not found|nonsense: command not found",
    "!exit 3": "",
    "!cat": "",
    "!kill -9 $$": "",
    "!sleep 100 &": "This command could not be run: a notebook does not run commands in the back",
    "!printf '\\377\\n'": "\ufffd",
    "!pip install einops": "einops|not found|[Pp]ython|[Pp]ermission",
    "!pip install -q einops 2>/dev/null": "",
    "!wget http://192.0.2.1/data.zip": "",
    "!curl http://192.0.2.1/data.zip": "",
    "!git clone http://192.0.2.1/data.git": "",
    "!apt-get install -y graphviz": "",
    "%pip install einops": "restart the kernel",
    "%conda install einops": "%conda: ",
    "%tensorflow_version 2.x": "%tensorflow_version: Line magic function .* not found",
    "%load_ext no_such_extension": "%load_ext: No module named",
    "%matplotlib widget": "%matplotlib: ",
    "%matplotlib inline": "",
    "%config InlineBackend.figure_format = 'retina'": "",
    "%config NoSuch.thing = 1": "",
    "%run no_such_file.py": "no_such_file",
    "%cd /no/such/folder": "No such file",
    "%timeit -n1 -r1 1 + 1": "per loop",
    "%time 1 + 1": "Wall time",
    "%ls": "",
    "%env": "",
    "%who": "",
    "%autosave 10": "%autosave: ",
    "x = !echo three": "",
    "!!echo four": "",
    "%sx echo five": "",
    "print?": "Signature: |Docstring:",
    "?print": "Signature: |Docstring:",
    "no_such_name?": "not found",
    "print??": "Signature: |Docstring:",
    "get_ipython().system('echo six')": "six",
    "import os; os.system('echo seven')": "seven",
}
CELLS = {
    "%%bash\necho eight": "eight",
    "%%sh\nls no-such-file": "No such file",
    "%%script no-such-program\nx": "Couldn't find program",
    "%%capture kept\n!echo nine": "^$",
    "%%timeit -n1 -r1\n1 + 1": "per loop",
    "%%writefile own.txt\ntext": "Writing own.txt",
    "%%html\n<b>bold</b>": "HTML|bold",
}


@pytest.fixture(scope="module")
def server():
    modules = ["numpy", "dikkat.grading.learner_side.shell", "dikkat.grading.our_side.notebook"]
    with ForkServer(modules) as server:
        yield server


def ran(server: ForkServer, level: str, codes: list[str]) -> list[str]:
    """What each cell shows; every cell of a learner's gets a process of its own only if it ends."""
    cells = [
        {"id": str(number), "kind": "learner", "code": code, "released": ""}
        for number, code in enumerate(codes)
    ]
    outputs, _ = server.run(cells, {}, times=Times(cell=60, notebook=300), level=level)
    return [
        "".join(o.get("text", "") + str(o.get("data", "")) + o.get("evalue", "") for o in shown)
        for shown in outputs
    ]


@pytest.mark.parametrize("level", [FULL, REDUCED])
def test_a_line_never_ends_its_cell(server, level):
    said = ran(server, level, [f"n = 1\n{line}\nprint('reached', n)" for line in LINES])
    ended = [line for line, text in zip(LINES, said, strict=True) if "reached 1" not in text]
    assert ended == []
    wrong = {
        line: text
        for (line, pattern), text in zip(LINES.items(), said, strict=True)
        if not re.search(pattern, text) or "pty" in text
    }
    assert wrong == {}


@pytest.mark.parametrize("level", [FULL, REDUCED])
def test_a_cell_magic_runs_as_in_a_notebook(server, level):
    *said, after = ran(server, level, [*CELLS, "print(kept.stdout, open('own.txt').read())"])
    wrong = {
        code: text
        for (code, pattern), text in zip(CELLS.items(), said, strict=True)
        if not re.search(pattern, text)
    }
    assert wrong == {}
    assert after == "nine\n text\n\n"


@pytest.mark.parametrize("level", [FULL, REDUCED])
def test_what_a_line_binds_can_be_used(server, level):
    code = "words = !echo three; echo four\nn = 2\n!echo {n} $n\n!exit 3\nprint(words, _exit_code)"
    assert ran(server, level, [code]) == ["2 2\n['three', 'four'] 3\n"]


def test_a_command_that_never_ends_is_ended(server):
    cells = [{"id": "", "kind": "learner", "code": "!sleep 1000", "released": ""}]
    outputs, _ = server.run(cells, {}, times=Times(cell=1, notebook=60))
    assert "stopped after 1 seconds" in str(outputs)


def test_what_a_command_prints_is_cut(server):
    (said,) = ran(server, FULL, ["!yes | head -c 3000000\nprint('reached')"])
    assert len(said) < 300_000 and "showed more than is kept" in said
