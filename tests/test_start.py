"""`dikkat start` without a browser: what it copies, what it opens, what it never touches."""

from __future__ import annotations

import shutil

import nbformat
import pexpect
import pytest
from conftest import ROOT, environment, new_course, run

LESSONS = ["02_merge_heads", "03_einsum_attention"]
YOU = "Ayşe Yılmaz"


@pytest.fixture
def course(tmp_path):
    """A course of two lessons as it comes from a clone: released, and nobody has begun."""
    made = new_course(tmp_path / "course", LESSONS, generate=False)
    for name in LESSONS:
        shutil.copytree(ROOT / "release" / name, made.root / "release" / name)
    return made


def start(course, *arguments, check=True, cwd=None, you=YOU):
    command = ["dikkat", "start", "--copy-only", *arguments]
    return run(*command, cwd=cwd or course.root, check=check, DIKKAT_STUDENT=you)


def contents(folder):
    found = {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    assert found, f"{folder} is empty, or not there"
    return found


@pytest.mark.parametrize("you", ["root", YOU, "Ömer Çağ İş", "o'neil", "名前"])
def test_start_copies_every_lesson_to_your_own_folder(course, you):
    done = start(course, you=you)
    assert "(2 new)" in done.stdout
    for name in LESSONS:
        own = course.root / "submitted" / you / name
        assert contents(own) == contents(course.root / "release" / name)


def test_start_again_does_not_touch_work(course):
    start(course)
    own = course.root / "submitted" / YOU
    path = own / "02_merge_heads" / "02_merge_heads.ipynb"
    path.write_text("my work, and not even a notebook", encoding="utf-8")
    (own / "02_merge_heads" / "notes.txt").write_text("mine", encoding="utf-8")
    shutil.rmtree(own / "03_einsum_attention")
    before = contents(own / "02_merge_heads")
    done = start(course)
    assert contents(own / "02_merge_heads") == before
    assert "(1 new)" in done.stdout and "newer" not in done.stdout
    assert (own / "03_einsum_attention" / "03_einsum_attention.ipynb").is_file()


def test_a_newer_release_is_laid_beside_your_work_once(course):
    start(course)
    own = course.root / "submitted" / YOU
    before = contents(own / "02_merge_heads")
    for beside in ("02_merge_heads (updated)", "02_merge_heads (updated 2)"):
        path = course.root / "release/02_merge_heads/02_merge_heads.ipynb"
        notebook = nbformat.read(path, as_version=4)
        notebook.cells[0].source += "\nMended."
        nbformat.write(notebook, path)
        done = start(course)
        assert "02_merge_heads has a newer version" in done.stdout and beside in done.stdout
        assert contents(own / beside) == contents(path.parent)
        assert contents(own / "02_merge_heads") == before
        assert "newer" not in start(course).stdout
    assert contents(own / "02_merge_heads (updated)") != contents(path.parent)


def test_a_lesson_that_is_not_there_is_named_and_nothing_is_copied(course):
    done = start(course, "merg_heads", check=False)
    assert done.returncode == 2
    assert "'merg_heads' is not one of the lessons here" in done.stderr
    for name in LESSONS:
        assert name in done.stderr
    assert not (course.root / "submitted" / YOU).exists()


def test_a_lesson_that_is_not_released_does_not_stop_the_others(course):
    shutil.rmtree(course.root / "release/03_einsum_attention")
    assert "(1 new)" in start(course).stdout
    assert not (course.root / "submitted" / YOU / "03_einsum_attention").exists()
    done = start(course, "3", check=False)
    assert done.returncode == 2 and "03_einsum_attention is not released yet" in done.stderr
    assert "nbgrader generate_assignment 03_einsum_attention" in done.stderr


def test_outside_a_course_it_says_where_to_go(course, tmp_path):
    done = start(course, check=False, cwd=tmp_path)
    assert done.returncode == 2 and "is not inside a course" in done.stderr


@pytest.mark.parametrize(
    ("said", "folder", "opened"),
    [
        ([], ".", "02_merge_heads"),
        (["3"], ".", "03_einsum_attention"),
        (["03"], "release", "03_einsum_attention"),
        (["einsum"], ".", "03_einsum_attention"),
        (["03_einsum_attention"], "source/02_merge_heads", "03_einsum_attention"),
        (["source/03_einsum_attention/03_einsum_attention.ipynb"], ".", "03_einsum_attention"),
    ],
    ids=["nothing", "number", "subfolder", "part", "name", "path"],
)
def test_jupyterlab_opens_the_lesson_that_was_meant(course, tmp_path, said, folder, opened):
    """In a real terminal; Ctrl-C twice ends JupyterLab, as the command says."""
    terminal = pexpect.spawn(
        "dikkat", ["start", "--no-browser", *said], cwd=course.root / folder,
        env=environment(DIKKAT_STUDENT=YOU, HOME=str(tmp_path)),
        encoding="utf-8", timeout=600, dimensions=(50, 400),
    )  # fmt: skip
    terminal.expect(rf"Opening {opened}\.")
    name = "Ay%C5%9Fe%20Y%C4%B1lmaz"
    terminal.expect(rf"http://127.0.0.1:\d+/lab/tree/submitted/{name}/{opened}/{opened}.ipynb\?")
    terminal.sendintr()
    terminal.expect(r"Shut ?down this Jupyter server")
    terminal.sendintr()
    # Now and then Jupyter's server stumbles over its own end; whoever waits presses it again.
    while terminal.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=30):
        terminal.sendintr()
    terminal.close()
    assert terminal.exitstatus == 0, terminal.before
