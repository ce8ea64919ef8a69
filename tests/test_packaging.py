"""What is imported is declared, what is declared is needed, and what is installed is pinned."""

from __future__ import annotations

import ast
import functools
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Learners' code: what it imports is what the test is about, or does not exist.
NOT_OURS = ("tests/attempts/", "tests/hostile/")
# Needed, and imported by none of our code. Each is declared all the same.
RUN = {
    "jupyterlab": "`dikkat start` runs it as a program",
    "ipykernel": "lessons name its kernel, and Jupyter starts it as a program",
}
RUN_IN_TESTS = {
    "pytest-xdist": "`make test` runs pytest with its -n",
    "ruff": "test_style.py runs it as a program",
}


def canonical(name: str) -> str:
    """A distribution's name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def names(requirements: list[str]) -> set[str]:
    return {canonical(re.match(r"[\w.-]+", text)[0]) for text in requirements}


DECLARED = names(PROJECT["dependencies"])
DECLARED_FOR_TESTS = names(PROJECT["optional-dependencies"]["test"])


# --- what is imported ------------------------------------------------------------------------


def modules(code: str) -> Iterator[str]:
    """The modules that some code imports, also inside functions; without their submodules."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.split(".")[0]


@functools.cache
def texts(folder: str) -> dict[str, str]:
    """{path: code} of a folder's modules; a notebook's code cells are its code."""
    found = {}
    for path in sorted((ROOT / folder).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(NOT_OURS):
            continue
        if path.suffix == ".py":
            found[name] = path.read_text(encoding="utf-8")
        elif path.suffix == ".ipynb" and not name.count("/."):
            cells = nbformat.read(path, as_version=4).cells
            found[name] = "\n".join(c.source for c in cells if c.cell_type == "code")
    return found


@functools.cache
def distributions() -> dict[str, list[str]]:
    """{module: the distributions that bring it}; finding out takes seconds."""
    return dict(packages_distributions())


def imported(*folders: str) -> dict[str, str]:
    """{distribution: one file that imports it}, of everything that is not Python's or ours."""
    files = {path: code for folder in folders for path, code in texts(folder).items()}
    assert files
    # pytest lets tests import one another by their bare names.
    beside = [Path(p).with_suffix("") for p in files if p.startswith(("tests/", "benchmarks/"))]
    ours = {"dikkat"} | {part for path in beside for part in path.parts}
    found = {}
    for path, code in files.items():
        for module in set(modules(code)) - ours - sys.stdlib_module_names:
            # One that is not installed has, most often, its module's name.
            for distribution in distributions().get(module, [module]):
                found.setdefault(canonical(distribution), path)
    return found


def listed(missing: dict[str, str]) -> str:
    return "\n".join(f"{name}: {why}" for name, why in sorted(missing.items()))


# --- the tests -------------------------------------------------------------------------------


def test_what_runs_is_declared():
    needed = imported("dikkat", "source") | RUN
    missing = {name: why for name, why in needed.items() if name not in DECLARED}
    assert not missing, f"Not in the dependencies of pyproject.toml:\n{listed(missing)}"


def test_what_the_tests_need_is_declared():
    needed = imported("tests", "benchmarks") | RUN_IN_TESTS
    declared = DECLARED | DECLARED_FOR_TESTS
    missing = {name: why for name, why in needed.items() if name not in declared}
    assert not missing, f"Not in the extra `test` of pyproject.toml:\n{listed(missing)}"


def test_what_is_declared_is_needed():
    unused = DECLARED - set(imported("dikkat", "source")) - set(RUN)
    unused |= DECLARED_FOR_TESTS - set(imported("tests", "benchmarks")) - set(RUN_IN_TESTS)
    assert not unused, f"Declared in pyproject.toml, and imported nowhere: {sorted(unused)}"


def test_every_dependency_is_pinned():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pinned = names([line for line in lines if re.fullmatch(r"[\w.-]+ *== *[\w.!+]+", line.strip())])
    missing = sorted(DECLARED - pinned)
    assert not missing, f"Without an exact version in requirements.txt: {missing}"


def test_what_the_tests_need_is_pinned_where_it_is_declared():
    texts = PROJECT["optional-dependencies"]["test"]
    assert [text for text in texts if not re.fullmatch(r"[\w.-]+==[\w.!+]+", text)] == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import a.b, c as d", ["a", "c"]),
        ("def f():\n    from e.f import g", ["e"]),
        ("try:\n    import h\nexcept ImportError:\n    pass", ["h"]),
        ("from . import i\nfrom .j import k", []),
        ("# import l\n'import m'", []),
    ],
)
def test_imports_are_found_wherever_they_stand(code, found):
    assert list(modules(code)) == found


def test_a_distribution_may_be_called_otherwise_than_its_module():
    assert {"ipython", "matplotlib", "nbgrader", "numpy"} <= set(imported("dikkat"))
    assert "pytest" in imported("tests") and "conftest" not in imported("tests")
