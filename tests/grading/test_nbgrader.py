"""nbgrader's own commands and pages on this course: feedback, formgrader, validate, export."""

from __future__ import annotations

import contextlib
import csv
import html
import html.parser
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from conftest import ROOT, environment, new_course, run, scores
from faults import LESSON, NAME, added, code, put, solved
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from traitlets.config import Config

from dikkat.course import Course
from dikkat.teaching import bank

RESHAPED = bank.read(
    ROOT / "tests" / "attempts" / LESSON / "wrong_plain_reshape.py"
).cells["exercise-merge"]  # fmt: skip
AUTOGRADE = {
    "nbgrader": ["nbgrader", "autograde", LESSON, "--force"],
    "dikkat": ["dikkat", "grade", LESSON, "--force"],
}
commands = pytest.mark.parametrize("command", AUTOGRADE.values(), ids=AUTOGRADE)


@pytest.fixture(scope="session")
def template(tmp_path_factory) -> Path:
    return new_course(tmp_path_factory.mktemp("nbgrader") / "course", [LESSON]).root


@pytest.fixture
def small(template, tmp_path) -> Course:
    """A course of its own, with nobody in it."""
    return Course(shutil.copytree(template, tmp_path / "course"))


def gradebook(course: Course) -> Gradebook:
    return Gradebook(f"sqlite:///{course.root / 'gradebook.db'}")


# --- pages ------------------------------------------------------------------------------------

HOSTILE_OUTPUTS = {
    "script": 'display(HTML("<script>PWNED()</script>"))',
    "script in capitals": 'display(HTML("<SCRIPT >PWNED()</SCRIPT >"))',
    "unclosed script": 'display(HTML("<script>PWNED()"))',
    "handler": 'display(HTML("<img src=x onerror=PWNED()>"))',
    "handler without spaces": 'display(HTML("<svg/onload=PWNED()>"))',
    "frame": """display(HTML("<iframe srcdoc='<script>PWNED()</script>'></iframe>"))""",
    "link": 'display(HTML("<a href=javascript:PWNED()>x</a>"))',
    "hidden link": 'display(HTML("<a href=\'java\\tscript:PWNED()\'>x</a>"))',
    "form": 'display(HTML("<form action=https://pwned.example><input name=a></form>"))',
    "remote picture": 'display(HTML("<img src=https://pwned.example/x.png>"))',
    "style": 'display(HTML("<style>body{background:url(https://pwned.example/)}</style>"))',
    "refresh": 'display(HTML("<meta http-equiv=refresh content=0;url=https://pwned.example>"))',
    "base": 'display(HTML("<base href=https://pwned.example>"))',
    "way out": 'display(HTML("</div></body><script>PWNED()</script>"))',
    "svg": "display(SVG(\"<svg xmlns='http://www.w3.org/2000/svg' onload='PWNED()'><script>"
           "PWNED()</script></svg>\"))",
    "javascript": 'display(Javascript("PWNED()"))',
    "markdown": 'display(Markdown("[x](javascript:PWNED()) <script>PWNED()</script>"))',
    "latex": 'display(Latex("$\\\\href{javascript:PWNED()}{x}$ <script>PWNED()</script>"))',
    "widget": 'display({"application/vnd.jupyter.widget-view+json": {"model_id": "PWNED"},'
              ' "text/html": "<script>PWNED()</script>"}, raw=True)',
    "picture that is none": 'display({"image/png": "\\"><script>PWNED()</script>"}, raw=True)',
    "jpeg that is none": 'display({"image/jpeg": "x\' onerror=\'PWNED()"}, raw=True)',
    "alt text": 'display({"image/png": "iVBORw0KGgo="}, raw=True,'
                ' metadata={"image/png": {"alt": "\\"onload=\\"PWNED()", "width": "1 onload=x"}})',
    "text": 'print("<script>PWNED()</script>")',
    "colours": 'print("\\x1b[31m<script>PWNED()</script>\\x1b]8;;javascript:PWNED()\\x07x")',
    "error": 'raise Exception("<script>PWNED()</script>")',
    "name of an error": 'raise type("<script>PWNED()</script>", (Exception,), {})("x")',
    "result": 'type("X", (), {"_repr_html_": lambda s: "<script>PWNED()</script>"})()',
    "own file": 'open("own.html", "w").write("<script>PWNED()</script>")',
    "own link": 'import os; os.symlink("/etc/passwd", "02_merge_heads.html")',
}  # fmt: skip
HOSTILE_TEXTS = [
    "<script>PWNED()</script>",
    "PWNED [x](javascript:PWNED()) [y]( JaVa&Tab;script:PWNED()) [z]: javascript:PWNED()",
    "<img src=x onerror=PWNED()> <b onclick=PWNED()>b</b> <svg onload=PWNED()></svg>",
    "![x](https://pwned.example/x.png) ![y](//pwned.example/x.png) ![z](/\\pwned.example/z.png)",
    "<a href='data:text/html,<script>PWNED()</script>'>y</a> <style>@import 'pwned';</style>",
    "$$ </span><script>PWNED()</script> $$ and $</x><img src=x onerror=PWNED()>$",
    "```html\n</pre><script>PWNED()</script>\n```",
    "<iframe srcdoc='<script>PWNED()</script>'></iframe><form action=https://pwned.example>",
    "<!-- --!><script>PWNED()</script> --> <details open ontoggle=PWNED()>x</details>",
]
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
# Text cells that could make a page fail: nothing in them may.
ODD_TEXTS = [
    "Mine: ![mine](attachment:a.png) and ![spaced](<attachment:b c.png>)",
    "<img src='attachment:a.png' onerror='PWNED()'> [not a picture](attachment:a.png)",
    "![missing](attachment:none.png) ![](attachment:) ![x](attachment:../a.png)",
    "![SVG](attachment:s)",
    "![broken](attachment:a.png", "![x](<attachment:a.png> 'title' 'two')", "\\begin{a}" * 900,
    "> " * 3000 + "deep", "[" * 9000, "- " * 3000, "<div>" * 1900, "<b>" * 3000, "*_" * 4000,
    "\n".join(" " * n + "- a" for n in range(150)), "#" * 9000, "x" * 200_000, "|a" * 4000,
    "<table><tr><td>" * 500, "</div></div></body></html>", "{{ 7 * 7 }} {% raw %}", "\x00\x1b[2J",
    "```no-such-language\nx\n```", "```mermaid\ngraph TD\n```", "$$\n" * 999, "&#0; &#xd83d; &x;",
    "<!--", "<![CDATA[", "<?php", "<svg><p>" * 800, "<select><option>" * 500, "[a]: b\n" * 900,
]  # fmt: skip
HOSTILE_SOLUTION = RESHAPED + '\n\n"</pre><script>PWNED()</script>"'
HOSTILE_MESSAGE = (
    "def merge_heads(x):\n"
    "    raise ValueError('</pre><script>PWNED()</script>"
    "<img onerror=PWNED()>')"
)


