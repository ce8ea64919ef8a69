"""The teacher's notebooks: what nbgrader, grading and a learner rely on and nobody would notice.

nbgrader says nothing of a marker that is spelt wrong: it releases the hidden test. So each rule
here is a function that lists what breaks it; it finds nothing in the real notebooks, and finds
the fault in a copy that was spoilt on purpose.
"""

from __future__ import annotations

import ast
import copy
import re
import symtable
import xml.etree.ElementTree as ElementTree

import nbformat
import pytest
from conftest import LESSONS, ROOT

from dikkat.course import grade_id, is_solution, is_test
from dikkat.grading.our_side.test_cell import free_names

NOTEBOOKS = {
    name: nbformat.read(ROOT / "source" / name / f"{name}.ipynb", as_version=4) for name in LESSONS
}
PICTURES = sorted(ROOT.glob("source/*/*.svg"))
MARKERS = {
    "### BEGIN SOLUTION",
    "### END SOLUTION",
    "### BEGIN HIDDEN TESTS",
    "### END HIDDEN TESTS",
}
PARTS = [
    "The idea", "The worked example", "Predict first", "Your turn", "Visible checks",
    "Hidden checks", "Hints", "See it", "Test yourself", "What goes wrong here", "Going further",
    "Next",
]  # fmt: skip
HINTS = ["Hint 1: a nudge", "Hint 2: the way", "Hint 3: nearly the code"]
SVG = "{http://www.w3.org/2000/svg}"


def code(notebook):
    return [c for c in notebook.cells if c.cell_type == "code"]


def markdown(notebook):
    return [c for c in notebook.cells if c.cell_type == "markdown"]


def prose(cell) -> str:
    """The text of a markdown cell, with a word in the place of fenced code."""
    return re.sub(r"(?ms)^```.*?^```", "code", cell.source)


def bound_names(text: str) -> set[str]:
    """What a cell assigns or defines; imports are not counted."""
    symbols = symtable.symtable(text, "<cell>", "exec").get_symbols()
    return {s.get_name() for s in symbols if s.is_assigned()}


def learners_names(notebook) -> set[str]:
    """What the learner's cells and the given cells define."""
    cells = [c for c in code(notebook) if grade_id(c) and not is_test(c)]
    return set().union(*(bound_names(c.source) for c in cells))


def solution_of(cell) -> str:
    return "\n".join(re.findall(r"(?ms)### BEGIN SOLUTION\n(.*?)^\s*### END SOLUTION", cell.source))


# --- the rules: each lists what breaks it ----------------------------------------------


def wrong_markers(notebook):
    for cell in notebook.cells:
        opened = None
        for line in cell.source.splitlines():
            words = line.strip()
            if words in MARKERS:
                which = words.split(" ", 2)
                if which[1] == "BEGIN" and opened is None:
                    opened = which[2]
                elif which[1] == "END" and opened == which[2]:
                    opened = None
                else:
                    yield f"{cell.id}: {words} out of place"
            elif re.search(r"(?i)#.*\b(begin|end)\b.*\b(solutions?|hidden|tests?)\b", words):
                yield f"{cell.id}: not a marker: {words}"
        if opened:
            yield f"{cell.id}: {opened} does not end"
        hides = "### BEGIN HIDDEN TESTS" in cell.source
        if is_solution(cell) != ("### BEGIN SOLUTION" in cell.source):
            yield f"{cell.id}: a solution cell has a solution, and no other cell has one"
        if hides != (is_test(cell) and cell.id.startswith("hidden-")):
            yield f"{cell.id}: hidden tests are in the cells hidden-..., and nowhere else"
        if hides and not re.fullmatch(
            r"#[^\n]*\n### BEGIN HIDDEN TESTS\n.*\n### END HIDDEN TESTS", cell.source, re.S
        ):
            yield f"{cell.id}: something beside the first line is released"


def wrong_ids_and_points(notebook):
    names = [grade_id(c) for c in code(notebook) if grade_id(c)]
    yield from (f"{name} twice" for name in set(names) if names.count(name) > 1)
    ids = [c.get("id") for c in notebook.cells]
    yield from (f"cell id {name} twice" for name in set(ids) if ids.count(name) > 1)
    for cell in code(notebook):
        if grade_id(cell) and cell.get("id") != grade_id(cell):
            yield f"{grade_id(cell)}: its cell id is {cell.get('id')}"
    points = [c.metadata.nbgrader.get("points") for c in code(notebook) if is_test(c)]
    if not all(type(p) is int and p >= 1 for p in points):
        yield f"points that are not whole numbers: {points}"
    elif sum(points) != 10:
        yield f"{sum(points)} points"


