"""What the names in a notebook's cells stand for, found by reading; nothing is run.

`Program` reads the cells in order. `Program.resolve` follows an expression through assignments,
imports, default arguments, attributes, `partial`, decorators, and functions that return functions.
It returns every meaning that the text allows, and none if the text does not say.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import importlib.util
import sys
from collections.abc import Callable, Iterator

from .cells import FILE, MAX_TEXT, python_text

USUAL = {"np": "numpy", "F": "torch.nn.functional", "nn": "torch.nn"}  # if no cell imports them
MAX_DEPTH = 40  # of expressions that stand for one another
MAX_STEPS = 100_000  # expressions that are followed; a lesson's notebook has some thousand

# Methods that put what they are given into a list or a dict.
STORING = {"append", "appendleft", "insert", "extend", "add", "update", "setdefault"}
# What can give a name another meaning without a line that says so.
UNSEEN = {
    "exec", "eval", "compile", "globals", "locals", "vars", "setattr", "get_ipython",
    "user_ns", "modules", "gc", "ctypes", "builtins", "__builtins__", "__main__",
    "__code__", "__dict__", "__globals__", "__import__", "import_module", "f_globals",
    "run_module", "run_path", "exec_module", "load_module", "__defaults__", "__kwdefaults__",
    "f_locals", "_getframe", "__setattr__", "pickle", "marshal", "InteractiveShell", "reload",
}  # fmt: skip
HIDDEN = {"get_ipython", "__builtins__"}  # names of UNSEEN that nobody has to import
MAGIC_CALLS = {"run_line_magic": "%", "run_cell_magic": "%%", "system": "!", "getoutput": "!"}
# Decorators, and functions that take one function and give back one that does the same.
TRANSPARENT = {
    "staticmethod", "classmethod", "cache", "lru_cache", "wraps", "no_grad", "inference_mode",
    "enable_grad", "set_grad_enabled", "compile", "jit", "njit", "script", "overload", "final",
    "cached_property", "errstate", "property", "singledispatch", "update_wrapper", "getter",
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Library:
    """Something imported or built in.

    path: such as "numpy.einsum"; "?.sum" for the attribute of an unknown value. imported: whether
    a cell imports it by name.
    """

    path: str
    imported: bool = False

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition(".")[2]


@dataclasses.dataclass(frozen=True, eq=False)
class Function:
    """A function, a lambda or a method of the learner's. owner: what a method is called on."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    scope: Scope
    owner: Class | None = None


@dataclasses.dataclass(frozen=True, eq=False)
class Class:
    """A class of the learner's, or an object of it."""

    node: ast.ClassDef
    scope: Scope
    is_object: bool = False


@dataclasses.dataclass(frozen=True, eq=False)
class Partial:
    """What functools.partial makes of a function (or of several that a name may stand for)."""

    of: tuple
    given: Arguments


@dataclasses.dataclass(frozen=True, eq=False)
class Value:
    """Any other value: the expression that makes it, and the meanings of what stands in it."""

    node: ast.expr
    scope: Scope
    parts: tuple = ()


@dataclasses.dataclass(frozen=True, eq=False)
class Arguments:
    """The arguments of a call. unknown: whether `*` or `**` hides some."""

    positional: tuple = ()  # of (expression, scope)
    named: dict = dataclasses.field(default_factory=dict)
    unknown: bool = False

    def after(self, given: Arguments) -> Arguments:
        """These arguments behind those that partial has given."""
        return Arguments(
            (*given.positional, *self.positional),
            given.named | self.named,
            given.unknown or self.unknown,
        )


class Scope:
    """The names of the notebook, or of one call of a function. Each has all its bindings."""

    def __init__(self, parent: Scope | None = None):
        self.parent, self.names, self.elsewhere = parent, {}, {}
        self._asking = set()

    def bind(self, name: str, find: Callable[[], tuple], surely: bool = False) -> None:
        """Adds a binding of a name, found when it is asked for; `surely` drops earlier ones."""
        if surely:
            self.names[name] = []
        self.names.setdefault(name, []).append(find)

    def find(self, name: str) -> tuple | None:
        """The meanings of a name bound here or further out; None for one bound nowhere."""
        scope = self.elsewhere.get(name, self)
        while scope is not None and name not in scope.names:
            scope = scope.parent
        if scope is None:
            return None
        if name in scope._asking:  # x = x + 1
            return ()
        scope._asking.add(name)
        try:
            return tuple(m for find in scope.names[name] for m in find())
        finally:
            scope._asking.discard(name)


