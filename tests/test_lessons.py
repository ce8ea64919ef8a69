"""Every figure that a lesson shows is what its code gives, to the digit.

The solved notebooks run as a teacher runs them, in a Jupyter kernel, with a last cell that
prints what the tests ask for.
"""

from __future__ import annotations

import ast
import json
import math
import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import nbformat
import numpy as np
import pytest
import torch
from conftest import LESSONS, ROOT
from nbclient import NotebookClient

from dikkat.course import grade_id, is_solution, is_test

HEADER = {  # lesson: (level, minutes)
    "01_einsum_scores": ("beginner", 25),
    "02_merge_heads": ("beginner", 20),
    "03_einsum_attention": ("beginner", 25),
    "04_padded_sentences": ("intermediate", 35),
    "05_causal_head": ("intermediate", 40),
    "06_multi_head": ("intermediate", 45),
}
EXERCISES = {  # lesson: the first lines of the functions that are to be written
    "01_einsum_scores": ["attention_scores(q, k)", "scores_anywhere(q, k)"],
    "02_merge_heads": ["merge_heads(x)", "split_heads(x, H)"],
    "03_einsum_attention": [
        "attention(Q, K, V)",
        "attention_report(Q, K, V)",
        "attention_any(Q, K, V)",
    ],
    "04_padded_sentences": [
        "encode(sentence, vocab, n)",
        "dikkat(Q, K, V, pad)",
        "fold(text)",
    ],
    "05_causal_head": [
        "uniform_average(h)",
        "causal_head(h, query, key, value)",
        "newest(h, query, key, value)",
    ],
    "06_multi_head": [
        "split_heads(x, H)",
        "merge_heads(x)",
        "multi_head_attention(h, query, key, value, output, H, pad=None)",
        "silence(h, query, key, value, output, H, head)",
    ],
}
TABLE = """
1.0
0.155 0.845
0.442 0.21 0.348
0.217 0.158 0.187 0.438
0.24 0.207 0.151 0.16 0.242
0.211 0.134 0.148 0.152 0.18 0.175
0.1 0.097 0.264 0.263 0.068 0.19 0.018
0.157 0.202 0.079 0.094 0.182 0.141 0.041 0.103
""".split("\n")[1:-1]

# {lesson: {name: an expression, of which the last cell prints the value}}
ASKED: dict[str, dict[str, str]] = {
    "01_einsum_scores": {
        "example": "attention_scores(q, k).tolist()",
        "shape": "attention_scores(q, k).shape",
        "predicted": "[np.einsum('ij,jk->ki', left, right).shape, predicted_sum]",
    },
    "02_merge_heads": {
        "merged": "merge_heads(x).tolist()",
        "reshaped": "x.reshape(1, 2, 4).tolist()",
        "back": "np.array_equal(split_heads(merge_heads(x), 2), x)",
        "predicted": "[long_line, new_shape]",
    },
    "03_einsum_attention": {
        "shapes": "[list(t.shape) for t in (Q, K, V)]",
        "report": "str(attention_report(Q, K, V))",
        "example": "[t.round(decimals=3).tolist() for t in attention("
        "torch.tensor([[[2.0, 0, 0, 0], [0, 0, 0, 0]]]), torch.eye(3, 4)[None], "
        "torch.tensor([[[10.0, 0], [0, 10], [0, 0]]]))]",
        "same": "torch.allclose(attention(Q, K, V)[0], "
        "torch.nn.functional.scaled_dot_product_attention(Q, K, V), rtol=1e-3, atol=1e-4)",
    },
    "04_padded_sentences": {
        "vocab": "vocab",
        "X": "X.tolist()",
        "encoded": "[encode(s, vocab, 5) for s in sentences]",
        "sentences": "sentences",
        "pad": "bool((pad == (X == 0)).all())",
        "shapes": "[E.shape, Wq.shape, H.shape, out.shape, A.shape]",
        "E": "E.tolist()",
        "W": "[Wq.tolist(), Wk.tolist(), Wv.tolist()]",
        "H": "bool((H == E[X]).all())",
        "A": "A.tolist()",
        "scores": "(Q @ K.swapaxes(1, 2) / 8**0.5).tolist()",
    },
    "05_causal_head": {
        "text": "text",
        "alphabet": "alphabet",
        "windows": "list(windows.shape)",
        "layers": "[str(layer) for layer in (tokens, positions, query, key, value)]",
        "weights": "weights.tolist()",
        "dots": "(query(h) @ key(h).transpose(-2, -1))[0].tolist()",
    },
    "06_multi_head": {
        "text": "text",
        "windows": "list(windows.shape)",
        "split": "split_heads(torch.arange(12).reshape(1, 3, 4), 2).tolist()",
        "plain view": "torch.arange(12).view(1, 2, 3, 2).tolist()",
        "position": "position",
        "row": "one[0, 0, 3, :4].tolist()",
        "layers": "[[*layer.weight.shape, layer.bias is not None] "
        "for layer in (query, key, value, output)]",
        "parameters": "sum(p.numel() for layer in (query, key, value, output) "
        "for p in layer.parameters())",
        "weights": "multi_head_attention(h, query, key, value, output, 2)[1][0, :, 3, :4].tolist()",
        "dots": "(split_heads(query(h), 2)[0, 1, 3] "
        "@ split_heads(key(h), 2)[0, 1, :4].transpose(0, 1)).tolist()",
        "seen": "[(multi_head_attention(h[:1, :4], query, key, value, output, 4, pad)[1][0, 0] > 0)"
        ".tolist() for pad in (None, torch.tensor([[True, False, False, False]]))]",
        "pads": "[list(torch.zeros(2, 3)[i].shape) for i in "
        "(np.s_[:, None, None, :], np.s_[:, None, :, None], np.s_[:, None, :])]",
        "sizes": "[len(learn), len(test)]",
        "floor": "floor",
        "trained": "{name: [*evaluate(model), losses[0], losses[-1]] "
        "for name, (model, losses) in trained.items()}",
        "ten starts": "[[evaluate(train(heads, start, '')[0])[0] for start in range(10)] "
        "for heads in (1, 4)]",
    },
}