def wrong_locks(notebook):
    for cell in code(notebook):
        meta = cell.metadata.get("nbgrader")
        if meta and meta.locked == meta.solution:
            yield f"{cell.id}: tests and given cells are locked, solution cells are not"


def not_self_contained(notebook):
    known = learners_names(notebook)
    for cell in filter(is_test, code(notebook)):
        for name in set(free_names(cell.source)) - known:
            yield f"{cell.id}: {name} is neither imported there nor the learner's"
        others = [c for c in code(notebook) if c is not cell]
        needed = set().union(*(free_names(c.source) for c in others))
        for name in bound_names(cell.source) & needed:
            yield f"{cell.id}: writes over {name}, which another cell reads"


def wrong_first_lines(notebook):
    for cell in code(notebook):
        checks = re.findall(r"^with Check\(\s*(.*?)\s*\) as check:$", cell.source, re.M | re.S)
        if not is_test(cell):
            if checks and not re.match(r"# Visible check · no points · .+\.\n", cell.source):
                yield f"{cell.id}: the first line of a check without points"
            continue
        if len(re.findall(r"\bwith Check\(", cell.source)) != 1 or len(checks) != 1:
            yield f"{cell.id}: not one `with Check(`"
            continue
        kind = "Hidden" if cell.id.startswith("hidden-") else "Visible"
        points = cell.metadata.nbgrader.points
        many = "point" if points == 1 else "points"
        first = f"# {kind} check · {points} {many} · {ast.literal_eval(checks[0])}."
        if cell.source.split("\n")[0] != first:
            yield f"{cell.id}: its first line is not {first}"
        if isinstance(ast.parse(cell.source).body[-1], ast.Expr):
            yield f"{cell.id}: ends with a bare expression, which nbgrader reads as points"


def saved_output(notebook):
    for cell in code(notebook):
        if cell.outputs or cell.execution_count is not None:
            yield f"{cell.id}: has output"
    if notebook.metadata.get("kernelspec", {}).get("name") != "python3":
        yield "the kernel is not python3"


def wrong_headings(notebook):
    found = [
        (len(marks), text)
        for cell in markdown(notebook)
        for marks, text in re.findall(r"^(#+) (.+)$", prose(cell), re.M)
    ]
    levels = [level for level, _ in found]
    if levels.count(1) != 1 or levels[0] != 1:
        yield "not one H1, or it is not the first"
    for before, (level, text) in zip(levels, found[1:], strict=False):
        if level > before + 1:
            yield f"{text}: H{level} after H{before}"
    parts = [text for level, text in found if level == 2]
    if parts != PARTS:
        yield f"the parts are {parts}"