class Page(html.parser.HTMLParser):
    """What a browser would act on in a page."""

    def __init__(self, text: str):
        super().__init__(convert_charrefs=True)
        self.scripts, self.tags, self.acts, self._in_script = [], [], [], False
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self._in_script = tag == "script"
        self.tags.append(tag)
        if tag == "script":
            self.scripts.append(repr(attrs))
        for name, value in attrs:
            plain = re.sub(r"[\s\x00-\x20]", "", value or "").lower()
            if name.startswith("on") or "javascript:" in plain or plain.startswith("data:text"):
                self.acts.append((tag, name, value))
            if (
                name in ("src", "href", "action", "srcset", "srcdoc", "data")
                and "pwned.ex" in plain
            ):
                self.acts.append((tag, name, value))

    def handle_data(self, data):
        if self._in_script:
            self.scripts.append(data.strip())
        else:
            self.words += data

    def handle_endtag(self, tag):
        self._in_script = False


@pytest.fixture(scope="session")
def pages(template, tmp_path_factory):
    """{(which, student): a page's text} of feedback by both ways and of the formgrader."""
    course = Course(shutil.copytree(template, tmp_path_factory.mktemp("pages") / "course"))
    put(course, "honest", solved(course))
    put(course, "wrong", solved(course, exercise_merge=RESHAPED))
    cells = [code(f"from IPython.display import *\n{text}") for text in HOSTILE_OUTPUTS.values()]
    hostile = solved(course, exercise_merge=HOSTILE_SOLUTION)
    texts = [
        {"cell_type": kind, "id": f"{kind}-{number}", "metadata": {}, "source": text}
        for number, text in enumerate(HOSTILE_TEXTS)
        for kind in ("markdown", "raw")
    ]
    added(9, *cells, *texts)(hostile)
    put(course, "hostile", hostile)
    raising = solved(course, exercise_merge=HOSTILE_MESSAGE)
    put(course, "raising", raising)
    odd = solved(course)
    pictures = {
        "a.png": {"image/png": PNG}, "b c.png": {"image/png": PNG},
        "s": {"image/svg+xml": "<svg onload='PWNED()'/>"},
    }  # fmt: skip
    added(9, *[
        {"cell_type": "markdown", "id": f"odd-{number}", "metadata": {}, "source": text,
         "attachments": pictures}
        for number, text in enumerate(ODD_TEXTS)
    ])(odd)  # fmt: skip
    put(course, "odd", odd)
    found = {}

    def keep(which: str) -> None:
        for path in course.root.glob("feedback/*/*/*"):
            assert path.is_file() and not path.is_symlink()
            assert path.name in {f"{LESSON}.html", *course.lesson(LESSON).files}, path
            if path.suffix == ".html":
                found[which, path.parts[-3]] = path.read_text()

    run("nbgrader", "autograde", LESSON, cwd=course.root)
    run("nbgrader", "generate_feedback", LESSON, cwd=course.root)
    keep("nbgrader")
    found |= {("formgrader", who): page for who, page in formgrader_pages(course).items()}
    run("dikkat", "grade", cwd=course.root, check=False)
    keep("dikkat")
    return found


