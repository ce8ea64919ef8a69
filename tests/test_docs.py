"""Every command of the README and the docs is run, in order, in a copy of the course."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from conftest import ROOT, run

DOCUMENTS = sorted(
    str(p.relative_to(ROOT)) for place in ("*.md", "docs/**/*.md") for p in ROOT.glob(place)
)
# Blocks of code that are no commands; whatever else a document has must be run.
NOT_RUN = {"text", "python"}

# Not run here, because something else runs exactly this; each with what that is.
ELSEWHERE = {
    "make lab": "tests/browser starts JupyterLab by the same command, `dikkat start`",
    "make test": "it is what runs this test",
    "python3 -m venv .venv": "make does it, in .ci/run",
    "source .venv/bin/activate": "the environment of every command here",
    "python -m pip install -r requirements.txt": "make does it, in .ci/run",
}


def commands(document: str) -> list[str]:
    """The lines of the document's `sh` blocks, without their comments."""
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
    """What a person has after cloning and installing."""
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
def test_commands_work_as_written(copy, document):
    ran = 0
    for command in commands(document):
        if command in ELSEWHERE:
            continue
        if "zip_collect" in command:
            _lay_an_archive(copy)
        done = run("bash", "-c", command, cwd=copy, check=False, DIKKAT_STUDENT="ayse")
        # 1 says that something is missing or needs a person: the sample class is like that.
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
    """One archive as a learning platform gives it, with one submission in it."""
    import zipfile

    folder = course / "downloaded" / "01_einsum_scores" / "archive"
    folder.mkdir(parents=True)
    notebook = course / "release" / "01_einsum_scores" / "01_einsum_scores.ipynb"
    name = "zeynep_01_einsum_scores_attempt_2027-02-28-20-15-00_01_einsum_scores.ipynb"
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        archive.write(notebook, name)