def wrong_details(notebook):
    for cell in markdown(notebook):
        text = prose(cell)
        opened, closed = text.count("<details>"), len(re.findall(r"\n\n</details>", text))
        right = re.findall(r"^<details><summary>[^<\n]+</summary>\n\n(?=\S)", text, re.M)
        if not opened == closed == len(right) == text.count("</details>"):
            yield f"{cell.id}: a details block that is not as it must be"
        inside = re.findall(r"(?s)<details>.*?</details>", text)
        if any(re.search(r"^#+ ", block, re.M) for block in inside):
            yield f"{cell.id}: a heading inside details"
        if cell.source.startswith("## Hints"):
            titles = re.findall(r"<summary>(.*?)</summary>", text)
            if titles != HINTS * (len(titles) // 3) or not titles:
                yield f"{cell.id}: hints {titles}"


def raw_html(notebook):
    for cell in markdown(notebook):
        text = re.sub(r"`[^`]*`", "", prose(cell))
        for tag in set(re.findall(r"</?([a-zA-Z]+)[^>]*>", text)) - {"details", "summary"}:
            yield f"{cell.id}: <{tag}>"


def broken_links(notebook, folder):
    for cell in markdown(notebook):
        for mark, text, target in re.findall(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", prose(cell)):
            if mark and len(text) < 40:
                yield f"{cell.id}: alt text of {target}: {text!r}"
            if not target.startswith("https://") and not (folder / target).resolve().is_file():
                yield f"{cell.id}: {target} is not there"


def told_formulas(notebook):
    """Expressions of a solution, eight nodes and more, that a released code cell shows."""
    shown = {}
    for cell in code(notebook):
        if not is_solution(cell) and not cell.id.startswith("hidden-"):
            shown |= {ast.dump(n): cell.id for n in ast.walk(ast.parse(cell.source))}
    for cell in filter(is_solution, code(notebook)):
        for node in ast.walk(ast.parse(cell.source)):
            nodes = sum(isinstance(n, ast.expr) for n in ast.walk(node))
            literal = not any(isinstance(n, ast.Call | ast.BinOp) for n in ast.walk(node))
            if isinstance(node, ast.expr) and nodes >= 8 and not literal:
                if ast.dump(node) in shown:
                    yield f"{shown[ast.dump(node)]} shows {ast.unparse(node)} of {cell.id}"


RULES = [
    wrong_markers, wrong_ids_and_points, wrong_locks, not_self_contained, wrong_first_lines,
    saved_output, wrong_headings, wrong_details, raw_html, told_formulas,
]  # fmt: skip


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_source(lesson, rule):
    assert list(rule(NOTEBOOKS[lesson])) == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_links_and_pictures_are_there_and_every_picture_is_shown(lesson):
    folder = ROOT / "source" / lesson
    assert list(broken_links(NOTEBOOKS[lesson], folder)) == []
    everything = "\n".join(cell.source for cell in markdown(NOTEBOOKS[lesson]))
    assert [p.name for p in folder.glob("*.svg") if f"({p.name})" not in everything] == []


def find(notebook, name):
    return next(c for c in notebook.cells if c.get("id") == name)


def replace(name, old, new):
    def spoil(notebook):
        cell = find(notebook, name)
        assert old in cell.source
        cell.source = cell.source.replace(old, new, 1)

    return spoil


def in_markdown(old, new):
    def spoil(notebook):
        cell = next(c for c in markdown(notebook) if old in c.source)
        cell.source = cell.source.replace(old, new, 1)

    return spoil


def set_points(value):
    def spoil(notebook):
        find(notebook, "check-example").metadata.nbgrader.points = value

    return spoil


def set_meta(name, key, value):
    def spoil(notebook):
        find(notebook, name).metadata.nbgrader[key] = value

    return spoil


def run_it(notebook):
    find(notebook, "given-example").execution_count = 3


SPOILT = [
    (wrong_markers, replace("exercise-scores", "### BEGIN SOLUTION", "### Begin Solution")),
    (wrong_markers, replace("exercise-scores", "    ### END SOLUTION", "")),
    (wrong_markers, replace("hidden-scale", "BEGIN HIDDEN TESTS", "BEGIN HIDDEN TEST")),
    (wrong_markers, replace("hidden-scale", "### END HIDDEN TESTS", "# the end")),
    (wrong_markers, replace("hidden-scale", "\n### BEGIN", "\nimport os\n### BEGIN")),
    (wrong_markers, replace("check-example", "import", "### BEGIN HIDDEN TESTS\nimport")),
    (wrong_ids_and_points, set_points(2)),
    (wrong_ids_and_points, set_points(1.0)),
    (wrong_ids_and_points, set_meta("check-example", "grade_id", "check-other")),
    (wrong_ids_and_points, set_meta("check-example", "grade_id", "check-place")),
    (wrong_locks, set_meta("check-example", "locked", False)),
    (not_self_contained, replace("hidden-scale", "import numpy as np\n", "")),
    (not_self_contained, replace("check-example", "queries =", "attention_scores = queries =")),
    (wrong_first_lines, replace("check-example", "1 point", "2 points")),
    (wrong_first_lines, replace("check-example", 'Check("The', 'Check("A')),
    (wrong_first_lines, replace("hidden-scale", "# Hidden check", "# Hidden test")),
    (wrong_first_lines, replace("given-check-shape", "# Visible check", "# A check")),
    (saved_output, run_it),
    (wrong_headings, in_markdown("## The idea", "#### The idea")),
    (wrong_headings, in_markdown("## See it", "## Look at it")),
    (wrong_headings, in_markdown("## The idea", "# The idea")),
    (wrong_details, in_markdown("a nudge</summary>\n\n", "a nudge</summary>\n")),
    (wrong_details, in_markdown("\n\n</details>", "")),
    (wrong_details, in_markdown("Hint 2: the way", "Hint 2")),
    (raw_html, in_markdown("## The idea", "## The idea\n\n<style>b {}</style>")),
    (
        told_formulas,
        replace(
            "given-example",
            "print(",
            'np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])\nprint(',
        ),
    ),
]  # fmt: skip


def test_every_rule_is_shown_a_fault():
    assert {rule for rule, _ in SPOILT} == set(RULES)


@pytest.mark.parametrize(("rule", "spoil"), SPOILT)
def test_rule_finds_a_fault(rule, spoil):
    notebook = copy.deepcopy(NOTEBOOKS["01_einsum_scores"])
    spoil(notebook)
    assert list(rule(notebook)) != []


def test_broken_link_and_missing_alt_text_are_found():
    notebook = copy.deepcopy(NOTEBOOKS["01_einsum_scores"])
    in_markdown("](score_table.svg)", "](score_tabel.svg)")(notebook)
    in_markdown("![Three small grids", "![](swap_or_reshape.svg)\n\n![Three small grids")(notebook)
    found = " ".join(broken_links(notebook, ROOT / "source" / "01_einsum_scores"))
    assert "score_tabel.svg is not there" in found and "alt text of swap_or_reshape.svg" in found


# --- the pictures ----------------------------------------------------------------------


def wrong_svg(text: str):
    root = ElementTree.fromstring(text)
    if root.get("role") != "img":
        yield "no role"
    title = root.find(f"{SVG}title")
    if title is None or not (title.text or "").strip():
        yield "no title"
    sizes = [root.get("width"), root.get("height")]
    shapes = [e for e in root.iter() if e.tag in (f"{SVG}rect", f"{SVG}text", f"{SVG}path")]
    shapes = [e for e in shapes if e not in list(root.iterfind(f".//{SVG}pattern//*"))]
    first = shapes[0]
    ground = [first.get("width"), first.get("height")]
    white = (first.get("fill") or "").lower() in ("#ffffff", "#fff", "white")
    if not white or ground not in (sizes, ["100%", "100%"]):
        yield "no white ground"
    small = [s for s in re.findall(r'font-size="([\d.]+)', text) if float(s) < 14]
    if small or "font-size" not in text:
        yield f"letters of {small}"
    if re.search(r"<(script|style|foreignObject)", text):
        yield "more than a picture"


@pytest.mark.parametrize("lesson", LESSONS)
def test_lesson_has_a_picture(lesson):
    assert [p for p in PICTURES if p.parent.name == lesson]


@pytest.mark.parametrize("path", PICTURES, ids=lambda p: p.stem)
def test_picture(path):
    assert list(wrong_svg(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (' role="img"', ""),
        ("<title>", "<title></title><desc>"),
        ("#ffffff", "none"),
        ('font-size="15"', 'font-size="9"'),
        ("font-size", "class"),
        ("</svg>", "<script/></svg>"),
    ],
)
def test_fault_of_a_picture_is_found(old, new):
    text = (ROOT / "source/01_einsum_scores/score_table.svg").read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new, -1 if new == "class" else 1)
    if "<desc>" in new:
        text = text.replace("</title>\n", "</desc>\n", 1)
    assert list(wrong_svg(text)) != []


# --- what is released ------------------------------------------------------------------


def given_away(source, released):
    """Lines of solutions and hidden tests that a released code cell shows."""
    shown = {line.strip() for cell in code(released) for line in cell.source.splitlines()}
    for cell in code(source):
        hidden = re.findall(r"(?ms)### BEGIN HIDDEN TESTS\n(.*?)^### END", cell.source)
        secret = solution_of(cell) + "\n".join(hidden)
        if cell.id.startswith("hidden-") and find(released, cell.id).source.count("\n"):
            yield f"{cell.id}: more than its first line"
        for line in solution_of(cell).splitlines():
            if len(line.strip()) > 15 and line.strip() in shown:
                yield f"{cell.id}: {line.strip()}"
        if secret and "### " in find(released, cell.id).source:
            yield f"{cell.id}: a marker"


@pytest.mark.parametrize("lesson", LESSONS)
def test_release_gives_no_solution_and_no_hidden_test_away(lesson):
    released = nbformat.read(ROOT / "release" / lesson / f"{lesson}.ipynb", as_version=4)
    assert list(given_away(NOTEBOOKS[lesson], released)) == []


def test_solution_that_is_released_is_found():
    source = NOTEBOOKS["01_einsum_scores"]
    assert list(given_away(source, source)) != []
