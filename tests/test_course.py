"""The course folder and its lessons, the bank's format, the sample class, `dikkat doctor`."""

from __future__ import annotations

import sys

import nbformat
import pytest
from conftest import LESSONS, ROOT, new_course, run

from dikkat.course import Course, CourseError, is_test, property_of
from dikkat.teaching import bank, sample

COURSE = Course(ROOT)


@pytest.mark.parametrize(
    ("text", "lesson"),
    [
        ("1", "01_einsum_scores"),
        ("04", "04_padded_sentences"),
        ("05_causal_head", "05_causal_head"),
        ("merge", "02_merge_heads"),
        ("Causal", "05_causal_head"),
        ("submitted/ayse/03_einsum_attention/", "03_einsum_attention"),
        ("release/02_merge_heads/02_merge_heads.ipynb", "02_merge_heads"),
    ],
)
def test_a_lesson_can_be_named_by_number_name_or_path(text, lesson):
    assert COURSE.resolve(text) == lesson


@pytest.mark.parametrize(
    ("text", "words"),
    [("17", "is not a lesson of this course"), ("einsum", "matches more than one lesson")],
)
def test_a_name_that_is_wrong_is_answered_with_those_that_are_right(text, words):
    with pytest.raises(CourseError, match=words) as error:
        COURSE.resolve(text)
    assert all(name in str(error.value) for name in LESSONS)


def test_the_course_is_found_from_inside_and_missed_with_a_reason(tmp_path):
    assert Course.find(ROOT / "source" / LESSONS[0]).root == ROOT
    with pytest.raises(CourseError, match="is not inside a course"):
        Course.find(tmp_path)


@pytest.mark.parametrize("name", LESSONS)
def test_every_check_says_which_property_it_tests(name):
    properties = [property_of(c) for c in COURSE.lesson(name).source.cells if is_test(c)]
    assert properties and len(set(properties)) == len(properties)
    assert [p for p in properties if len(p) <= 10] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# points: 4\n# why: x\n# says: y\ndef f(): pass\n", "in the header is not"),
        ("# points: 4\nsays: y\n# %% exercise\npass\n", "in the header is not"),
        ("# points: 4\n# says: y\n# %% exercise\npass\n", "exactly one `# why:`"),
        ("# points: 4\n# why: y\n", "a cell id after"),
    ],
)
def test_an_attempt_with_a_broken_header_says_what_is_wrong(tmp_path, text, words):
    path = tmp_path / "wrong_x.py"
    path.write_text(text)
    with pytest.raises(ValueError, match=words):
        bank.read(path)


def test_the_sample_class_differs_and_touches_nothing_that_exists(tmp_path):
    course = new_course(tmp_path / "course", [LESSONS[0]])
    (course.root / "tests").mkdir()
    (course.root / "tests" / "attempts").symlink_to(ROOT / "tests" / "attempts")
    students = len(sample.CLASS)
    assert students >= 12
    assert sample.make(course) == (students, 0)
    paths = sorted(course.root.glob(f"submitted/*/{LESSONS[0]}/{LESSONS[0]}.ipynb"))
    texts = {p.read_text() for p in paths}
    assert len(paths) == students and len(texts) >= students - 4
    paths[0].write_text("mine")
    assert sample.make(course) == (0, students)
    assert paths[0].read_text() == "mine"
    nbformat.validate(nbformat.read(paths[1], as_version=4))


@pytest.mark.parametrize(
    ("level", "words", "status"),
    [
        ("full", "every file but Python's own", 0),
        ("reduced", "still see which processes run", 0),
        ("none", "Grading other people's work refuses", 1),
    ],
)
def test_doctor_names_the_sandbox_and_what_it_does_not_stop(level, words, status):
    done = run("dikkat", "doctor", cwd=ROOT, check=False, DIKKAT_SANDBOX=level)
    assert f"Sandbox for other people's code: {level}" in done.stdout
    assert words in done.stdout and done.returncode == status, done.stdout + done.stderr
    assert f"Python {sys.version.split()[0]}" in done.stdout and "Fork server: once" in done.stdout
