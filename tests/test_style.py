"""The style that is checked by machine: ruff's rules and layout, and a docstring for all that is
public."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator

import pytest
from conftest import ROOT


@pytest.mark.parametrize("command", [["check"], ["format", "--check", "--diff"]], ids=" ".join)
def test_ruff(command):
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *command, "."], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def public(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Functions, classes and their methods whose names do not begin with an underscore."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name.startswith("_"):
                continue
            yield node.name, node
            if isinstance(node, ast.ClassDef):
                yield from ((f"{node.name}.{name}", inner) for name, inner in public(node))


def without_docstring(code: str) -> list[tuple[int, str]]:
    """[(line, name)] of what is public and has none."""
    found = public(ast.parse(code))
    return [
        (node.lineno, name) for name, node in found if not (ast.get_docstring(node) or "").strip()
    ]


def test_everything_public_has_a_docstring():
    paths = sorted((ROOT / "dikkat").rglob("*.py"))
    assert paths
    missing = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for line, name in without_docstring(path.read_text(encoding="utf-8"))
    ]
    assert not missing, f"{len(missing)} without a docstring:\n" + "\n".join(missing)


def test_a_missing_docstring_is_found():
    code = '''
def told():
    """Says what it does."""
def untold(): ...
def blank():
    " "
def _private(): ...
class Told:
    """Says what it is."""
    def untold(self): ...
    def _private(self): ...
    class Inner: ...
class _Private:
    def untold(self): ...
'''
    names = [name for _, name in without_docstring(code)]
    assert names == ["untold", "blank", "Told.untold", "Told.Inner"]