def formgrader_pages(course: Course) -> dict[str, str]:
    """{student: the formgrader's page of the submission}, from a real Jupyter server."""
    # A socket in a folder of its own: a free port may be somebody else's by the time it is used.
    address = os.path.join(tempfile.mkdtemp(prefix="jupyter-", dir="/tmp"), "socket")
    server = subprocess.Popen(
        ["jupyter", "server", "--no-browser", "--allow-root", f"--ServerApp.sock={address}",
         "--IdentityProvider.token="],
        cwd=course.root, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip

    def get(path: str) -> str:
        connection = http.client.HTTPConnection("localhost")
        with contextlib.closing(connection), socket.socket(socket.AF_UNIX) as connection.sock:
            connection.sock.connect(address)
            connection.request("GET", path)
            answer = connection.getresponse()
            text = answer.read().decode()
        if answer.status in (301, 302):
            return get(answer.headers["Location"])
        assert answer.status == 200, f"{path}: {answer.status} {answer.reason}"
        return text

    try:
        while True:
            try:
                get("/api/status")
                break
            except OSError:
                assert server.poll() is None, "the Jupyter server ended"
                time.sleep(0.2)
        with gradebook(course) as book:
            ids = {s.student.id: s.id for s in book.notebook_submissions(LESSON, LESSON)}
        return {student: get(f"/formgrader/submissions/{i}") for student, i in ids.items()}
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(os.path.dirname(address))


@pytest.mark.parametrize("student", ["hostile", "raising"])
@pytest.mark.parametrize("which", ["nbgrader", "formgrader", "dikkat"])
def test_page_does_nothing_that_a_student_wants(pages, which, student):
    honest, page = Page(pages[which, "honest"]), Page(pages[which, student])
    assert "PWNED" in page.words  # it is shown, as text
    assert {script for script in page.scripts if "var submission_id" not in script} <= set(
        honest.scripts
    )
    assert not [act for act in page.acts if act not in honest.acts]
    assert not {"iframe", "object", "embed", "base", "meta", "form"} & (
        set(page.tags) - set(honest.tags)
    )
    assert page.tags.count("svg") <= honest.tags.count("svg")
    assert page.tags.count("style") <= honest.tags.count("style")
    assert "/etc/passwd" not in pages[which, "honest"] and "root:x:0" not in pages[which, student]


def test_pasted_pictures_are_shown_in_the_formgrader(pages):
    page = Page(pages["formgrader", "odd"])
    assert pages["formgrader", "odd"].count(f"data:image/png;base64,{PNG}") == 3
    assert "attachment:none" not in page.words
    assert "Mine:" in page.words and "{{ 7 * 7 }}" in page.words and "x" * 50_000 in page.words


@pytest.mark.parametrize("which", ["nbgrader", "formgrader", "dikkat"])
def test_no_text_cell_makes_a_page_fail(pages, which):
    assert "PWNED" not in pages[which, "odd"]
    honest = Page(pages[which, "honest"]).acts
    assert not [act for act in Page(pages[which, "odd"]).acts if act not in honest]


def secrets(course: Course) -> set[str]:
    """The lines of the hidden tests, without spaces."""
    shown = "".join("\n".join(c.source for c in course.lesson(LESSON).released.cells).split())
    lines = {
        "".join(line.split())
        for cell in course.lesson(LESSON).source.cells
        for line in cell.source.splitlines()
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
    return {line for line in lines if len(line) > 20 and line not in shown and '"' not in line}


@pytest.mark.parametrize("student", ["honest", "wrong", "hostile", "raising"])
@pytest.mark.parametrize("which", ["nbgrader", "dikkat"])
def test_feedback_shows_no_hidden_test(pages, template, which, student):
    hidden = secrets(Course(template))
    assert len(hidden) > 20
    words = "".join(Page(pages[which, student]).words.split())
    assert "HIDDENTESTS" not in words
    assert not {line for line in hidden if line in words}


def test_feedback_of_nbgrader_says_what_is_wrong(pages):
    words = " ".join(Page(pages["nbgrader", "wrong"]).words.split())
    assert "This is what a plain reshape gives" in words


# --- validate ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "says"),
    [({}, "Success! Your notebook passes all the tests."),
     ({"exercise_merge": RESHAPED}, "VALIDATION FAILED ON 2 CELL(S)")],
    ids=["right", "wrong"],
)  # fmt: skip
def test_validate(small, answers, says):
    path = put(small, "ada", solved(small, **answers))
    done = run("nbgrader", "validate", str(path), cwd=small.root)
    assert says in done.stdout
    assert ("This is what a plain reshape gives" in done.stdout) == bool(answers)


@pytest.mark.parametrize("kernel", ["conda-env-ml-py", "julia-1.9", ""])
def test_validate_uses_our_kernel(small, kernel):
    notebook = solved(small)
    notebook["metadata"]["kernelspec"] = {"name": kernel, "display_name": kernel}
    done = run("nbgrader", "validate", str(put(small, "ada", notebook)), cwd=small.root)
    assert "Success! Your notebook passes all the tests." in done.stdout, done.stderr[-2000:]


def test_validate_in_a_console_that_is_not_utf_8(small):
    wrong = RESHAPED.replace("\n", "\n    'ş→✓'\n", 1)
    path = put(small, "ada", solved(small, exercise_merge=wrong))
    command = ["nbgrader", "validate", str(path)]
    done = run(*command, cwd=small.root, PYTHONIOENCODING="ascii:strict")
    assert "VALIDATION FAILED ON" in done.stdout and "Traceback" not in done.stderr


# --- what a teacher added stays ---------------------------------------------------------------


@commands
def test_comments_and_points_of_a_teacher_survive_a_regrade(small, command):
    put(small, "ada", solved(small, exercise_merge=RESHAPED))
    put(small, "cem", solved(small))
    run(*command, cwd=small.root)
    with gradebook(small) as book:
        grade = book.find_grade("check-example", LESSON, LESSON, "ada")
        grade.manual_score, grade.extra_credit = 0.5, 0.25
        book.find_comment("exercise-merge", LESSON, LESSON, "ada").manual_comment = "Nearly."
        book.db.commit()
    put(small, "ada", solved(small, exercise_merge=RESHAPED, answer_start="start = 5"))
    run(*command, cwd=small.root)
    with gradebook(small) as book:
        grade = book.find_grade("check-example", LESSON, LESSON, "ada")
        assert (grade.manual_score, grade.extra_credit, grade.auto_score) == (0.5, 0.25, 0)
        assert grade.needs_manual_grade  # for another look
        comment = book.find_comment("exercise-merge", LESSON, LESSON, "ada")
        assert comment.comment == "Nearly."
    assert sum(scores(small, LESSON, "ada").values()) == 4 - 1 + 0.5 + 0.25
    assert sum(scores(small, LESSON, "cem").values()) == 10
    run("nbgrader", "generate_feedback", LESSON, "--force", cwd=small.root)
    page = small.root / "feedback" / "ada" / LESSON / f"{LESSON}.html"
    assert "Nearly." in page.read_text()


@commands
def test_answer_that_was_never_given_is_called_so(small, command):
    taught = small.lesson(LESSON)
    stub = next(c.source for c in taught.released.cells if c.id == "answer-start")
    put(small, "ada", solved(small, answer_start=stub))
    run(*command, cwd=small.root)
    with gradebook(small) as book:
        assert book.find_comment("answer-start", LESSON, LESSON, "ada").comment == "No response."
        assert book.find_comment("exercise-merge", LESSON, LESSON, "ada").comment is None


@commands
def test_late_penalties_and_export(small, command):
    with open(small.root / "nbgrader_config.py", "a") as config:
        config.write("\nc.LateSubmissionPlugin.penalty_method = 'zero'\n")
    due = "--duedate=2030-05-01 12:00:00 UTC"
    run("nbgrader", "db", "assignment", "add", LESSON, due, cwd=small.root)
    put(small, "early", solved(small), "2030-05-01 11:59:59 UTC")
    put(small, "late", solved(small, exercise_merge=RESHAPED), "2030-05-01 15:00:00 UTC")
    put(small, "no-time", solved(small))
    done = run(*command, cwd=small.root)
    assert re.search(
        r"late.*3.0 hours late|late.* is 10800.0 seconds late", done.stdout + done.stderr
    )
    run("nbgrader", "export", "--to", "grades.csv", cwd=small.root)
    with open(small.root / "grades.csv", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert {who: float(row["score"]) for who, row in rows.items()} == {
        "early": 10, "late": 0, "no-time": 10,
    }  # fmt: skip
    assert float(rows["late"]["raw_score"]) == 4
    assert float(rows["late"]["late_submission_penalty"]) == 4
    # The clock was wrong; the teacher gives another time, and grades again.
    put(small, "late", solved(small, exercise_merge=RESHAPED), "2030-05-01 10:00:00 UTC")
    run(*command, cwd=small.root)
    run("nbgrader", "export", "--to", "grades.csv", cwd=small.root)
    with open(small.root / "grades.csv", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert float(rows["late"]["score"]) == 4


# --- the two ways side by side ----------------------------------------------------------------


def test_both_ways_give_the_same_scores_and_can_follow_each_other(small):
    put(small, "ada", solved(small, exercise_merge=RESHAPED))
    put(small, "cem", solved(small))
    found = []
    for command in [*AUTOGRADE.values(), *AUTOGRADE.values()]:
        run(*command, cwd=small.root)
        found.append({who: scores(small, LESSON, who) for who in ("ada", "cem")})
    assert found == [found[0]] * 4
    assert (small.root / "autograded" / "ada" / LESSON / NAME).is_file()


def test_generate_by_nbgrader_takes_out_hidden_tests_and_solutions(template):
    text = (template / "release" / LESSON / NAME).read_text()
    words = "".join(
        "".join(
            json.loads(f'"{part}"') for part in re.findall(r'"((?:[^"\\]|\\.)*)"', text)
        ).split()
    )
    assert "HIDDENTESTS" not in words and "SOLUTION" not in words
    assert not {line for line in secrets(Course(template)) if line in words}


# --- times that cannot be read ----------------------------------------------------------------


def test_time_that_cannot_be_read_ends_nobody_elses_list(small):
    """The formgrader's list of a class, `collect`'s question and `generate_feedback`."""
    times = {
        "ada": "2030-05-01 11:59:59 UTC", "cem": "yesterday", "defne": "2030-05-01 15:00:00 +0300",
        "emre": "01.05.2030 12:00",
    }  # fmt: skip
    for student, stamp in times.items():
        put(small, student, solved(small), stamp)
    run("nbgrader", "autograde", LESSON, cwd=small.root)
    run("nbgrader", "generate_feedback", LESSON, cwd=small.root)
    config = Config(small.config)
    config.CourseDirectory.root = str(small.root)
    api = NbGraderAPI(config=config)
    found = {entry["student"]: entry for entry in api.get_submissions(LESSON)}
    assert {student: entry["timestamp"] for student, entry in found.items()} == {
        "ada": "2030-05-01T11:59:59", "cem": None, "defne": "2030-05-01T12:00:00", "emre": None,
    }  # fmt: skip
    assert all(entry["autograded"] for entry in found.values())
    for student in times:
        folder = small.submission_folder(LESSON, student)
        assert api.coursedir.get_existing_timestamp(str(folder)) is None or student in "ada defne"
    again = run("nbgrader", "autograde", LESSON, cwd=small.root)
    assert (again.stdout + again.stderr).count("Skipping existing assignment") == len(times)