TEXT = Path(__file__).read_text(encoding="utf-8")


def solved(lesson):
    """The source notebook with a last cell that prints what ASKED asks for."""
    notebook = nbformat.read(ROOT / "source" / lesson / f"{lesson}.ipynb", as_version=4)
    asked = ", ".join(f"{name!r}: {value}" for name, value in ASKED.get(lesson, {}).items())
    code = f"import json\nimport numpy as np\nprint(json.dumps({{{asked}}}))"
    notebook.cells.append(nbformat.v4.new_code_cell(code))
    return notebook


def execute(lesson):
    notebook = solved(lesson)
    folder = str(ROOT / "source" / lesson)
    where = {"metadata": {"path": folder}}
    # One wrong cell must not hide what the others give.
    # No time limit: a busy machine takes long to start a kernel, and to train.
    client = NotebookClient(
        notebook, timeout=None, startup_timeout=1000, allow_errors=True, resources=where
    )
    client.execute()
    return notebook


@pytest.fixture(scope="session")
def executed():
    longest_first = LESSONS[::-1]
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(longest_first, pool.map(execute, longest_first), strict=True))


@pytest.fixture(scope="session")
def printed(executed):
    """{lesson: {cell id: what it printed}}"""
    return {
        lesson: {
            cell.id: "".join(o.text for o in cell.outputs if o.output_type == "stream")
            for cell in notebook.cells
            if cell.cell_type == "code"
        }
        for lesson, notebook in executed.items()
    }


@pytest.fixture(scope="session")
def values(executed):
    """{lesson: {name: the value that ASKED asks for}}; empty where its last cell failed."""
    found = {}
    for lesson, notebook in executed.items():
        outputs = notebook.cells[-1].outputs
        failed = any(o.output_type == "error" for o in outputs)
        # Training prints its progress before the values.
        said = "".join(o.get("text", "") for o in outputs).splitlines()
        found[lesson] = {} if failed else json.loads(said[-1])
    return found


@cache
def words(lesson) -> str:
    """All markdown of a lesson."""
    notebook = nbformat.read(ROOT / "source" / lesson / f"{lesson}.ipynb", as_version=4)
    return "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def rows(*numbers) -> str:
    """Numbers as a lesson's tables show them: three places, and 0 for a hidden key."""
    return " | ".join("0" if n == 0 else f"{n:.3f}" for n in numbers)


