"""What wrong answers give on the inputs of a lesson's checks, computed from its fault model."""

from __future__ import annotations

import io

import pytest
from conftest import LESSONS, ROOT

from dikkat.course import FAULTS, HIDDEN_CHECKS, Course
from dikkat.faults import load
from dikkat.teaching import building

LESSON = "02_merge_heads"


@pytest.fixture(scope="session")
def built():
    return building.build(Course(ROOT), LESSON)


def test_every_lesson_has_a_fault_model_of_its_functions():
    for name in LESSONS:
        assert building.models(Course(ROOT), name), name


def test_the_checks_say_which_calls_they_make(built):
    assert {call.function for call in built.calls} == {"merge_heads"}
    checks = {call.check for call in built.calls}
    assert {"check-example", "hidden-any-size"} <= checks
    assert all(call.visible == call.check.startswith("check-") for call in built.calls)


def test_only_the_visible_checks_are_for_learners_and_without_pairs(built):
    for_learners, all_of_them = load(io.BytesIO(built.visible)), load(io.BytesIO(built.everything))
    assert len(for_learners) == sum(call.visible for call in built.calls) > 0
    assert len(all_of_them) == len(built.calls) > len(for_learners)
    assert all(case.pairs is None for case in for_learners)
    assert any(case.pairs is not None for case in all_of_them)


def test_building_again_gives_the_same_bytes(built):
    again = building.build(Course(ROOT), LESSON)
    assert (again.visible, again.everything) == (built.visible, built.everything)


def test_what_is_for_the_teacher_alone_is_no_file_of_the_lesson(tmp_path):
    for name in LESSONS:
        lesson = Course(ROOT).lesson(name)
        assert not {FAULTS, HIDDEN_CHECKS} & set(lesson.files)
        assert not (ROOT / "release" / name / FAULTS).exists()
