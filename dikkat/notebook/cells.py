"""The text of a notebook's cell as Python, and the names that it binds; nothing is run."""

from __future__ import annotations

import ast
import re
import symtable
import warnings

MAX_TEXT = 100_000  # characters of a cell that are parsed
MAX_RETOKENISED = 2_000_000  # characters: IPython reads a cell again for each of its own lines

FILE = "<a learner's cell>"
# Python warns of "\d" and the like in a learner's text. A filter for one file is safe in threads.
warnings.filterwarnings("ignore", module=re.escape(FILE))

# Magics that run the cell below them as if it were the notebook's own code.
RUN_THEIR_CELL = {"time", "capture", "prun"}
# Magics and shell commands that bind no name and run no code of the notebook's.
BIND_NOTHING = {
    "alias", "autosave", "bash", "bookmark", "cat", "cd", "clear", "colors", "conda", "cp", "dhist",
    "dirs", "env", "file", "hist", "history", "html", "javascript", "js", "latex", "less", "lf",
    "ll", "ls", "lsmagic", "mamba", "man", "markdown", "matplotlib", "micromamba", "mkdir", "more",
    "mv", "pdef", "pdoc", "perl", "pfile", "pinfo", "pinfo2", "pip", "popd", "pprint", "precision",
    "psearch", "psource", "pushd", "pwd", "quickref", "rm", "rmdir", "ruby", "script", "sh", "svg",
    "sx", "system", "uv", "who", "who_ls", "whos", "writefile", "xmode",
}  # fmt: skip


def python_text(source: str) -> str:
    """The text of a code cell as Python, or "" if it is not Python (such a cell runs nothing).

    IPython's own transformer reads magics, shell lines and help marks. What binds no name
    (`!ls`, `%pip install`, `np.dot?`) becomes None, so `x = !ls` becomes `x = None`. The code
    that `%time` and `%%time` run is kept. Any other magic stays as IPython calls it:
    `get_ipython().run_line_magic('run', 'a.py')`. A cell that is Python already is returned as
    it is.
    """
    if len(source) > MAX_TEXT:
        return ""
    magic = re.match(r"\s*%%(\w+)(.*)\n", source)
    if magic and magic[1] in RUN_THEIR_CELL:
        output = magic[2].strip() if magic[1] == "capture" else ""
        head = f"{output} = None" if output.isidentifier() else ""
        return f"{head}\n{python_text(source[magic.end() :])}"
    if _parse(source) is not None:
        return source
    if source.count("\n") * len(source) > MAX_RETOKENISED:
        own_lines = len(re.findall(r"^[ \t]*[%!?,;/]|[=?][ \t]*[%!]|\?[ \t]*$", source, re.M))
        if own_lines * len(source) > MAX_RETOKENISED:
            return ""
    from IPython.core.inputtransformer2 import TransformerManager

    try:
        text = TransformerManager().transform_cell(source)
    except Exception:  # whatever a tokeniser raises for text that is no Python
        return ""
    return _without_silent_calls(text)


def names_bound(source: str) -> set[str]:
    """The names that a code cell binds, or may bind, in the notebook when it is run.

    All kinds of binding count: assignment, unpacking, `def`, `class`, `import`, `for`, `with`,
    `:=`, `match`, below `if` and `try`, and `global` in a function. "*" stands for the unknown
    names of a star import. A cell that is not Python binds nothing.
    """
    text = python_text(source)
    tree = _parse(text)
    try:
        tables = [symtable.symtable(text, FILE, "exec")]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names, top = set(), tables[0]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        names |= {
            symbol.get_name()
            for symbol in table.get_symbols()
            if (symbol.is_assigned() or symbol.is_imported())
            and (table is top or symbol.is_declared_global())
        }
    if any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in ast.walk(tree)):
        names.add("*")
    return names


def _parse(text: str) -> ast.Module | None:
    """The syntax tree of a text, or None if it is not Python."""
    try:
        return ast.parse(text, FILE)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _without_silent_calls(text: str) -> str:
    """A transformed cell without the calls of magics that bind nothing; "" if not Python."""
    tree = _parse(text)
    if tree is None:
        return ""
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and n.lineno == n.end_lineno]
    for call in sorted(calls, key=lambda n: (n.lineno, n.col_offset), reverse=True):
        code = _code_run_by(call)
        if code is not None:
            line = lines[call.lineno - 1]
            before, after = line[: call.col_offset], line[call.end_col_offset :]
            lines[call.lineno - 1] = before + code.encode() + after
    text = b"".join(lines).decode()
    return text if _parse(text) is not None else ""


def _code_run_by(call: ast.Call) -> str | None:
    """What can stand for a call of a magic: its code, "None" if it has none; None if unknown."""
    function = call.func
    if not (
        isinstance(function, ast.Attribute)
        and ast.unparse(function.value) == "get_ipython()"
        and all(isinstance(a, ast.Constant) and isinstance(a.value, str) for a in call.args)
        and not call.keywords
    ):
        return None
    words = [argument.value for argument in call.args]
    if function.attr in ("system", "getoutput"):
        name, code = "system", " ".join(words)
    elif function.attr in ("run_line_magic", "run_cell_magic") and len(words) >= 2:
        name, code = words[0], words[1]
    else:
        return None
    if name == "time" and function.attr == "run_line_magic" and _parse(code) is not None:
        return code
    if name == "timeit" and function.attr == "run_line_magic":
        code = re.sub(r"^(-\w+\s*\d*\s+)+", "", code)
        return f"({code})" if _parse(f"({code})") is not None else None
    if re.search(r"[{(]|--(out|err|proc)\b", code):  # IPython evaluates {...}; --out binds a name
        return None
    settings = ("autoreload", "load_ext autoreload", "config InlineBackend.")
    silent = name in BIND_NOTHING or f"{name} {code}".startswith(settings)
    return "None" if silent else None