# --- all lessons -----------------------------------------------------------------------


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_figure_of_the_lesson_is_checked_here(lesson):
    """A new lesson is found by itself; what its figures are, only these tables can say."""
    tables = {
        "HEADER": (HEADER, "its level and minutes"),
        "EXERCISES": (EXERCISES, "the functions that are to be written"),
        "ASKED": (ASKED, "the values that its solved notebook must give, with tests of them"),
        "WORDS": ([name for name, _ in WORDS], "the figures that its text says"),
        "OUTPUT": ([name for name, *_ in OUTPUT], "what its cells print"),
    }
    missing = [
        f"{lesson} is not in {name} of {__name__}.py: add {what}."
        for name, (table, what) in tables.items()
        if lesson not in table
    ]
    assert not missing, "\n".join(missing)
    # A table that is right, and no test that reads it, would check nothing.
    name = f"test_{lesson[:2]}_"
    tests = re.findall(rf"(?m)^def {name}\w+\(.*\bvalues\b", TEXT)
    assert tests, f"No {name}... of {__name__}.py reads the values of {lesson}: add one."


def test_the_tables_name_no_lesson_that_is_gone():
    for table in (HEADER, EXERCISES, ASKED, dict(WORDS), {name: 0 for name, *_ in OUTPUT}):
        assert set(table) <= set(LESSONS)


@pytest.mark.parametrize("lesson", LESSONS)
def test_header_names_level_minutes_and_points(lesson):
    level, minutes = HEADER[lesson]
    assert f"| {level} | {minutes} | 10 |" in words(lesson)
    assert words(lesson).split("\n")[2].startswith("You will be able to ")


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_check_passes_with_the_solution_and_nothing_goes_to_stderr(executed, printed, lesson):
    for cell in executed[lesson].cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr", f"{cell.id}: {output.text}"
            assert output.output_type != "error", f"{cell.id}: {output.evalue}"
    checks = [c.id for c in executed[lesson].cells if "with Check(" in c.source]
    assert checks
    for name in checks:
        assert re.search(r"(?m)^✓ ", printed[lesson][name]), name
    pictures = [
        o
        for c in executed[lesson].cells
        for o in c.get("outputs", [])
        if "image/png" in o.get("data", {})
    ]
    assert pictures, "See it shows a picture"


@pytest.mark.parametrize("lesson", LESSONS)
def test_exercises_are_functions_with_these_arguments(lesson):
    notebook = nbformat.read(ROOT / "source" / lesson / f"{lesson}.ipynb", as_version=4)
    todo = "\n".join(c.source for c in notebook.cells if is_solution(c))
    assert re.findall(r'(?m)^def (.*):\n    """', todo) == EXERCISES[lesson]


@pytest.mark.parametrize("lesson", LESSONS)
def test_each_lesson_asks_three_questions_for_a_point_each(lesson):
    notebook = nbformat.read(ROOT / "source" / lesson / f"{lesson}.ipynb", as_version=4)
    asked = [c.source.split(" · ")[2][:11] for c in notebook.cells if is_test(c)]
    assert [a for a in asked if a.startswith("Question ")] == [f"Question {i}:" for i in (1, 2, 3)]
    answers = [grade_id(c) for c in notebook.cells if (grade_id(c) or "").startswith("answer-")]
    assert len(answers) == 3


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_shapes_to_match_are_all_listed_and_not_in_the_order_of_the_names(lesson):
    notebook = nbformat.read(ROOT / "source" / lesson / f"{lesson}.ipynb", as_version=4)
    cells = [c for c in notebook.cells if (grade_id(c) or "").startswith("answer-")]
    answer = re.search(r"### BEGIN SOLUTION\n\w+ = (.*)### END", cells[-1].source, re.S)[1]
    right = list(ast.literal_eval(answer).items())
    question = words(lesson).split("### Question 3")[1].split("\n## ")[0]
    listed = list(ast.literal_eval(f"[{re.search(r'one of (.*):', question)[1]}]"))
    assert re.findall(r'(?m)^- `"(.*)"`$', question) == [name for name, _ in right]
    assert sorted(listed) == sorted(shape for _, shape in right)
    assert listed != [shape for _, shape in right]


