"""The documents: every command is run, in order, in a copy of the course; links and examples."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from conftest import LESSONS, ROOT, run

from dikkat.course import Course
from dikkat.notebook import CheckFailed
from dikkat.teaching import bank

DOCUMENTS = sorted(
    str(p.relative_to(ROOT)) for place in ("*.md", "docs/**/*.md") for p in ROOT.glob(place)
)
# Kinds of code blocks that are not commands. All others must be `sh`, and are run.
NOT_RUN = {"text", "python"}

# Commands that are not run here, each with what else runs it.
ELSEWHERE = {
    "make lab": "tests/browser starts JupyterLab by the same command, `dikkat start`",
    "make test": "it is what runs this test",
    "python3 -m venv .venv": "make does it, in .ci/run",
    "source .venv/bin/activate": "the environment of every command here",
    "python -m pip install -r requirements.txt": "make does it, in .ci/run",
}


def commands(document: str) -> list[str]:
    """The commands in the `sh` blocks of a document, without comments."""
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    lines = [line.split("   #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


WITH_COMMANDS = [document for document in DOCUMENTS if commands(document)]


def test_commands_are_found():
    assert {"README.md", "docs/teaching.md", "docs/lessons.md"} <= set(WITH_COMMANDS)
    for document in DOCUMENTS:
        text = (ROOT / document).read_text(encoding="utf-8")
        kinds = set(re.findall(r"^ *(?:```|~~~)([^\n]*)\n", text, re.M)) - {""}
        assert kinds <= NOT_RUN | {"sh"}, f"{document}: what is in ```sh is run, and only that"
    written = {command for document in WITH_COMMANDS for command in commands(document)}
    assert set(ELSEWHERE) <= written, "an exception that no document needs"


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """The course as it is after cloning and installing."""
    folder = tmp_path_factory.mktemp("docs") / "course"
    tracked = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    for name in tracked.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    (folder / ".venv").mkdir()
    os.symlink(Path(sys.executable).parent, folder / ".venv" / "bin")
    for stamp in ("ready", "ready-to-test"):
        (folder / ".venv" / stamp).touch()
    run("git", "init", "-q", cwd=folder)
    run("git", "add", "-A", cwd=folder)
    run(
        "git",
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.org",
        "commit",
        "-qm",
        "t",
        cwd=folder,
    )
    run("dikkat", "start", "--copy-only", cwd=folder, DIKKAT_STUDENT="ayse")
    return folder


@pytest.mark.parametrize("document", WITH_COMMANDS)
def test_commands_work_as_written(copy, tmp_path, document):
    # A pytest that a document runs must not clean up the folders of other runs.
    settings = {"DIKKAT_STUDENT": "ayse", "PYTEST_DEBUG_TEMPROOT": str(tmp_path)}
    ran = 0
    for command in commands(document):
        if command in ELSEWHERE:
            continue
        if "zip_collect" in command:
            _lay_an_archive(copy)
        done = run("bash", "-c", command, cwd=copy, check=False, **settings)
        # Status 1: points are missing, or a submission needs a person.
        allowed = (0, 1) if command.startswith(("dikkat check", "dikkat grade")) else (0,)
        assert done.returncode in allowed, f"{command}\n{done.stdout}\n{done.stderr}"
        ran += 1
    assert ran


def test_what_is_run_elsewhere_is_what_make_does():
    makefile = (ROOT / "Makefile").read_text()
    assert "dikkat start" in makefile.partition("lab:")[2].partition("\n\n")[0]
    assert "-m venv .venv" in makefile
    assert "pip install --disable-pip-version-check -r requirements.txt" in makefile
    assert "make test" in (ROOT / ".ci" / "run").read_text()


def test_links_between_documents_lead_somewhere():
    followed = 0
    for document in DOCUMENTS:
        path = ROOT / document
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{document} links to {target}"
                followed += 1
    assert followed >= 5


def _lay_an_archive(course: Path) -> None:
    """Adds an archive, as from a learning platform, with one submission."""
    import zipfile

    folder = course / "downloaded" / "01_einsum_scores" / "archive"
    folder.mkdir(parents=True)
    notebook = course / "release" / "01_einsum_scores" / "01_einsum_scores.ipynb"
    name = "zeynep_01_einsum_scores_attempt_2027-02-28-20-15-00_01_einsum_scores.ipynb"
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        archive.write(notebook, name)


# --- what the documents say --------------------------------------------------------------


def blocks(document: str, language: str) -> list[str]:
    """The fenced blocks of a language in a document."""
    return re.findall(rf"^```{language}\n(.*?)^```", text_of(document), re.M | re.S)


def test_the_message_in_the_readme_is_what_the_check_says():
    cell = Course(ROOT).lesson("02_merge_heads").released_cell("check-example")
    attempt = bank.read(ROOT / "tests/attempts/02_merge_heads/wrong_plain_reshape.py")
    names: dict = {}
    exec(attempt.cells["exercise-merge"], names)
    with pytest.raises(CheckFailed) as error:
        exec(cell.source, names)
    (shown,) = [block for block in blocks("README.md", "text") if block.startswith("✗")]
    assert shown.split() == str(error.value).split()


def test_the_attempt_in_the_docs_is_one_of_the_bank():
    (shown,) = blocks("docs/lessons.md", "python")
    name = re.search(r"`(wrong_\w+\.py)` of the first lesson", text_of("docs/lessons.md"))[1]
    path = ROOT / "tests" / "attempts" / LESSONS[0] / name
    assert shown.strip() == path.read_text(encoding="utf-8").strip()


def test_the_map_has_every_folder_of_the_package_and_no_other():
    (tree,) = blocks("docs/architecture.md", "text")
    package = tree[tree.index("\ndikkat/") :].split("\n\n")[0]
    parents, found = [], set()
    for line in package.strip().splitlines():
        name = line.split()[0]
        depth = (len(line) - len(line.lstrip())) // 2
        parents[depth:] = [name]
        found.add("".join(parents))
    folders = {f"{p.parent.relative_to(ROOT)}/" for p in ROOT.glob("dikkat/**/__init__.py")}
    assert {path for path in found if path.endswith("/")} == folders
    assert [path for path in found if not (ROOT / path).exists()] == []
    assert len(text_of("docs/architecture.md").splitlines()) <= 75, "the map is one page"


def test_links_to_headings_lead_to_one():
    followed = 0
    for document in DOCUMENTS:
        for target, heading in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", text_of(document)):
            there = text_of((ROOT / document).parent / target if target else document)
            headings = re.findall(r"^#+ (.+)$", there, re.M)
            anchors = [re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings]
            assert heading in anchors, f"{document} links to {target}#{heading}"
            followed += 1
    assert followed >= 3


def text_of(document: str | Path) -> str:
    """The text of a document, whose path is absolute or relative to the course folder."""
    return (ROOT / document).read_text(encoding="utf-8")
