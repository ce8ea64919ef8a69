"""Reading the text of a learner's function: its loops, its products, the helpers it calls.

A check for "no loops" or "uses einsum" reads the text. Running could not tell: a loop and an
einsum give the same numbers.
"""

from __future__ import annotations

import ast
import inspect
import re
import symtable
import textwrap

LOOPING_CALLS = {
    "map", "filter", "reduce", "vectorize", "apply_along_axis", "apply_over_axes", "fromiter",
    "fromfunction", "frompyfunc", "nditer", "ndenumerate", "ndindex", "vmap",
}  # fmt: skip
PRODUCTS = {
    "matmul", "bmm", "mm", "mv", "dot", "vdot", "inner", "outer", "tensordot", "vecdot", "matvec",
    "vecmat", "chain_matmul", "multi_dot", "addmm", "baddbmm", "addbmm", "linear",
    "scaled_dot_product_attention", "__matmul__", "__rmatmul__",
}  # fmt: skip


# What can give a name another meaning without a line that says so.
UNSEEN = {
    "exec", "eval", "compile", "globals", "locals", "vars", "setattr", "get_ipython",
    "user_ns", "modules", "gc", "ctypes", "builtins", "__builtins__", "__main__",
    "__code__", "__dict__", "__globals__", "__import__", "import_module", "f_globals",
}  # fmt: skip


def of(function) -> str:
    """The text of `function` and of the helpers that it calls and that the learner wrote.

    "" where the text cannot be read. A stand-in (grading) carries its text in `source`.
    """
    carried = getattr(function, "source", None)
    if isinstance(carried, str):
        return carried
    seen, waiting, texts = set(), [function], []
    while waiting:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        try:
            text = textwrap.dedent(inspect.getsource(current))
            names = {n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)}
        except (OSError, TypeError, SyntaxError):
            continue
        texts.append(text)
        known = getattr(current, "__globals__", {})
        texts += [
            f"from torch import einsum as {name}"
            for name in sorted(names)
            if getattr(known.get(name), "__name__", "") == "einsum"
        ]
        waiting += [
            known[name]
            for name in sorted(names)
            if inspect.isfunction(known.get(name)) and known[name].__globals__ is known
        ]
    return "\n".join(texts)


def from_cells(cells: list[str], name: str) -> str:
    """The same, read from the text of a notebook's code cells: nothing is run.

    cells: the text of each code cell, in order; a later definition of a name replaces an
    earlier one, and one inside an `if` or a loop is added to it. "" where the name is not
    defined, nothing can be parsed, or a cell can give names another meaning unseen (exec): then
    the text does not tell what runs.
    """
    definitions: dict[str, list[str]] = {}
    declared: dict[str, list[str]] = {}  # global, in a function that may be called at any time
    for text in cells:
        if any(word in UNSEEN for word in re.findall(r"\w+", text)) and _unseen(text):
            return ""
        text, tree = _parsed(text)
        for statement in tree.body:
            source = None
            for bound, surely in _names_bound(statement):
                source = source or ast.get_source_segment(text, statement) or ""
                definitions[bound] = [] if surely else definitions.get(bound, [])
                definitions[bound].append(source)
            for node in ast.walk(statement):
                for bound in node.names if isinstance(node, ast.Global) else []:
                    declared.setdefault(bound, []).append(
                        ast.get_source_segment(text, statement) or ""
                    )
    seen, waiting, texts = set(), [name], []
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            for source in definitions.get(current, []) + declared.get(current, []):
                texts.append(source)
                waiting += _names_used(source)
    return "\n".join(dict.fromkeys(texts))


def _unseen(text: str) -> bool:
    """Whether a cell, comments and texts aside, uses a word that can rebind names unseen."""
    _, tree = _parsed(text)
    words = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            words.add(node.id)
        elif isinstance(node, ast.Attribute):
            # A model has eval and modules as well, and re has compile.
            common = node.attr in ("eval", "compile", "modules")
            words.add("" if common and ast.unparse(node) != "sys.modules" else node.attr)
        elif isinstance(node, ast.alias):
            words |= {"modules"} if node.name == "sys" and node.asname else {*node.name.split(".")}
    for line in text.splitlines():
        if line.lstrip().startswith(("%", "!")):
            words |= set(re.findall(r"\w+", line))
    return not UNSEEN.isdisjoint(words)


def _names_used(text: str) -> list[str]:
    """The names that a statement takes from outside its functions."""
    top = symtable.symtable(text, "<cell>", "exec")
    used, waiting = set(), [top]
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        used |= {s.get_name() for s in table.get_symbols() if table is top or s.is_global()}
    return sorted(used)


def first_loop(text: str) -> str:
    """The first line that loops in Python: for, while, comprehension, map and its like; or ""."""
    loops = (
        ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp,
        ast.GeneratorExp,
    )  # fmt: skip
    found = [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, loops)
        or (isinstance(node, ast.Call) and _called(node) in LOOPING_CALLS)
    ]
    return text.splitlines()[min(found) - 1].strip() if found else ""


def einsum_calls(text: str) -> int:
    """How many calls of einsum the text makes, under whatever name it was imported."""
    tree = ast.parse(text)
    names = {"einsum"}
    for node in ast.walk(tree):
        if isinstance(node, ast.alias) and node.name == "einsum" and node.asname:
            names.add(node.asname)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute):
            if node.value.attr == "einsum":
                names |= {t.id for t in node.targets if isinstance(t, ast.Name)}
    called = [_called(node) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    count = sum(name in names for name in called)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and called.count(node.name) > 1:
            # A helper with an einsum inside, called twice, is two calls of einsum.
            inside = [_called(n) for n in ast.walk(node) if isinstance(n, ast.Call)]
            count += sum(name in names for name in inside) * (called.count(node.name) - 1)
    return count


def other_product(text: str) -> str:
    """The first line with a product that is not einsum (`@`, matmul, bmm, ...), or ""."""
    found = [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.MatMult))
        or (isinstance(node, ast.Call) and _called(node) in PRODUCTS)
    ]
    return text.splitlines()[min(found) - 1].strip() if found else ""


def _parsed(text: str) -> tuple[str, ast.Module]:
    """A cell's text and tree; without its magics where it has some; empty if not Python."""
    bare = "\n".join(
        "" if line.lstrip().startswith(("%", "!")) else line for line in text.splitlines()
    )
    for candidate in (text, bare):
        try:
            return candidate, ast.parse(candidate)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
    return "", ast.parse("")


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _names_bound(statement: ast.stmt) -> list[tuple[str, bool]]:
    """(name, surely) of what a statement of a cell binds; not surely, what it only may bind."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [(statement.name, True)]
    bound = []
    for node in ast.walk(statement):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bound.append(node.name)
        elif isinstance(node, ast.alias):
            bound.append(node.asname or node.name.split(".")[0])
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.append(node.id)
    simple = isinstance(statement, ast.Assign | ast.AnnAssign | ast.Import | ast.ImportFrom)
    return [(name, simple) for name in dict.fromkeys(bound)]