WORDS = [
    ("01_einsum_scores", "(1, 0, 0, 0) and (0, 2, 0, 0), and one key, (1, 1, 0, 0)"),
    ("01_einsum_scores", "the result has the shape (1, 1, 2, 1)"),
    ("02_merge_heads", "[0, 1, 4, 5]"),
    ("02_merge_heads", "[2, 3, 6, 7]"),
    ("02_merge_heads", "A plain reshape gives [0, 1, 2, 3] and [4, 5, 6, 7]"),
    ("03_einsum_attention", "2 texts of 4 positions, with head size 8"),
    ("04_padded_sentences", "It becomes `[1, 2, 3, 0, 0]`".replace("It", "it")),
    (
        "04_padded_sentences",
        "| film | çok | iyi | kötü | bir | oyuncular | ama | senaryo | dikkat |",
    ),
    (
        "04_padded_sentences",
        "| film | very | good | bad | a | the actors | but | the script | attention |",
    ),
    ("04_padded_sentences", "(10, 8), and `X` has the shape (5, 5)"),
    ("04_padded_sentences", "mask = pad[:, ____, :]"),
    ("05_causal_head", "Together [[5, 3], [1, 1]]"),
    ("05_causal_head", "1,200 invented names"),
    ("06_multi_head", "The shape goes from (1, 3, 4) to (1, 2, 3, 2)"),
    ("06_multi_head", "the scores are **2 and 0**, the weights 0.881 and 0.119"),
    ("06_multi_head", "its row 3 was 0.217 0.158 0.187 0.438"),
    ("06_multi_head", "= 1.193$$"),
    ("06_multi_head", "trains on 1,000 windows and tests on the other 199"),
    (
        "06_multi_head",
        "go from 32 numbers to 16, without a bias; `output` goes from 16 to 32,",
    ),
]


@pytest.mark.parametrize(("lesson", "text"), WORDS)
def test_figure_is_in_the_text(lesson, text):
    assert text in words(lesson)


OUTPUT = [
    ("01_einsum_scores", "given-example", "dot products: 1.0 2.0"),
    ("01_einsum_scores", "given-example", "divided by the square root of D: 0.5 1.0"),
    ("02_merge_heads", "given-example", "side by side:         [0 1 4 5]"),
    ("03_einsum_attention", "given-example", "tensor([0.5761, 0.2119, 0.2119])"),
    ("03_einsum_attention", "given-starter", "torch.Size([2, 4, 8])"),
    ("04_padded_sentences", "given-example", "9 entries: {'<pad>': 0, 'film': 1, 'çok': 2"),
    ("04_padded_sentences", "given-example", "weights [0.269 0.731]"),
    ("04_padded_sentences", "given-run", "(5, 5, 8) (5, 5, 5)\n"),
    ("04_padded_sentences", "given-run", "sentence 3, row 0: [1. 0. 0. 0. 0.]\n"),
    ("04_padded_sentences", "given-run", "weight on padding: 0.0\n"),
    ("04_padded_sentences", "given-run", "sentence 1, row 0: [0.273 0.585 0.142 0.    0.   ]\n"),
    ("05_causal_head", "given-example", "tensor([[5., 3.],\n        [1., 1.]])"),
    ("05_causal_head", "given-names", "1200 names, 19 characters:"),
    ("05_causal_head", "given-names", "window 0: 'kelolo\\nr'"),
    ("05_causal_head", "given-run", "every row adds up to 1: True"),
    ("05_causal_head", "given-run", "nothing is taken from later positions: True"),
    ("05_causal_head", "given-run", "position 0 takes only its own value: True"),
    ("05_causal_head", "given-run", "out is one attention head: True"),
    ("06_multi_head", "given-example", "head 0: [[[0, 1], [4, 5], [8, 9]]]\n"),
    ("06_multi_head", "given-example", "head 1: [[[2, 3], [6, 7], [10, 11]]]\n"),
    ("06_multi_head", "given-example", "the weights of scores 2 and 0: [0.881, 0.119]\n"),
    ("06_multi_head", "given-names", "1200 names: kelolo ratoto tabebe tigugu bunene"),
    ("06_multi_head", "given-names", "windows [1199, 8]   h of the first 32 [32, 8, 32]\n"),
    ("06_multi_head", "given-run", "one head:  weights [32, 1, 8, 8]   out [32, 8, 32]\n"),
    ("06_multi_head", "given-run", "four heads: weights [32, 4, 8, 8]   out [32, 8, 32]\n"),
    ("06_multi_head", "given-run", "row 3 of one head: 0.217 0.158 0.187 0.438\n"),
    ("06_multi_head", "given-model", "3571 numbers to learn\n"),
    ("06_multi_head", "given-train", "at best              loss 1.193   "),
    ("06_multi_head", "given-curve", "; the floor is 1.193.\n"),
]


@pytest.mark.parametrize(("lesson", "cell", "text"), OUTPUT)
def test_cell_prints(printed, lesson, cell, text):
    assert text in printed[lesson][cell]


