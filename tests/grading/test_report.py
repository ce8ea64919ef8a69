"""What the class got wrong: counted from real attempts, in the terminal, as a page, as CSV."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser

import pytest
from conftest import new_course, submit

from dikkat.course import Course
from dikkat.grading.class_run import grade_class
from dikkat.grading.pages import class_report as report
from dikkat.grading.pages import feedback
from dikkat.grading.records.results import Result, all_results
from dikkat.teaching import bank

LESSON = "01_einsum_scores"
FORMULA, TAG = "=HYPERLINK(1)", "<b>fatih<∕b>"  # names that students have
NO_SCALE = "return np.einsum('bhsd,bhtd->bhst', q, k)"
DIVIDED_BY_D = f"{NO_SCALE} / q.shape[-1]"
CLASS = {"ada": None, "cem": NO_SCALE, "defne": NO_SCALE, "elif": DIVIDED_BY_D, FORMULA: ""}


@pytest.fixture(scope="session")
def course(tmp_path_factory) -> Course:
    """A class of which it is known what each of them did."""
    course = new_course(tmp_path_factory.mktemp("report") / "course", [LESSON])
    solved = bank.solutions(course.lesson(LESSON))
    for student, answer in CLASS.items():
        cells = solved
        if answer:
            cells = solved | {"exercise-scores": f"def attention_scores(q, k):\n    {answer}"}
        cells = {} if answer == "" else cells
        submit(course, student, LESSON, bank.submission(course, course.lesson(LESSON), cells))
    broken = submit(course, TAG, LESSON, course.lesson(LESSON).released)
    (broken / f"{LESSON}.ipynb").write_text("not a notebook")
    grade_class(course, course.lessons([LESSON]))
    return course


@pytest.fixture(scope="session")
def results(course):
    return all_results(course)


@pytest.fixture(scope="session")
def written(course, results):
    """(the lesson's report, path of the page) as `dikkat grade` writes them."""
    reports, page = report.write(course, results)
    return reports[0], page


def check_of(found: report.LessonReport, name: str) -> report.CheckReport:
    return next(check for check in found.checks if check.id == name)


def test_misconceptions_are_counted_by_check(written):
    example = check_of(written[0], "check-example")
    assert dict(example.mistakes) == {"no-scale": 2, "divided-by-d": 1, "not-written": 1}
    assert example.mistakes[0] == ("no-scale", 2)
    assert example.passed == ["ada"]
    assert sorted(example.failed) == sorted(set(CLASS) - {"ada"})


def test_submission_that_could_not_be_read_says_nothing_about_a_check(written):
    assert {len(c.passed) + len(c.failed) for c in written[0].checks} == {len(CLASS)}


def test_check_that_tells_nobody_apart_is_named(course, results):
    only_wrong = [r for r in results if r.student in ("cem", "defne", "elif")]
    [found] = report.of_course(course, only_wrong)
    verdicts = {check.id: check.verdict for check in found.checks}
    assert verdicts["check-example"] == "everybody failed"
    assert verdicts["hidden-answer-scale"] == "nobody failed"
    assert "everybody failed" in report.text([found]) and "nobody failed" in report.text([found])


def test_who_needs_a_word(written):
    words = written[0].words
    assert set(words) >= {FORMULA, TAG} and "ada" not in words
    assert words[FORMULA] == "submitted with nothing written"
    assert "cannot be read" in words[TAG]


def test_terminal_says_it_in_a_few_lines(written):
    text = report.text([written[0]], width=80)
    lines = text.splitlines()
    assert len(lines) <= 12 and max(map(len, lines)) <= 80
    assert "Einsum scores (6 submissions)" in lines[0]
    assert "2\N{NO-BREAK SPACE}× no scale" in text
    assert "talk to" in text


def test_table_is_harmless_in_a_spreadsheet(written, results):
    text = written[1].with_suffix(".csv").read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["student"] for row in rows} == {f"'{FORMULA}", *(r.student for r in results)} - {
        FORMULA
    }
    for row in rows:
        assert not any(value[:1] in ("=", "+", "-", "@", "\t", "\r") for value in row.values())
    points = sum(float(row["points"] or 0) for row in rows if row["student"] == "cem")
    assert points == next(r.score for r in results if r.student == "cem")
    met = [row["misconception"] for row in rows if row["student"] == "elif" and row["passed"]]
    assert "divided-by-d" in met


@pytest.mark.parametrize(
    ("cell", "harmless"),
    [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), (" =1", "' =1"),
        ("\t=1", "\\t=1"), ("\r=1", "\\r=1"), ("ada", "ada"), ("", ""), ("a=1", "a=1"),
        ("a;=1", "a;'=1"), ('a";=1', 'a";\'=1'), ('a; "=1', "a;' \"=1"), ("a;b;-1", "a;b;'-1"),
        (";@x", ";'@x"), (";=1;=2", ";'=1;'=2"), ("a\n=1", "a\\n=1"), ("a\t=1", "a\\t=1"),
        ("\uff1d1", "'\uff1d1"), ("a - b; c", "a - b; c"), ("\u202eabc", "\\u202eabc"),
        ("1\xa0× x", "1\xa0× x"),
    ],
)  # fmt: skip
def test_formula_becomes_text(cell, harmless):
    assert report._harmless(cell) == harmless


class Page(HTMLParser):
    """Collects what the tests ask of a page."""

    def __init__(self, text: str):
        super().__init__()
        self.tags, self.links, self.words = [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.links += [v for k, v in attributes if k in ("href", "src", "action", "data")]

    def handle_data(self, data):
        self.words += data


def test_page_needs_no_network_and_has_the_numbers_of_its_chart(written):
    text = written[1].read_text(encoding="utf-8")
    page = Page(text)
    assert page.links == ["class.csv"] and "url(" not in text and "@import" not in text
    assert "script" not in [tag for tag, _ in page.tags] and "b" not in [t for t, _ in page.tags]
    chart = next(attributes for tag, attributes in page.tags if tag == "svg")
    assert chart["role"] == "img" and "table below" in chart["aria-label"]
    # Each bar says its number in words, and the table says it again.
    assert len(written[0].checks) == 10
    for check in written[0].checks:
        count = f"{len(check.passed)} of {len(check.passed) + len(check.failed)}"
        assert page.words.count(check.id) >= 2 and count in page.words
    assert "2 × no scale: These are plain dot products" in re.sub(r"\s+", " ", page.words)
    assert FORMULA in page.words and TAG in page.words


def test_both_pages_have_one_style(written, course, results):
    lesson = course.lesson(LESSON)
    own = feedback.page(lesson, lesson.released, Result(LESSON, "ada", 10))
    style = re.compile(r"<style>.*</style>", re.S)
    assert style.search(own)[0] == style.search(written[1].read_text(encoding="utf-8"))[0]