class Program:
    """The cells of a notebook, read from top to bottom.

    cells: their texts, as written. unclear: why the texts do not say what runs, or "".
    """

    def __init__(self, cells: list[str]):
        self.scope, self.unclear = Scope(), ""
        self.stars: list[str] = []
        self.replaced: set[str] = set()  # such as "torch.einsum", which a cell assigned to
        self.members: dict[str, list] = {}  # attributes: of classes, and set on objects
        self.mentions_files = False
        self.depth = self.steps = 0
        self._declared: list[tuple[str, Callable]] = []  # by `global`, whenever that runs
        for cell in cells:
            self._read(cell)
        for name, find in self._declared:
            self.scope.bind(name, find)

    # --- reading -----------------------------------------------------------------------

    def _read(self, cell: str) -> None:
        if len(cell) > MAX_TEXT:
            self._say("a cell is too long to be read")
        text = python_text(cell)
        tree = ast.parse(text, FILE)
        lines = text.splitlines()
        for node in ast.walk(tree):
            node.lines = lines
        self._look_for_unseen(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.mentions_files |= ".py" in node.value
            if isinstance(node, ast.ClassDef):
                scope = self.scope
                for name, find in self._bindings(node.body, scope):
                    self.members.setdefault(name, []).append(find)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._read_globals(node)
        self._read_block(tree.body, surely=True)

    def _read_block(self, statements: list[ast.stmt], surely: bool) -> None:
        """Binds names in the order of the statements, with what they mean at that moment."""
        for statement in statements:
            simple = isinstance(
                statement,
                ast.Assign | ast.AnnAssign | ast.Import | ast.ImportFrom | ast.FunctionDef
                | ast.AsyncFunctionDef | ast.ClassDef,
            )  # fmt: skip
            for name, find in list(self._bindings([statement], self.scope)):
                meanings = find()
                self.scope.bind(name, lambda m=meanings: m, surely and simple)
            self._read_stores(statement, self.scope)

    def _read_globals(self, function: ast.FunctionDef) -> None:
        """Notes what a function binds with `global`, whenever it is called."""
        declared = [node for node in ast.walk(function) if isinstance(node, ast.Global)]
        names = {name for node in declared for name in node.names}
        if names:
            inside = self.scope_of(function, self.scope, Arguments())
            for name, find in self._bindings(function.body, inside):
                if name in names:
                    self._declared.append((name, find))
        self._read_stores(function, self.scope_of(function, self.scope, Arguments()))

    def _read_stores(self, statement: ast.AST, scope: Scope) -> None:
        """What is stored in attributes and in lists and dicts: torch.einsum = f, d["f"] = g,
        fs.append(f)."""
        for node in ast.walk(statement):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr in STORING and isinstance(node.func.value, ast.Name):
                    everything = ast.Tuple(list(node.args), ast.Load())
                    if scope.find(node.func.value.id) is not None:
                        scope.bind(node.func.value.id, _later(self.resolve, everything, scope))
            if not isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) or not node.value:
                continue
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Attribute):
                    for owner in self.resolve(target.value, scope):
                        if isinstance(owner, Library):
                            self.replaced.add(f"{owner.path}.{target.attr}")
                    find = _later(self.resolve, node.value, scope)
                    self.members.setdefault(target.attr, []).append(find)
                elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                    if scope.find(target.value.id) is not None:
                        scope.bind(target.value.id, _later(self.resolve, node.value, scope))

    def _look_for_unseen(self, tree: ast.Module) -> None:
        """Notes a word that can rebind names unseen, and imports whose names cannot be seen."""
        for node in ast.walk(tree):
            words = set()
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                magic = node.args[0] if node.args else None
                if node.func.attr in MAGIC_CALLS and isinstance(magic, ast.Constant):
                    self._say(f"a cell uses {MAGIC_CALLS[node.func.attr]}{magic.value}")
            if isinstance(node, ast.Name) and (hasattr(builtins, node.id) or node.id in HIDDEN):
                words = {node.id}
            elif isinstance(node, ast.Attribute):
                # A model has eval and modules as well, and re and torch have compile.
                common = node.attr in ("eval", "compile", "modules")
                words = set() if common and ast.unparse(node) != "sys.modules" else {node.attr}
            elif isinstance(node, ast.Import | ast.ImportFrom):
                for alias in node.names:
                    module = getattr(node, "module", None) or ""
                    words |= {*alias.name.split("."), *module.split(".")} - {"compile"}
                    words |= {"modules"} if alias.name == "sys" and alias.asname else set()
                    if alias.name == "*":
                        self.stars.append(module)
                        if not self.is_installed(module):
                            self._say(
                                f"`from {module} import *` takes names from a file, and its text "
                                "is not in a cell"
                            )
            for word in sorted(words & UNSEEN):
                self._say(f"a cell uses `{word}`, which can give a name another meaning")

    def _say(self, why: str) -> None:
        self.unclear = self.unclear or why

    def is_installed(self, module: str) -> bool:
        """Whether a module is Python's own or an installed package, not a file of the learner's.

        A file of the same name can take the place of a module that is not loaded yet, so such a
        module does not count if any cell mentions a `.py` file.
        """
        top = module.partition(".")[0]
        if not top:
            return False
        if top in sys.modules:
            return True
        try:
            found = top in sys.stdlib_module_names or importlib.util.find_spec(top) is not None
        except (ImportError, ValueError, AttributeError):
            return False
        return found and not self.mentions_files

    # --- names -------------------------------------------------------------------------

    def _bindings(self, statements: list, scope: Scope) -> Iterator[tuple[str, Callable]]:
        """(name, a function that finds its meanings) of all that these statements bind."""
        waiting = list(statements)
        while waiting:
            node = waiting.pop(0)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield node.name, _later(self._defined, node, scope)
                continue
            if isinstance(node, ast.Lambda):
                continue
            if isinstance(node, ast.Import):
                for alias in node.names:
                    path = alias.name if alias.asname else alias.name.split(".")[0]
                    meaning = (Library(path, imported=True),)
                    yield alias.asname or path, lambda m=meaning: m
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    module = "." * node.level + (node.module or "")
                    meaning = (Library(f"{module}.{alias.name}", imported=True),)
                    yield alias.asname or alias.name, lambda m=meaning: m
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    yield from self._unpacked(target, node.value, scope)
            elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value:
                yield from self._unpacked(node.target, node.value, scope)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                yield node.target.id, tuple
            elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
                yield from self._elements(node.target, node.iter, scope)
            elif isinstance(node, ast.withitem) and node.optional_vars:
                yield from self._unpacked(node.optional_vars, node.context_expr, scope)
            elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
                yield node.name, tuple
            waiting += ast.iter_child_nodes(node)

    def _unpacked(self, target, value, scope) -> Iterator[tuple[str, Callable]]:
        if isinstance(target, ast.Name):
            yield target.id, _later(self.resolve, value, scope)
        elif isinstance(target, ast.Tuple | ast.List):
            pairs = isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts)
            starred = any(isinstance(e, ast.Starred) for e in target.elts)
            for index, element in enumerate(target.elts):
                part = value.elts[index] if pairs and not starred else None
                if part is not None:
                    yield from self._unpacked(element, part, scope)
                else:
                    inner = element.value if isinstance(element, ast.Starred) else element
                    yield from self._unpacked(inner, ast.Subscript(value, ast.Name("?")), scope)

    def _elements(self, target, iterable, scope) -> Iterator[tuple[str, Callable]]:
        yield from self._unpacked(target, ast.Subscript(iterable, ast.Name("?")), scope)

    def scope_of(self, function, scope: Scope, arguments: Arguments, owner=None) -> Scope:
        """The names inside one call of a function."""
        inside = Scope(scope)
        arg = function.args
        names = [a.arg for a in (*arg.posonlyargs, *arg.args)]
        positional = list(arguments.positional)
        static = any(getattr(d, "id", "") == "staticmethod" for d in _decorators(function))
        if owner is not None and names and not static:
            inside.bind(names.pop(0), lambda: (owner,))
        defaults = dict(zip(reversed(names), reversed(arg.defaults), strict=False))
        defaults |= {a.arg: d for a, d in zip(arg.kwonlyargs, arg.kw_defaults, strict=True) if d}
        for name in [*names, *(a.arg for a in arg.kwonlyargs)]:
            if name in names and positional:
                given, its_scope = positional.pop(0)
            elif name in arguments.named:
                given, its_scope = arguments.named[name]
            else:
                given, its_scope = defaults.get(name), scope
            inside.bind(name, _later(self.resolve, given, its_scope) if given else tuple)
        for rest in (arg.vararg, arg.kwarg):
            if rest:
                inside.bind(rest.arg, tuple)
        body = function.body if isinstance(function.body, list) else [function.body]
        for node in _outer_nodes(body):
            if isinstance(node, ast.Global):
                inside.elsewhere |= dict.fromkeys(node.names, self.scope)
            if isinstance(node, ast.Nonlocal):
                inside.elsewhere |= dict.fromkeys(node.names, scope)
        for name, find in self._bindings(body, inside):
            if name not in inside.elsewhere:
                inside.bind(name, find)
        return inside

    def _defined(self, node, scope: Scope) -> tuple:
        """What a `def` or a `class` binds: with decorators, what they make of it."""
        made = Class(node, scope) if isinstance(node, ast.ClassDef) else Function(node, scope)
        meanings = (made,)
        for decorator in reversed(_decorators(node)):
            given = ast.Name("<decorated>", ast.Load())
            inner = Scope(scope)
            inner.bind("<decorated>", lambda m=meanings: m)
            call = ast.copy_location(ast.Call(decorator, [given], []), decorator)
            given.lines = call.lines = node.lines
            meanings = self.resolve(call, inner) or meanings
        return meanings

    # --- meanings ----------------------------------------------------------------------

    def resolve(self, node: ast.expr, scope: Scope) -> tuple:
        """Every meaning of an expression; empty where the text does not say."""
        self.steps += 1
        if self.depth > MAX_DEPTH or self.steps > MAX_STEPS:
            self._say("your names stand for one another too deeply to be followed")
            return ()
        self.depth += 1
        try:
            return tuple(dict.fromkeys(self._resolve(node, scope)))
        finally:
            self.depth -= 1

    def _resolve(self, node: ast.expr, scope: Scope) -> tuple:
        if isinstance(node, ast.Name):
            found = scope.find(node.id)
            return self._unbound(node.id) if found is None else found
        if isinstance(node, ast.Attribute):
            return self.attribute(self.resolve(node.value, scope), node.attr)
        if isinstance(node, ast.Lambda):
            return (Function(node, scope),)
        if isinstance(node, ast.Call):
            arguments = arguments_of(node, scope)
            meanings = self.resolve(node.func, scope)
            return tuple(m for f in meanings for m in self._result(f, node, arguments, scope))
        if isinstance(node, ast.IfExp):
            return self.resolve(node.body, scope) + self.resolve(node.orelse, scope)
        if isinstance(node, ast.BoolOp):
            return tuple(m for value in node.values for m in self.resolve(value, scope))
        if isinstance(node, ast.NamedExpr):
            return self.resolve(node.value, scope)
        if isinstance(node, ast.Subscript):
            found = self.resolve(node.value, scope)
            return tuple(p for m in found if isinstance(m, Value) for p in m.parts)
        if isinstance(node, ast.Dict | ast.List | ast.Tuple | ast.Set):
            inside = node.values if isinstance(node, ast.Dict) else node.elts
            parts = tuple(m for part in inside if part for m in self.resolve(part, scope))
            return (Value(node, scope, parts),)
        return (Value(node, scope),)

    def _unbound(self, name: str) -> tuple:
        if hasattr(builtins, name):
            return (Library(f"builtins.{name}"),)
        if self.stars and name not in USUAL:
            return tuple(Library(f"{module}.{name}") for module in self.stars)
        return (Library(USUAL.get(name, name)),)

    def attribute(self, owners: tuple, name: str) -> tuple:
        """What `owner.name` stands for."""
        meanings = []
        for owner in owners or (None,):
            if isinstance(owner, Library) and not owner.path.startswith("?"):
                meanings.append(Library(f"{owner.path}.{name}", owner.imported))
                continue
            owned = owner if isinstance(owner, Class) else None
            found = [m for find in self.members.get(name, []) for m in find()]
            for m in found:
                bound = isinstance(m, Function) and owned is not None and owned.is_object
                meanings.append(Function(m.node, m.scope, owned) if bound else m)
            if not found and isinstance(owner, Value):  # SimpleNamespace(f=g).f
                found = [p for p in owner.parts if isinstance(p, Function | Partial | Class)]
                meanings += found
            if not found:
                meanings.append(Library(f"?.{name}"))
        return tuple(meanings)

    def _result(self, function, node: ast.Call, arguments: Arguments, scope: Scope) -> tuple:
        """What a call gives back, where it is a function or an object of the learner's."""
        first = self.resolve(node.args[0], scope) if node.args else ()
        if isinstance(function, Library):
            if function.name in ("partial", "partialmethod") and node.args:
                given = Arguments(arguments.positional[1:], arguments.named, arguments.unknown)
                return (Partial(first, given),)
            if function.path == "builtins.getattr" and len(node.args) > 1:
                if isinstance(node.args[1], ast.Constant):
                    return self.attribute(first, str(node.args[1].value))
            if function.name in TRANSPARENT and any(
                isinstance(m, Function | Class | Partial | Library) for m in first
            ):
                if function.name not in ("wraps", "update_wrapper") or node.args[1:]:
                    return first
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            inside = [m for part in given for m in self._functions_in(part, scope)]
            return (Value(node, scope, (*inside, function) if inside else ()),)
        if isinstance(function, Class):
            if function.is_object:
                return ()
            return (Class(function.node, function.scope, is_object=True),)
        if isinstance(function, Value):  # functools.wraps(f)(g), torch.no_grad()(g), lru_cache()(g)
            call = function.node
            if isinstance(call, ast.Call):
                for m in self.resolve(call.func, function.scope):
                    if isinstance(m, Library) and m.name in TRANSPARENT:
                        return first
                    if isinstance(m, Library):
                        return (Value(node, scope, (*first, m)),)
            return ()
        if isinstance(function, Partial):
            combined = arguments.after(function.given)
            found = [self._result(f, node, combined, scope) for f in function.of]
            return tuple(m for meanings in found for m in meanings)
        inside = self.scope_of(function.node, function.scope, arguments, function.owner)
        if isinstance(function.node, ast.Lambda):
            return self.resolve(function.node.body, inside)
        returned = [
            n.value for n in _outer_nodes(function.node.body)
            if isinstance(n, ast.Return) and n.value
        ]  # fmt: skip
        return tuple(m for value in returned for m in self.resolve(value, inside))

    def _functions_in(self, node: ast.expr, scope: Scope) -> list:
        """The learner's functions that an argument is, or holds."""
        found = self.resolve(node, scope)
        parts = [p for m in found if isinstance(m, Value) for p in m.parts]
        return [m for m in (*found, *parts) if isinstance(m, Function | Partial | Class)]

    def methods(self, of: Class) -> list[Function]:
        """The methods of a class, called on an object of it."""
        made = Class(of.node, of.scope, is_object=True)
        return [
            Function(node, of.scope, made)
            for node in of.node.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]


def arguments_of(call: ast.Call, scope: Scope) -> Arguments:
    """The arguments that a call gives, each with the scope that it is read in."""
    positional = [a for a in call.args if not isinstance(a, ast.Starred)]
    named = {k.arg: (k.value, scope) for k in call.keywords if k.arg}
    unknown = len(positional) < len(call.args) or len(named) < len(call.keywords)
    before = []
    for a in call.args:
        if isinstance(a, ast.Starred):
            break
        before.append((a, scope))
    return Arguments(tuple(before), named, unknown)


def _later(find: Callable, *args) -> Callable[[], tuple]:
    """`find(*args)` when it is asked for, kept from then on."""
    known = []

    def ask() -> tuple:
        if not known:
            known.append(())  # where the meaning depends on itself
            known[0] = find(*args)
        return known[0]

    return ask


def _decorators(node: ast.AST) -> list[ast.expr]:
    return getattr(node, "decorator_list", [])


def _outer_nodes(body: list) -> Iterator[ast.AST]:
    """All nodes of a body without those of the functions and classes defined in it."""
    waiting = list(body)
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