PRINTS = re.compile(r"(?s)It prints:\n\n```text\n(.*?)```")


@pytest.mark.parametrize("lesson", [name for name in LESSONS if PRINTS.search(words(name))])
def test_what_the_text_says_a_cell_prints_is_what_it_prints(printed, lesson):
    def squeezed(text: str) -> str:
        return re.sub(" +", " ", re.sub(r"(?m)^✓ .*\n|[ \t]+$", "", text)).strip()

    real = [squeezed(text) for text in printed[lesson].values()]
    for shown in PRINTS.findall(words(lesson)):
        assert squeezed(shown) in real


def test_there_is_such_a_text():
    assert any(PRINTS.search(words(name)) for name in LESSONS)


# --- 01, 02, 03 ------------------------------------------------------------------------


def test_01_worked_example(values):
    got = values["01_einsum_scores"]
    assert got["example"] == [[[[0.5], [1.0]]]] and got["shape"] == [1, 1, 2, 1]
    assert got["predicted"] == [[4, 3], [11, 22, 33]]


def test_01_table_of_wrong_scales():
    dots = np.array([1.0, 2.0])
    for scale in (2, 1, 4, 1 / 2):
        shown = " | ".join(str(n) for n in dots / scale)
        assert f"| {shown} |" in words("01_einsum_scores")
    assert f"| {rows(*dots / 2**0.5)} |" in words("01_einsum_scores")


def test_02_worked_example(values):
    got = values["02_merge_heads"]
    assert got["merged"] == [[[0, 1, 4, 5], [2, 3, 6, 7]]]
    assert got["reshaped"] == [[[0, 1, 2, 3], [4, 5, 6, 7]]]
    assert got["back"] is True
    assert got["predicted"] == [[10, 30, 50, 20, 40, 60], [4, 2, 3]]


def test_03_report_and_example(values):
    got = values["03_einsum_attention"]
    report = (
        "{'score_shape': [2, 4, 4], 'attn_shape': [2, 4, 4], 'output_shape': [2, 4, 8], "
        "'attn_row_sums': [1.0, 1.0, 1.0, 1.0]}"
    )
    assert got["report"] == report and report in words("03_einsum_attention")
    assert got["shapes"] == [[2, 4, 8]] * 3 and got["same"] is True
    output, weights = got["example"]
    np.testing.assert_allclose(weights, [[[0.576, 0.212, 0.212], [0.333] * 3]], atol=1e-6)
    np.testing.assert_allclose(output, [[[5.761, 2.119], [3.333, 3.333]]], atol=1e-6)


def test_03_faults(values):
    text = words("03_einsum_attention")
    unscaled, columns = softmax(np.array([2.0, 0, 0])), np.exp([[1.0, 0, 0], [0, 0, 0]])
    columns /= columns.sum(axis=0)
    assert ", ".join(f"{n:.3f}" for n in unscaled) == "0.787, 0.107, 0.107"
    assert "2, 0, 0: 0.787, 0.107, 0.107" in text
    assert [f"{n:.3f}" for n in columns[:, 0]] == ["0.731", "0.269"]
    assert [f"{n:.3f}" for n in columns.sum(axis=1)] == ["1.731", "1.269"]
    assert "the columns, 0.731 0.269, 0.5 0.5 and 0.5 0.5" in text and "1.731 and 1.269" in text


# --- 04 --------------------------------------------------------------------------------


def test_04_vocabulary_and_ids(values):
    got = values["04_padded_sentences"]
    names = "<pad> film çok iyi kötü bir oyuncular ama senaryo".split()
    assert got["vocab"] == {name: i for i, name in enumerate(names)} and len(names) == 9
    assert got["sentences"] == [
        "film çok iyi", "çok kötü bir film", "iyi", "oyuncular iyi ama senaryo kötü", "kötü",
    ]  # fmt: skip
    X = [[1, 2, 3, 0, 0], [2, 4, 5, 1, 0], [3, 0, 0, 0, 0], [6, 3, 7, 8, 4], [4, 0, 0, 0, 0]]
    assert got["X"] == X and got["encoded"] == X and got["pad"] is True


def test_04_embeddings_and_layers_come_from_seed_0(values):
    got = values["04_padded_sentences"]
    rng = np.random.default_rng(0)
    np.testing.assert_array_equal(got["E"], rng.normal(size=(9, 8)) * 0.5)
    np.testing.assert_array_equal(got["W"], rng.normal(size=(3, 8, 8)) * 0.5)
    assert got["shapes"] == [[9, 8], [8, 8], [5, 5, 8], [5, 5, 8], [5, 5, 5]]
    assert got["H"] is True


