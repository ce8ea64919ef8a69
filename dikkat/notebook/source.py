"""Reading the text of a learner's function: its loops, its products, the helpers it calls.

A check for "no loops" or "uses einsum" reads the text. Running could not tell: a loop and an
einsum give the same numbers. Names are followed to what they stand for (see `meanings`), so
`np.add.reduce` is no loop, and a function that calls itself is one.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap

from .meanings import (
    Arguments,
    Class,
    Function,
    Library,
    Partial,
    Program,
    Scope,
    Value,
    arguments_of,
)

LOOPING_CALLS = {
    "map", "filter", "starmap", "imap", "imap_unordered", "vectorize", "apply_along_axis",
    "apply_over_axes", "fromiter", "frompyfunc", "nditer", "ndenumerate", "ndindex", "vmap",
    "nested_iters", "map_", "apply_", "takewhile", "dropwhile", "filterfalse", "groupby",
}  # fmt: skip
KEYED = {"max", "min", "sorted", "sort"}  # with a key, they call it for each
LOOPING_PATHS = {"functools.reduce", "itertools.accumulate", "_functools.reduce"}
PRODUCTS = {
    "matmul", "bmm", "mm", "mv", "dot", "vdot", "inner", "outer", "tensordot", "vecdot", "matvec",
    "vecmat", "chain_matmul", "multi_dot", "addmm", "baddbmm", "addbmm", "linear",
    "scaled_dot_product_attention", "__matmul__", "__rmatmul__", "cdist", "kron", "bilinear", "ger",
    "addr", "addmv", "MultiheadAttention", "multi_head_attention_forward",
}  # fmt: skip
# What gives an array an axis to be multiplied along.
SPREADING = {
    "unsqueeze", "expand_dims", "expand", "repeat", "tile", "broadcast_to", "view", "reshape",
    "repeat_interleave", "unsqueeze_",
}  # fmt: skip
LOOPS = (
    ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip
MAX_STEPS = 30_000  # nodes that are visited; a lesson's function has about a hundred


@dataclasses.dataclass(frozen=True)
class Reading:
    """What the text of a function says.

    text: the function and the functions of the learner's that it uses; "" if there is none.
    unclear: why the text does not say what runs, or "". loop, product: the first line with a
    loop in Python, and with a product that is not einsum, or "". einsums: how many products
    are calls of einsum.
    """

    text: str = ""
    unclear: str = ""
    loop: str = ""
    product: str = ""
    einsums: int = 0


def of(function) -> Reading:
    """What the text of `function` says. A proxy (grading) carries its reading in `source`."""
    carried = getattr(function, "source", None)
    if isinstance(carried, Reading):
        return carried
    name = getattr(function, "__name__", "")
    known = getattr(function, "__globals__", {})
    if isinstance(known.get("In"), list):  # a notebook: the cells that were run, in order
        names = [name] if known.get(name) is function else []
        names += [n for n, value in known.items() if value is function]
        return from_cells([c for c in known["In"] if isinstance(c, str)], (names or [name])[0])
    try:
        with open(inspect.getsourcefile(function), encoding="utf-8") as file:
            reading = from_cells([file.read()], name)
        own = textwrap.dedent(inspect.getsource(function))  # of one inside another function
        return reading if reading.text else from_cells([own], name)
    except (OSError, TypeError):
        return Reading()


def from_cells(cells: list[str], name: str) -> Reading:
    """What a notebook's code cells say about the function `name`; nothing is run.

    cells: the text of each code cell, in order; a later definition of a name replaces an
    earlier one, and one inside an `if` or a loop is added to it.
    """
    try:
        program = Program(cells)
        reader = _Reader(program)
        reader.read(program.scope.find(name), name)
    except RecursionError:
        return Reading(unclear="your function is nested too deeply to be read")
    found = reader.found
    unclear = program.unclear or reader.unclear
    text = "\n".join(dict.fromkeys(reader.texts))
    return Reading(text, unclear, found["loop"], found["product"], reader.einsums)


class _Reader:
    """Follows a function through all that it calls, as the text has it."""

    def __init__(self, program: Program):
        self.program = program
        self.found = {"loop": "", "product": ""}
        self.unclear, self.einsums, self.steps = "", 0, 0
        self.texts: list[str] = []
        self.running: list[ast.AST] = []  # the functions that call each other, outermost first
        self.seen_classes: set[int] = set()
        self.loops = 0  # around what is read now, in its own function

    def read(self, meanings: tuple | None, name: str) -> None:
        for meaning in meanings or ():
            if isinstance(meaning, Library) and meaning.imported:
                self._say(f"{name} is imported, and not written in a cell")
        self._call(meanings or (), Arguments(), None)

    # --- calls -------------------------------------------------------------------------

    def _call(self, meanings: tuple, arguments: Arguments, node: ast.Call | None) -> None:
        """Reads what a call runs. With several meanings, the one with the fewest einsums counts."""
        before, counts = self.einsums, []
        for meaning in meanings:
            self.einsums = before
            self._run(meaning, arguments, node)
            counts.append(self.einsums)
        self.einsums = min(counts, default=before)

    def _run(self, meaning, arguments: Arguments, node: ast.Call | None) -> None:
        if isinstance(meaning, Partial):
            self._call(meaning.of, arguments.after(meaning.given), node)
        elif isinstance(meaning, Function):
            self._enter(meaning, arguments, node)
        elif isinstance(meaning, Class):
            self._enter_class(meaning, node)
            called = [m for name in ("__call__", "forward") if meaning.is_object
                      for m in self.program.attribute((meaning,), name)]  # fmt: skip
            for method in [m for m in called if isinstance(m, Function)][:1]:
                self._enter(method, arguments, node)
        elif isinstance(meaning, Value):  # what a library made of a function: vmap, a decorator
            for part in meaning.parts:
                self._run(part, Arguments(unknown=True), node)
        elif isinstance(meaning, Library):
            self._library(meaning, node)
            if meaning.name in KEYED and "key" in arguments.named:
                self._note("loop", node)
            if meaning.path == "builtins.getattr" and not _constant(arguments, 1):
                self._say("your function uses getattr with a name that is put together")
            if meaning.name == "einsum":
                self.einsums += self._products(arguments)

    def _enter(self, function: Function, arguments: Arguments, node) -> None:
        if any(function.node is running for running in self.running):
            self._note("loop", node or function.node)
            return
        if len(self.running) > 40:
            self._say("your functions call each other too deeply to be followed")
            return
        inside = self.program.scope_of(function.node, function.scope, arguments, function.owner)
        self.texts.append(_segment(function.node))
        body = function.node.body
        loops, self.loops = self.loops, 0
        self.running.append(function.node)
        for statement in body if isinstance(body, list) else [body]:
            self._visit(statement, inside)
        self.running.pop()
        self.loops = loops

    def _enter_class(self, of: Class, node) -> None:
        """Reads every method of a class of which an object is made: operators call them too."""
        if id(of.node) in self.seen_classes:
            return
        self.seen_classes.add(id(of.node))
        self.texts.append(_segment(of.node))
        before = self.einsums
        for method in self.program.methods(of):
            self._enter(method, Arguments(unknown=True), node)
        self.einsums = before

    # --- lines -------------------------------------------------------------------------

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            self._say("your function is too long to be followed")
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            return  # read where it is called
        if isinstance(node, LOOPS):
            self._note("loop", node)
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.MatMult):
            self._note("product", node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            self._broadcast(node, [node.left, node.right], scope)
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            self._mention(node, scope)
        self.loops += isinstance(node, LOOPS)
        if isinstance(node, ast.Call):
            self._visit_call(node, scope)
        else:
            for child in ast.iter_child_nodes(node):
                self._visit(child, scope)
        self.loops -= isinstance(node, LOOPS)

    def _visit_call(self, node: ast.Call, scope: Scope) -> None:
        meanings = self.program.resolve(node.func, scope)
        self._call(meanings, arguments_of(node, scope), node)
        if isinstance(node.func, ast.Attribute):
            self._visit(node.func.value, scope)
        elif isinstance(node.func, ast.Call) and all(isinstance(m, Value) for m in meanings):
            for child in ast.iter_child_nodes(node.func):  # its functions have been read just now
                if not isinstance(child, ast.Name | ast.Lambda):
                    self._visit(child, scope)
            for m in self.program.resolve(node.func.func, scope):
                if isinstance(m, Library):
                    self._run(m, arguments_of(node.func, scope), node)
        elif not isinstance(node.func, ast.Name | ast.Lambda):
            self._visit(node.func, scope)
        # A function of the learner's calls what it is given itself; one of a library may call it.
        follows = any(isinstance(m, Function | Partial | Class) for m in meanings)
        follows |= any(isinstance(m, Library) and m.name == "partial" for m in meanings)
        for part in (*node.args, *(k.value for k in node.keywords)):
            part = part.value if isinstance(part, ast.Starred) else part
            given = ()
            if isinstance(part, ast.Name | ast.Attribute | ast.Lambda) and not follows:
                given = self.program.resolve(part, scope)
            if any(_can_be_called(m) for m in given):
                self._call(given, Arguments(unknown=True), node)
            else:
                self._visit(part, scope)
        if any(isinstance(m, Library) and m.name in ("mul", "multiply") for m in meanings):
            owner = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            self._broadcast(node, [*owner, *node.args][-2:], scope)

    def _mention(self, node: ast.Name | ast.Attribute, scope: Scope) -> None:
        """A name that is not called here: what it stands for is read, and counts for nothing."""
        before = self.einsums
        for meaning in self.program.resolve(node, scope):
            if isinstance(meaning, Library):
                self._library(meaning, node)
            elif isinstance(meaning, Function | Partial):
                self._run(meaning, Arguments(unknown=True), node)
            elif isinstance(meaning, Value) and meaning.scope is self.program.scope:
                self._run(meaning, Arguments(unknown=True), node)
        self.einsums = before

    def _library(self, meaning: Library, node: ast.AST | None) -> None:
        path, name = meaning.path, meaning.name
        if path in self.program.replaced:
            self._say(f"a cell assigns something else to {path}")
        if meaning.imported and not self.program.is_installed(path):
            module = path.partition(".")[0] or path
            self._say(f"{name} comes from {module}, and its text is not in a cell")
        if path in LOOPING_PATHS or name in LOOPING_CALLS:
            self._note("loop", node)
        owner = path.split(".")[-2] if "." in path else ""
        if name in PRODUCTS and (name, owner) not in {("outer", "add"), ("outer", "subtract")}:
            self._note("product", node)

    # --- products ----------------------------------------------------------------------

    def _products(self, arguments: Arguments) -> int:
        """How many products a call of einsum makes: none if it only adds up or only turns axes.

        Where the text does not show the letters, the learner has the benefit of the doubt: it
        is one product, and in a loop it may be both.
        """
        if arguments.unknown or not arguments.positional:
            return 2 if self.loops else 1
        letters = self._letters(*arguments.positional[0])
        if letters is None:
            given = [node for node, _ in arguments.positional]
            if len(given) > 1 and isinstance(given[1], ast.List | ast.Tuple):  # axes as numbers
                return int(len(given) > 3)
            return (2 if self.loops else 1) if len(given) > 2 else 0
        inputs, arrow, output = letters.replace(" ", "").replace(".", "").partition("->")
        groups = [set(group) for group in inputs.split(",")]
        shared = {c for c in inputs if sum(c in group for group in groups) > 1} - {","}
        kept = set(output) if arrow else {c for c in inputs if inputs.count(c) == 1}
        if len(groups) < 2 or not shared:
            return 0
        return int(bool(shared - kept) or all(group - shared for group in groups))

    def _letters(self, node: ast.expr, scope: Scope) -> str | None:
        """The text that an expression stands for, if it is written in one piece."""
        texts = [m.node for m in self.program.resolve(node, scope) if isinstance(m, Value)]
        if len(texts) == 1 and isinstance(texts[0], ast.Constant):
            return texts[0].value if isinstance(texts[0].value, str) else None
        return None

    def _broadcast(self, node: ast.AST, factors: list[ast.expr], scope: Scope) -> None:
        """Notes a product of two arrays that were each given an axis for it."""
        if len(factors) == 2 and all(self._is_spread(factor, scope, 0) for factor in factors):
            self._note("product", node)

    def _is_spread(self, node: ast.expr, scope: Scope, depth: int) -> bool:
        """Whether an array got a new axis: x[:, None], x.unsqueeze(1), or a name for these."""
        if isinstance(node, ast.Subscript):
            index = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return any(
                (isinstance(i, ast.Constant) and i.value is None)
                or (isinstance(i, ast.Name | ast.Attribute) and ast.unparse(i).endswith("newaxis"))
                for i in index
            )
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            return name in SPREADING
        if isinstance(node, ast.Name) and depth < 3:
            return any(
                isinstance(m, Value) and self._is_spread(m.node, m.scope, depth + 1)
                for m in self.program.resolve(node, scope)
            )
        return False

    # --- notes -------------------------------------------------------------------------

    def _note(self, kind: str, node: ast.AST | None) -> None:
        """Keeps the first line of a kind."""
        lines = getattr(node, "lines", [])
        line = lines[node.lineno - 1].strip() if lines and hasattr(node, "lineno") else "..."
        self.found[kind] = self.found[kind] or line

    def _say(self, why: str) -> None:
        self.unclear = self.unclear or why


def _constant(arguments: Arguments, index: int) -> bool:
    """Whether an argument is written as a constant."""
    given = arguments.positional[index : index + 1]
    return bool(given) and isinstance(given[0][0], ast.Constant)


def _can_be_called(meaning) -> bool:
    if isinstance(meaning, Library):
        return meaning.name == "einsum"
    return isinstance(meaning, Function | Partial)


def _segment(node: ast.AST) -> str:
    """The lines of a definition, without the indentation of the first."""
    lines = getattr(node, "lines", [])[node.lineno - 1 : node.end_lineno]
    indent = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    return "\n".join(line[indent:] if not line[:indent].strip() else line for line in lines)
