"""The committed release is what `nbgrader generate_assignment` makes of source/."""

from __future__ import annotations

import nbformat
import pytest
from conftest import LESSONS, ROOT, new_course

from dikkat.course import data_files


def files(folder):
    """{path: content} of a released lesson, its notebook as normalised JSON text."""
    name = f"{folder.name}.ipynb"
    notebook = nbformat.read(folder / name, as_version=4)
    return data_files(folder) | {name: nbformat.writes(notebook)}


@pytest.fixture(scope="session")
def generated(tmp_path_factory):
    return new_course(tmp_path_factory.mktemp("release") / "course")


@pytest.mark.parametrize("lesson", LESSONS)
def test_release_is_in_step_with_the_source(generated, lesson):
    committed = ROOT / "release" / lesson
    assert committed.is_dir(), f"run: nbgrader generate_assignment {lesson} --force"
    ours, theirs = files(committed), files(generated.root / "release" / lesson)
    different = [name for name in sorted(ours | theirs) if ours.get(name) != theirs.get(name)]
    assert not different, f"{different}: run nbgrader generate_assignment {lesson} --force"


def test_nothing_is_released_that_is_no_lesson():
    assert sorted(p.name for p in (ROOT / "release").iterdir() if p.is_dir()) == LESSONS