def test_04_padding_queries_spread_over_the_words(values):
    A = np.array(values["04_padded_sentences"]["A"])
    assert [f"{n:.3f}" for n in A[0, 3]] == ["0.327", "0.317", "0.356", "0.000", "0.000"]
    np.testing.assert_allclose(A[0, 3], A[0, 4])
    assert "0.327, 0.317 and 0.356" in words("04_padded_sentences")


def test_04_rows_of_the_faults(values):
    text = words("04_padded_sentences")
    scores, A = (
        np.array(values["04_padded_sentences"]["scores"][0]),
        values["04_padded_sentences"]["A"],
    )
    plain = softmax(scores)
    hidden = np.array([False, False, False, True, True])
    bare = np.array(values["04_padded_sentences"]["X"]) == 0
    shown = [
        (f"| row 0 | {rows(*plain[0])} | 1 |", "no mask"),
        (f"| row 0 | {rows(*softmax(np.where(hidden, 0, scores))[0])} | 1 |", "a score of 0"),
        (f"| row 0 | {rows(*plain[0] * ~hidden)} | {(plain[0] * ~hidden).sum():.3f} |", "after"),
        (f"| row 1, bare `pad` | {rows(*softmax(np.where(bare, -1e9, scores))[1])} |", "bare"),
        (f"| row 1, right | {rows(*A[0][1])} |", "right"),
    ]
    assert [name for line, name in shown if line not in text] == []
    assert ", ".join(f"{n:.3f}" for n in plain[0]) in text


def test_04_turkish_letters():
    text = words("04_padded_sentences")
    assert "I".lower() == "i" and len("İYİ".lower()) == 5
    assert "the string has length 5" in text
    assert len("ko\u0308tu\u0308") == 6 and '"kötü" has length 6' in text


# --- 05 --------------------------------------------------------------------------------


def test_05_names(values):
    got = values["05_causal_head"]
    text = (ROOT / "source/05_causal_head/names.txt").read_bytes().decode("ascii")
    names = text.split("\n")
    assert names.pop() == "" and text == got["text"]
    assert len(names) == len(set(names)) == 1200
    rule = re.compile(r"[bdgklmnprstvz][aeiou]([bdgklmnprstvz][aeiou])\1")
    assert [name for name in names if not rule.fullmatch(name)] == []
    assert names[0] == "kelolo" and names[1].startswith("r")
    assert got["alphabet"] == list("\nabdegiklmnoprstuvz") and len(got["alphabet"]) == 19
    assert sorted(set(text)) == got["alphabet"]


def test_05_does_not_tell_the_rule_of_the_names():
    text = words("05_causal_head").lower()
    assert not re.search(r"syllable|repeat|twice|again the second", text)


def test_05_layers_and_windows(values):
    got = values["05_causal_head"]
    assert got["windows"] == [32, 8]
    linear = "Linear(in_features=32, out_features=16, bias=False)"
    assert got["layers"] == ["Embedding(19, 32)", "Embedding(8, 32)", linear, linear, linear]


def test_05_table_to_every_digit(values, printed):
    weights = values["05_causal_head"]["weights"][0]
    rounded = [" ".join(str(round(w, 3)) for w in row[: t + 1]) for t, row in enumerate(weights)]
    assert rounded == TABLE
    assert re.findall(r"(?m)^row \d +(.*)$", printed["05_causal_head"]["given-run"]) == TABLE
    assert all(w == 0 for t, row in enumerate(weights) for w in row[t + 1 :])


@pytest.mark.parametrize(
    "line",
    [
        "h [32, 8, 32]", "q, k and v [32, 8, 16]", "scores and weights [32, 8, 8]",
        "out [32, 8, 16]",
    ],
)  # fmt: skip
def test_05_prints_its_shapes(printed, line):
    assert line in printed["05_causal_head"]["given-run"].split("\n")


def test_05_rows_of_the_faults(values):
    text = words("05_causal_head")
    dots = np.array(values["05_causal_head"]["dots"])[3]
    later = np.arange(8) > 3
    right = softmax(np.where(later, -np.inf, dots / 4))
    shown = [
        f"| minus infinity | {rows(*right)} |",
        f"| 0 | {rows(*softmax(np.where(later, 0, dots / 4)))} |",
        f"| kept | {rows(*right)} |",
        f"| not kept | {rows(*softmax(dots / 4))} |",
        f"| nothing | {rows(*softmax(dots[:4]))} |",
        f"| √16, the head size | {rows(*right[:4])} |",
        f"| √32, the embedding size | {rows(*softmax(dots[:4] / 32**0.5))} |",
        f"| 16 | {rows(*softmax(dots[:4] / 16))} |",
    ]
    assert [line for line in shown if line not in text] == []


def test_05_table_does_not_depend_on_the_notebook():
    """The five lines and the alphabet alone give the table."""
    with torch.random.fork_rng():
        torch.manual_seed(0)
        tokens, positions = torch.nn.Embedding(19, 32), torch.nn.Embedding(8, 32)
        query, key = (torch.nn.Linear(32, 16, bias=False) for _ in range(2))
    ids = torch.tensor(["\nabdegiklmnoprstuvz".index(c) for c in "kelolo\nr"])
    h = tokens(ids) + positions(torch.arange(8))
    scores = (query(h) @ key(h).T / 4).masked_fill(torch.ones(8, 8).triu(1).bool(), -torch.inf)
    rounded = [
        " ".join(str(round(w, 3)) for w in row[: t + 1])
        for t, row in enumerate(torch.softmax(scores, -1).tolist())
    ]
    assert rounded == TABLE


# --- 06 --------------------------------------------------------------------------------


def test_06_worked_example_by_hand(values):
    got = values["06_multi_head"]
    text = words("06_multi_head")
    assert [len(got["split"]), *np.shape(got["split"][0])] == [1, 2, 3, 2]
    for place, whole in enumerate(np.arange(12).reshape(3, 4).tolist()):
        parts = [whole, *(head[place] for head in got["split"][0])]
        line = " | ".join(" ".join(map(str, part)) for part in parts)
        assert f"| position {place} | {line} |" in text
    assert rows(*softmax(np.array([2.0, 0.0]))) == "0.881 | 0.119"
    # Of twelve numbers in three rows of four: where those of head 0 come from, by a plain view.
    owners = [n // 4 for row in got["plain view"][0][0] for n in row]
    assert [owners.count(place) for place in range(3)] == [4, 2, 0]
    assert "head 0 holds two rows of position 0, one of position 1, and none of position 2" in text


def test_06_names_are_those_of_05_and_have_this_rule(values):
    got = values["06_multi_head"]
    assert got["text"] == values["05_causal_head"]["text"]
    names = got["text"].split()
    assert got["windows"] == [len(names) - 1, 8] and sum(got["sizes"]) == len(names) - 1
    assert got["sizes"] == [1000, 199]
    assert all(name[2:4] == name[4:6] for name in names)
    same = [p for p in range(4) if all(name[p] == name[4] for name in names)]
    assert same == [got["position"]]
    consonants, vowels = ({name[p] for name in names} for p in (0, 1))
    assert (len(consonants), len(vowels)) == (13, 5)
    assert "First letter and vowels are free choices: 13 consonants, 5 vowels" in words(
        "06_multi_head"
    )
    floor = (2 * math.log(5) + 2 * math.log(13)) / 7
    assert got["floor"] == floor and f"{floor:.3f}" == "1.193"


def test_06_one_head_is_lesson_05(values):
    got = values["06_multi_head"]
    assert [round(w, 3) for w in got["row"]] == [float(w) for w in TABLE[3].split()]
    assert f"its row 3 was {TABLE[3]}" in words("06_multi_head")


def test_06_layers(values):
    got = values["06_multi_head"]
    assert got["layers"] == [[16, 32, False]] * 3 + [[32, 16, True]]
    assert got["parameters"] == 3 * 32 * 16 + 16 * 32 + 32
    source = nbformat.read(ROOT / "source/06_multi_head/06_multi_head.ipynb", as_version=4)
    (answer,) = (c.source for c in source.cells if grade_id(c) == "answer-parameters")
    assert f"parameters = {got['parameters']}\n" in answer


def test_06_rows_of_the_faults(values):
    got = values["06_multi_head"]
    text = words("06_multi_head")
    dots = np.array(got["dots"])
    shown = [
        f"| nothing | {rows(*softmax(dots))} |",
        f"| √8, one head's size | {rows(*softmax(dots / 8**0.5))} |",
        f"| √16, the whole width | {rows(*softmax(dots / 16**0.5))} |",
        f"| √32, the embedding size | {rows(*softmax(dots / 32**0.5))} |",
    ]
    assert [line for line in shown if line not in text] == []
    np.testing.assert_allclose(got["weights"][1], softmax(dots / 8**0.5), atol=1e-5)
    check = nbformat.read(ROOT / "source/06_multi_head/06_multi_head.ipynb", as_version=4)
    (code,) = (c.source for c in check.cells if grade_id(c) == "check-weights")
    for row in got["weights"]:
        assert f"[{', '.join(f'{w:.3f}' for w in row)}]" in code


def test_06_masks_of_a_padded_text(values):
    text = words("06_multi_head")
    causal, both = (np.array(seen) for seen in values["06_multi_head"]["seen"])
    padding = np.array([False, True, True, True])  # which keys a mask of padding alone leaves
    for name, row in [
        ("causal only", causal[2]), ("padding only", padding), ("both, joined with or", both[2]),
    ]:  # fmt: skip
        line = " | ".join("reads" if seen else "hidden" for seen in row)
        assert f"| {name} | {line} |" in text
    # "rows 1 to 3 read from position 1 on, and row 0 reads only itself"
    assert both.tolist() == (np.tril(np.ones((4, 4), bool)) & (padding | np.eye(4, dtype=bool))
                             ).tolist()  # fmt: skip
    forms = zip(
        ["[:, None, None, :]` | (B, 1, 1, T)", "[:, None, :, None]` | (B, 1, T, 1)",
         "[:, None, :]` | (B, 1, T)"],
        values["06_multi_head"]["pads"],
        strict=True,
    )  # fmt: skip
    for line, shape in forms:
        assert f"| `pad{line} |" in text
        assert re.findall(r"\((.*)\)", line) == [
            ", ".join({2: "B", 3: "T"}.get(size, "1") for size in shape)
        ]


def test_06_training_ends_as_the_text_says(values, printed):
    """The numbers differ from machine to machine; what the text makes of them must not."""
    got = values["06_multi_head"]["trained"]
    loss = {name: found[0] for name, found in got.items()}
    repeated = {name: found[1] for name, found in got.items()}
    assert list(got) == [
        "plain average", "one head, start 0", "one head, start 7", "four heads, start 0",
    ]  # fmt: skip
    floor = values["06_multi_head"]["floor"]
    assert min(loss.values()) > floor
    for name in ("one head, start 7", "four heads, start 0"):
        assert loss[name] <= 1.30 and repeated[name] > 0.9
    for name in ("plain average", "one head, start 0"):
        assert loss[name] > 1.5 and repeated[name] < 0.75
    for name, (last, right, _, _) in got.items():
        line = f"{name:20} loss {last:.3f}   repeated letters right: {right:4.0%}\n"
        assert line in printed["06_multi_head"]["given-train"]
    curves = "; ".join(f"{name} from {f[2]:.2f} to {f[3]:.2f}" for name, f in got.items())
    assert f"Loss during training: {curves}; " in printed["06_multi_head"]["given-curve"]


def test_06_ten_starts(values):
    assert (
        "from ten starts, four heads came to a loss of 1.30 or below every time, and one head once"
    ) in words("06_multi_head")
    one, four = values["06_multi_head"]["ten starts"]
    assert len(one) == len(four) == 10
    assert sum(loss <= 1.30 for loss in one) == 1
    assert max(four) < 1.305


def test_06_heads_look_where_the_text_says_after_training(printed):
    said = printed["06_multi_head"]["given-picture"]
    looks = {
        (int(row), when): places
        for row, when, places in re.findall(r"(?m)^row (\d), (\w+) *: heads .* at (.*)$", said)
    }
    assert set(looks) == {(row, when) for row in (3, 4) for when in ("before", "after")}
    # "Row 3 fetches the consonant from position 2, row 4 the vowel from position 3."
    assert "2 (l)" in looks[3, "after"] and "3 (o)" in looks[4, "after"]


def test_06_the_model_writes_names_that_keep_the_rule(printed):
    said = printed["06_multi_head"]["given-write"]
    found = re.findall(r"(?m)^(.*): (\d+) of 199 names keep the rule, (\d+) of them are not", said)
    (plain, few, _), (heads, many, new) = found
    assert (plain, heads) == ("plain average", "four heads, start 0")
    assert int(few) < 50 and int(many) > 150 and 0 < int(new) < int(many)
