"""What preflight finds in a submission, what it makes of it, and that it leaves it as it was."""

from __future__ import annotations

import base64
import copy
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT
from faults import (
    COMMON,
    LESSON,
    NAME,
    a_socket,
    added,
    all_meta,
    as_text,
    beside,
    cell,
    changed,
    code,
    file,
    link,
    old_schema,
    pipe,
    reordered,
    set_key,
    state,
    twice,
    with_kind,
    with_meta,
    with_source,
    with_tags,
    without,
    without_ids,
    write,
)  # fmt: skip

from dikkat import course
from dikkat.grading.reading import files, submissions
from dikkat.teaching import bank

COURSE = course.Course(ROOT)
TAUGHT = COURSE.lesson(LESSON)
SOLVED = bank.solutions(TAUGHT)
STUBS = {course.grade_id(c): c.source for c in TAUGHT.released.cells if course.is_solution(c)}
NAMES = [course.grade_id(c) for c in TAUGHT.source.cells if course.grade_id(c)]
WRONG_TYPES = [None, [], "text", 5, True, {"nbgrader": None}, {"nbgrader": []}, {"nbgrader": 7}]


def solved(answers: dict[str, str] = SOLVED) -> dict:
    """A notebook with these answers, as JSON data."""
    notebook = copy.deepcopy(TAUGHT.released)
    for each in notebook.cells:
        each.source = answers.get(course.grade_id(each), each.source)
    return json.loads(nbformat.writes(notebook))


@pytest.fixture
def folder(tmp_path):
    """A folder with the lesson's files and no notebook."""
    made = tmp_path / "submitted" / "student" / LESSON
    made.mkdir(parents=True)
    for name, content in TAUGHT.files.items():
        (made / name).write_bytes(content)
    yield made
    # Python's own way to remove a folder fails for very deep ones.
    subprocess.run(["rm", "-rf", str(made)], check=True)


def inspected(folder: Path) -> submissions.Reading:
    """Inspects the folder, and holds that nothing in it, and no time stamp, has changed."""
    before = state(folder)
    found = submissions.read(folder, TAUGHT)
    submissions.fingerprint(folder, TAUGHT)
    assert state(folder) == before
    assert all(f.text.isprintable() and len(f.text) < 700 for f in found.findings)
    return found


def text_of(found: submissions.Reading) -> str:
    return "\n".join(f.text for f in found.findings)


def holds_the_lesson(found: submissions.Reading, answers: dict[str, str]) -> None:
    """The teacher's cells in the teacher's order, all locked ones as in the source."""
    nbformat.validate(found.notebook)
    cells = {course.grade_id(c): c for c in found.notebook.cells if course.grade_id(c)}
    assert list(cells) == NAMES
    for source in TAUGHT.source.cells:
        name = course.grade_id(source)
        if name in SOLVED:
            assert cells[name].source == answers[name], name
        elif name:
            assert cells[name] == source | {"outputs": [], "execution_count": None}, name
    json.dumps(found.notebook, ensure_ascii=False).encode()  # can be written


def own_cells(found: submissions.Reading) -> list[str]:
    """The text of the code cells that are not the lesson's."""
    return [
        c.source
        for c in found.notebook.cells
        if c.cell_type == "code" and course.grade_id(c) is None
    ]


# --- submissions that are graded: what is said, and whether a person must look ----------------

LOOK, FINE = True, False
CELLS = len(TAUGHT.source.cells)
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)


def deep_folders(folder: Path) -> None:
    """1,100 folders in one another: a path that no program can name at once."""
    here = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        for _ in range(1100):
            os.mkdir("a")
            os.chdir("a")
    finally:
        os.fchdir(here)
        os.close(here)


def sparse(name: str, size: int):
    def put(folder: Path) -> None:
        with open(folder / name, "wb") as made:
            made.truncate(size)

    return put


def with_pictures(attachments):
    """A text cell with these attachments, one of which it shows."""
    return added(5, {
        "cell_type": "markdown", "metadata": {}, "id": "sketch", "attachments": attachments,
        "source": "![a](attachment:a.png)",
    })  # fmt: skip


RIGHT = SOLVED["exercise-merge"]
STUB = STUBS["exercise-merge"]
GRADED = {
    "as it should be": (changed(), [], FINE),
    # encodings
    "byte order mark": (COMMON["byte-order-mark"], ["byte order mark"], FINE),
    "UTF-16": (COMMON["utf-16"], ["UTF-16"], FINE),
    "UTF-16 without a mark": (as_text(lambda t: t.encode("utf-16-le")), ["UTF-16"], FINE),
    "UTF-32": (as_text(lambda t: t.encode("utf-32")), ["UTF-32"], FINE),
    "Windows line ends": (as_text(lambda t: t.replace("\n", "\r\n")), [], FINE),
    "Windows line ends in the cells": (as_text(lambda t: t.replace("\\n", "\\r\\n")), [], FINE),
    "half of a surrogate pair": (
        as_text(lambda t: t.replace("Merge heads", "Merge \\ud83d heads")), [], FINE,
    ),
    # formats
    "nbformat 3": (COMMON["nbformat-3"], ["old format (nbformat 3)"], FINE),
    "nbformat 5": (changed(set_key("nbformat", 5)), ["calls its format 5"], FINE),
    "nbformat is text": (changed(set_key("nbformat", "\x1b[2J")), ["calls its format"], FINE),
    "nbformat missing": (
        changed(lambda n: {"cells": n["cells"]}), ["calls its format None"], FINE,
    ),
    "old schema 0": (COMMON["no-schema"], ["nbgrader metadata has another version"], FINE),
    "old schema 1": (COMMON["old-schema"], ["nbgrader metadata has another version"], FINE),
    "schema of tomorrow": (changed(old_schema(99)), ["metadata has another version"], FINE),
    "schema version is a list": (
        changed(with_meta("check-example", schema_version=[])), ["another version"], FINE,
    ),
    "unknown kernel": (
        changed(set_key("metadata", {"kernelspec": {"name": "julia-1.9"}})), [], FINE,
    ),
    "notebook metadata is a list": (changed(set_key("metadata", [])), [], FINE),
    "no notebook metadata": (changed(lambda n: n.pop("metadata") and None), [], FINE),
    # damaged cells
    "source as list": (
        changed(with_source("exercise-merge", RIGHT.splitlines(keepends=True))), [], FINE,
    ),
    "cells that are none": (
        changed(added(3, None, 5, "text", [], {}, {"cell_type": "video", "source": "x"})),
        ["left out: 6 cells"], FINE,
    ),
    "a cell of two million characters": (
        changed(added(3, code("#" * 2**21))), ["left out: 1 cells"], FINE,
    ),
    "deep metadata": (
        changed(set_key("metadata", json.loads("[" * 300 + "]" * 300))), [], FINE,
    ),
    "points, tags and all of a locked cell changed": (
        changed(with_meta("hidden-no-loops", points=100, locked=False, solution=True, grade=False),
                with_tags("hidden-no-loops", "skip-execution", editable=True)),
        [], FINE,
    ),
    # copies
    "a copied test cell": (COMMON["a-copied-test"], ["first copy was graded: check-ex"], FINE),
    "an empty copied test cell": (
        changed(twice("hidden-shapes", source="")), ["first copy was graded: hidden-shapes"], FINE,
    ),
    "a copied solution cell": (
        changed(twice("exercise-merge", source=STUB)),
        ["first copy was graded: exercise-merge"], FINE,
    ),
    "a copied given cell": (
        changed(twice("given-tools")), ["first copy was graded: given-tools"], FINE,
    ),
    "three copies of two cells": (
        changed(*[twice("answer-start"), twice("check-two-texts")] * 3),
        ["first copy was graded: check-two-texts, answer-start"], FINE,
    ),
    # deleted, moved and edited
    "a deleted test cell": (
        COMMON["test-deleted"], ["missing and have been restored: hidden-any"], FINE,
    ),
    "ten deleted cells": (
        changed(without(*[n for n in NAMES if n not in SOLVED][:10])), ["and 4 more"], FINE,
    ),
    "cells in another order": (changed(reordered), [], FINE),
    "an edited test cell": (
        changed(with_source("check-example", "assert True")),
        ["Locked cells were changed; the lesson's own were used: check-example"], FINE,
    ),
    "an edited given cell": (
        changed(with_source("given-example", "x = 1")),
        ["Locked cells were changed", "given-example"], FINE,
    ),
    "a test cell as markdown": (
        changed(with_kind("check-example", "markdown")),
        ["graded as code: check-example"], FINE,
    ),
    "the solution cell as markdown": (
        COMMON["solution-as-text"], ["graded as code: exercise"], FINE,
    ),
    "the solution cell as raw": (
        changed(with_kind("exercise-merge", "raw")), ["graded as code: exercise-merge"], FINE,
    ),
    # metadata gone
    "all metadata stripped": (
        COMMON["metadata-stripped"],
        ["found by their content: given-example", f"and {len(NAMES) - 6} more"], FINE,
    ),
    "all metadata and ids stripped": (
        COMMON["metadata-and-ids-stripped"],
        ["found by their content", f"and {len(NAMES) - 6} more"], FINE,
    ),
    **{
        f"all metadata is {json.dumps(value)}": (changed(all_meta(value)), ["by their conte"], FINE)
        for value in WRONG_TYPES
    },
    "grade ids of wrong types": (
        changed(all_meta({"nbgrader": {"grade_id": ["x"], "schema_version": 3}})),
        ["found by their content"], FINE,
    ),
    # names and places
    "name (1).ipynb": (
        COMMON["named-1"], [f"The notebook is called {LESSON} (1).ipynb"], FINE,
    ),
    "another name": (COMMON["named-odev"], ["The notebook is called ödev.ipynb"], FINE),
    ".IPYNB": (COMMON["named-IPYNB"], [], FINE),
    "in a folder of its own": (
        beside(name=f"{LESSON}/{NAME}"),
        [f"is called {LESSON}/{NAME}; it was recognised by its cells"], FINE,
    ),
    "a name with a terminal's commands in it": (
        beside(name="\x1b[2Jx.ipynb"), ["The notebook is called \N{REPLACEMENT CHARACTER}[2Jx"],
        FINE,
    ),
    "a name that is not UTF-8": (
        beside(name=os.fsdecode(b"\xf6dev.ipynb")), ["is called \N{REPLACEMENT CHARACTER}dev"],
        FINE,
    ),
    "a second one, empty": (
        beside(file("notes.ipynb", "")), ["notes.ipynb cannot be read: it is empty"], LOOK,
    ),
    "a second one, broken": (
        beside(file("old.ipynb", '{"cells": [')), ["old.ipynb cannot be read: it is cut"], LOOK,
    ),
    "a second one, of something else": (
        beside(file("other.ipynb", '{"cells": [], "nbformat": 4}')), [], FINE,
    ),
    "hard link": (
        lambda folder, notebook: os.link(write(folder.parent, notebook, "own"), folder / NAME),
        [], FINE,
    ),
    # beside it
    "checkpoints": (beside(file(".ipynb_checkpoints/x-checkpoint.ipynb", "{")), [], FINE),
    "timestamp": (beside(file("timestamp.txt", "2026-05-01 12:00:00 UTC")), [], FINE),
    "modules that shadow": (
        beside(file("numpy.py"), file("torch/__init__.py")),
        ["Not part of the lesson, so not used: numpy.py, torch/__init__.py"], FINE,
    ),
    "a thousand files": (
        beside(*[file(f"{n:04}.txt", "") for n in range(1000)]), ["0005.txt and 994 more"], FINE,
    ),
    "a helper file changed": (
        beside(file("merge.svg", "<svg>")), ["Changed; the lesson's own was used: merge.svg"], FINE,
    ),
    "a helper file deleted": (beside(lambda f: (f / "merge.svg").unlink()), [], FINE),
    "a link": (beside(link("key", "/etc/passwd")), ["links are not followed: key"], LOOK),
    "a link for a helper file": (
        beside(link("merge.svg", "/dev/zero")), ["links are not followed: merge.svg"], LOOK,
    ),
    "a link to a folder": (beside(link("all", "/")), ["links are not followed: all"], LOOK),
    "a link to itself": (beside(link("me/again", "../me")), ["not followed: me/again"], LOOK),
    "a link for the timestamp": (
        beside(link("timestamp.txt", "/etc/passwd")), ["not followed: timestamp.txt"], LOOK,
    ),
    "a link for the checkpoints": (
        beside(link(".ipynb_checkpoints", "/etc")), ["not followed: .ipynb_checkpoints"], LOOK,
    ),
    "a pipe": (COMMON["pipe"], ["Not a plain file, so not opened: pipe"], LOOK),
    "a pipe for a helper file": (
        beside(lambda f: (f / "merge.svg").unlink(), pipe("merge.svg")),
        ["Not a plain file, so not opened: merge.svg"], LOOK,
    ),
    "a socket": (beside(a_socket("s")), ["Not a plain file, so not opened: s"], LOOK),
    "a folder for a second notebook": (
        beside(file("x.ipynb/readme", "")), ["not opened: x.ipynb"], LOOK,
    ),
    **{
        f"left by a tool: {name!r}": (beside(file(name, "{")), [], FINE)
        for name in (
            f".virtual_documents/{NAME}", f"a/.ipynb_checkpoints/{NAME}", ".vscode/settings.json",
            f"a/b/.virtual_documents/x/{NAME}", ".idea/workspace.xml", ".git/HEAD", ".DS_Store",
            "a/.DS_Store", "Thumbs.db", "thumbs.db", "desktop.ini", "Desktop.ini", f"._{NAME}",
            f"__MACOSX/._{NAME}", f".~lock.{NAME}#", f".~{NAME}", f"~${NAME}", f"{NAME}~",
            f".{NAME}.swp", f".#{NAME}", ".nfs0000000012", f"{NAME}:Zone.Identifier",
            "__pycache__/x.pyc", ".gitignore", ".mypy_cache/x", "submission_secret.txt",
        )
    },
    # too much of something
    "1,100 folders in folders": (beside(deep_folders), ["more than 20 deep"], LOOK),
    "1,100 folders left by a tool": (
        beside(lambda f: (f / ".git").mkdir() or deep_folders(f / ".git")), [], FINE,
    ),
    "thousands of files": (
        beside(*[file(f"{n % 3}/{n}.txt", "") for n in range(5_100)]),
        ["more than 5000 files", "0/0.txt"], LOOK,
    ),
    "40 sparse files": (
        beside(*[sparse(f"{n}.bin", 2**26) for n in range(40)]), ["not used: 0.bin"], FINE,
    ),
    "40 sparse notebooks": (
        beside(*[sparse(f"{n}.ipynb", 2**26) for n in range(40)]),
        ["There are 41 notebooks. At most 20 of them, and 128 MiB, are read; not read: 10"], LOOK,
    ),
    "a sparse timestamp": (beside(sparse("timestamp.txt", 2**40)), [], FINE),
    "a sparse helper file": (beside(sparse("merge.svg", 2**40)), ["used: merge.svg"], FINE),
    "100,000 tiny cells": (
        changed(added(5, *[code("1")] * 100_000)),
        [f"The notebook has {100_000 + CELLS} cells. At most 1000 cells"], FINE,
    ),
    "cells of many characters": (
        changed(added(0, *[code("#" * 2**19)] * 20)), ["4 million characters are read"], FINE,
    ),
    "names with line ends and directions": (
        beside(file("a\nb\u202e.txt"), file("c\r\x1b[2J\u2066/d.txt")),
        ["a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}.txt"], FINE,
    ),
    # pictures in text cells
    "a picture": (changed(with_pictures({"a.png": {"image/png": PNG}})), [], FINE),
    "a picture in lines": (
        changed(with_pictures({"a.png": {"image/png": [PNG[:8] + "\n", PNG[8:]]}})), [], FINE,
    ),
    **{
        f"no picture: {name}": (changed(with_pictures(found)), ["Pictures in text cells"], FINE)
        for name, found in {
            "SVG": {"a.svg": {"image/svg+xml": "<svg onload='1'/>"}},
            "text": {"a.png": {"text/html": "<script>1</script>"}},
            "not base64": {"a.png": {"image/png": "<script>"}},
            "other bytes": {"a.png": {"image/png": "AAAA"}},
            "other kind": {"a.jpg": {"image/jpeg": PNG}},
            "number": {"a.png": {"image/png": 7}},
            "none": {"a.png": None},
            "list": {"a.png": [PNG]},
            "too large": {"a.png": {"image/png": PNG[:-4] + "A" * 6 * 2**20}},
            "long name": {"a" * 300: {"image/png": PNG}},
        }.items()
    },
    "attachments of a wrong type": (changed(with_pictures([1])), [], FINE),
    "half of a surrogate pair as a name": (
        lambda f, n: as_text(lambda t: t.replace("b.png", "\\ud83d"))(
            f, with_pictures({"b.png": {"image/png": PNG}})(n) or n
        ), [], FINE,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GRADED)
def test_what_can_be_graded_is_graded(folder, name):
    fault, words, look = GRADED[name]
    fault(folder, solved())
    found = inspected(folder)
    holds_the_lesson(found, SOLVED)
    for each in words:
        assert each in text_of(found)
    assert bool(found.findings) == bool(words), text_of(found)
    assert any(f.needs_person for f in found.findings) == look, text_of(found)


# --- submissions that lost something: the rest is graded --------------------------------------

LOST = {
    "the solution cell deleted": (
        changed(without("exercise-merge")), {"exercise-merge": STUB},
        "missing and have been restored: exercise-merge",
    ),
    "the solution and its test deleted": (
        COMMON["test-and-solution-deleted"], {"answer-start": STUBS["answer-start"]},
        "missing and have been restored: answer-start, hidden-start",
    ),
    "all of nbgrader's cells deleted but one": (
        changed(without(*(set(NAMES) - {"exercise-merge"}))),
        STUBS | {"exercise-merge": RIGHT}, "missing and have been restored",
    ),
    "source null": (
        changed(with_source("exercise-merge", None)), {"exercise-merge": ""}, "",
    ),
    "source is a number": (
        changed(with_source("exercise-merge", 5)), {"exercise-merge": STUB}, "left out: 1 cells",
    ),
    "source has a null among its lines": (
        changed(with_source("exercise-merge", ["a = 1\n", None, "b = 2"])),
        {"exercise-merge": "a = 1\nb = 2"}, "",
    ),
    "never touched": (
        lambda folder, _: write(folder, solved({})),
        STUBS, "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LOST)
def test_what_is_lost_is_named_and_the_rest_is_graded(folder, name):
    fault, lost, words = LOST[name]
    fault(folder, solved())
    found = inspected(folder)
    holds_the_lesson(found, SOLVED | lost)
    assert words in text_of(found)


def test_turkish_text_of_windows_is_read(folder):
    text = "# Dikkat: çğıöşü İ\n" + RIGHT
    COMMON["cp1254"](folder, (n := solved()) and with_source("exercise-merge", text)(n) or n)
    found = inspected(folder)
    names = {course.grade_id(c): c for c in found.notebook.cells}
    assert names["exercise-merge"].source == text
    assert "Turkish Windows text" in text_of(found)


def test_turkish_letters_in_utf_8_are_not_noted(folder):
    text = "# Dikkat: çğıöşü İ 😀\n" + RIGHT
    changed(with_source("exercise-merge", text))(folder, solved())
    found = inspected(folder)
    holds_the_lesson(found, SOLVED | {"exercise-merge": text})
    assert not found.findings


# --- submissions with nothing in them to grade ------------------------------------------------

NOTHING = {
    "empty file": (COMMON["empty-file"], "it is empty"),
    "only spaces": (as_text(lambda _: "\n  \n"), "it is empty"),
    **{
        f"cut off after {part} of 100": (
            as_text(lambda t, part=part: t[: len(t) * part // 100]), "it is cut off",
        )
        for part in (1, 25, 50, 75, 99)
    },
    "cut off in UTF-16": (as_text(lambda t: t.encode("utf-16")[:-2001]), "cannot be read"),
    "cut off before the last brace": (as_text(lambda t: t.rstrip()[:-1]), "it is cut off"),
    "damaged in line 5": (
        as_text(lambda t: "".join(
            line if n != 4 else "?\n" for n, line in enumerate(t.splitlines(keepends=True))
        )),
        "it is damaged at line 5",
    ),
    "merge markers": (COMMON["merge-markers"], "merge markers of git"),
    "web page": (as_text(lambda _: "\n<!DOCTYPE html><html></html>"), "it is a web page"),
    "zip file": (as_text(lambda _: b"PK\x03\x04" + bytes(range(256))), "another kind of file"),
    "picture": (as_text(lambda _: b"\x89PNG\r\n\x1a\n\0\0\0"), "another kind of file"),
    "all zeros": (as_text(lambda _: bytes(1000)), "another kind of file"),
    "a script": (as_text(lambda _: RIGHT), "another kind of file"),
    "JSON of something else": (as_text(lambda _: '{"a": 1}'), "JSON, but not a notebook"),
    "a list": (as_text(lambda _: "[1, 2]"), "JSON, but not a notebook"),
    "cells is a number": (changed(set_key("cells", 7)), "JSON, but not a notebook"),
    "worksheets is null": (as_text(lambda _: '{"worksheets": null}'), "JSON, but not a notebook"),
    "nested too deeply": (
        as_text(lambda _: '{"cells":' + "[" * 200_000 + "]" * 200_000 + "}"), "nested too deeply",
    ),
    "a number with a million digits": (
        as_text(lambda _: '{"cells": ' + "9" * 10**6 + "}"), "cannot be read: it is damaged",
    ),
    "no cells": (changed(set_key("cells", [])), "no cell of this lesson"),
    "cells of something else": (
        changed(set_key("cells", [code("print(1)")])), "no cell of this lesson: 0 points",
    ),
    "no notebook": (COMMON["no-notebook"], "no notebook in this submission"),
    "a script in its place": (
        lambda folder, notebook: write(folder, RIGHT, f"{LESSON}.py"), "Submit 02_merge_heads.ip",
    ),
    "a folder of its name": (
        lambda folder, notebook: (folder / NAME).mkdir(), "no notebook in this submission",
    ),
    "a pipe of its name": (
        lambda folder, notebook: os.mkfifo(folder / NAME), "no notebook in this submission",
    ),
    "a link of its name": (
        lambda folder, notebook: (folder / NAME).symlink_to(write(folder.parent, notebook, "own")),
        "no notebook in this submission",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NOTHING)
def test_what_cannot_be_graded_has_one_reason(folder, name):
    fault, words = NOTHING[name]
    fault(folder, solved())
    found = inspected(folder)
    assert found.notebook is None
    assert words in found.problem
    assert found.findings[-1].needs_person


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (lambda f, n: (f / NAME).mkdir(), f"Not a plain file, so not opened: {NAME}"),
        (lambda f, n: os.mkfifo(f / NAME), f"Not a plain file, so not opened: {NAME}"),
        (lambda f, n: (f / NAME).symlink_to("/dev/zero"), f"links are not followed: {NAME}"),
    ],
    ids=["folder", "pipe", "link"],
)
def test_what_stands_in_the_place_of_the_notebook_is_named(folder, fault, words):
    fault(folder, None)
    assert words in text_of(inspected(folder))


def test_submission_that_is_a_link_is_not_followed(folder, tmp_path):
    write(folder, solved())
    linked = tmp_path / "linked"
    linked.symlink_to(folder)
    found = submissions.read(linked, TAUGHT)
    assert found.notebook is None and "symbolic link" in found.problem


def bytes_read() -> int:
    """How many bytes this process has asked of files so far."""
    return int(Path("/proc/self/io").read_text().split()[1])


def test_huge_file_is_not_read(folder):
    with open(folder / NAME, "wb") as made:
        made.truncate(3 * 2**30)
    before = bytes_read()
    found = inspected(folder)
    assert "it has 3072 MiB, and at most 64 are read. Clear its outputs" in found.problem
    assert bytes_read() - before < 2**26


def test_twenty_notebooks_are_read_and_no_more(folder):
    for number in range(30):
        write(folder, "{", f"{number:02}.ipynb")
    found = inspected(folder)
    assert sum("cannot be read" in f.text for f in found.findings) == submissions.MAX_NOTEBOOKS
    assert "There are 30 notebooks" in text_of(found)
    write(folder, solved())  # the lesson's own name is read first
    holds_the_lesson(inspected(folder), SOLVED)


@pytest.mark.parametrize("what", ["notebook", "folder inside", "folder"])
def test_what_may_not_be_opened_is_named(what):
    """As another user where the tests run as root, whom no permission binds."""
    with tempfile.TemporaryDirectory() as top:
        os.chmod(top, 0o755)
        folder = Path(top, LESSON)
        path = write(folder, solved())
        inside = write(folder, "1", "sub/data.txt").parent
        closed = {"notebook": path, "folder inside": inside, "folder": folder}[what]
        mode = closed.stat().st_mode
        os.chmod(closed, 0)
        root = os.geteuid() == 0
        try:
            if root:
                os.seteuid(65534)
            found = submissions.read(folder, TAUGHT)
        finally:
            if root:
                os.seteuid(0)
            os.chmod(closed, mode)
    if what == "notebook":
        assert f"{NAME} cannot be read: it cannot be opened (Permission denied)" in found.problem
    elif what == "folder":
        assert "The folder cannot be opened (Permission denied)" in text_of(found)
        assert found.notebook is None
    else:
        assert "sub cannot be opened (Permission denied)" in text_of(found)
        holds_the_lesson(found, SOLVED)


# --- choosing among several notebooks ---------------------------------------------------------


def test_filled_copy_is_taken_before_the_empty_original(folder):
    write(folder, solved({}))
    write(folder, solved(), f"{LESSON}-Copy1.ipynb")
    found = inspected(folder)
    holds_the_lesson(found, SOLVED)
    assert f"{LESSON}-Copy1.ipynb was graded; not graded: {NAME}" in text_of(found)
    assert any(f.needs_person for f in found.findings)


def test_lessons_name_is_taken_before_another(folder):
    other = solved()
    with_source("exercise-merge", "mine = 1")(other)
    write(folder, other, "a.ipynb")
    write(folder, solved())
    write(folder, other, "z.ipynb")
    found = inspected(folder)
    holds_the_lesson(found, SOLVED)
    assert f"{NAME} was graded; not graded: a.ipynb, z.ipynb" in text_of(found)


def test_good_one_is_taken_before_a_broken_one_of_the_lessons_name(folder):
    write(folder, "{")
    write(folder, solved(), "good.ipynb")
    found = inspected(folder)
    holds_the_lesson(found, SOLVED)
    assert f"{NAME} cannot be read" in text_of(found) and "called good.ipynb" in text_of(found)


def test_another_lessons_notebook_is_noticed(folder):
    path = ROOT / "release" / "04_padded_sentences" / "04_padded_sentences.ipynb"
    write(folder, path.read_bytes())
    found = inspected(folder)
    assert "Is it the notebook of another lesson?" in text_of(found)
    assert any(f.needs_person for f in found.findings)


def test_teachers_own_notebook_is_taken_without_a_word(folder):
    write(folder, (ROOT / "source" / LESSON / NAME).read_bytes())
    found = inspected(folder)
    holds_the_lesson(found, {n: c.source for c in TAUGHT.source.cells if (n := course.grade_id(c))})
    assert not found.findings


# --- where the learner's own cells stand ------------------------------------------------------


def test_own_cells_stay_behind_what_they_followed_without_their_metadata(folder):
    notebook = solved()
    cells = notebook["cells"]
    own = code("helper = 1") | {"metadata": {"tags": ["skip-execution"], "nbgrader": {"a": 1}}}
    cells.insert(cells.index(cell(notebook, "exercise-merge")) + 1, own)
    cells.insert(0, code("first = 1"))
    write(folder, notebook)
    found = inspected(folder)
    holds_the_lesson(found, SOLVED)
    sources = [c.source for c in found.notebook.cells]
    assert sources[0] == "first = 1"
    assert sources[sources.index(RIGHT) + 1] == "helper = 1"
    assert found.notebook.cells[sources.index("helper = 1")].metadata == {}


def test_copy_of_a_solution_with_other_text_still_runs_behind_the_first(folder):
    changed(with_source("exercise-merge", STUB), twice("exercise-merge", source=RIGHT))(
        folder, solved()
    )
    found = inspected(folder)
    holds_the_lesson(found, SOLVED | {"exercise-merge": STUB})
    assert RIGHT in own_cells(found)


def test_copy_of_a_locked_cell_with_its_text_does_not_run_again(folder):
    changed(twice("given-see-it"), twice("exercise-merge", source=STUB))(folder, solved())
    assert not {c.source for c in TAUGHT.released.cells if course.grade_id(c)} & set(
        own_cells(inspected(folder))
    )


def test_stripped_cells_are_found_by_what_they_define_among_other_text(folder):
    notebook = solved()
    all_meta({})(notebook)
    without_ids(notebook)
    # A text cell with the same words is no answer.
    note = {"cell_type": "markdown", "metadata": {}, "source": RIGHT + "\n\nSo it goes."}
    notebook["cells"].insert(0, note)
    write(folder, notebook)
    holds_the_lesson(inspected(folder), SOLVED)


def test_nothing_that_is_handed_in_is_run(folder, tmp_path):
    proof = tmp_path / "proof"
    text = f"open({str(proof)!r}, 'w')\n" + RIGHT
    changed(with_source("exercise-merge", text), added(0, code(text)))(folder, solved())
    shutil.copy(folder / NAME, folder / "conftest.py")
    inspected(folder)
    assert not proof.exists()


def test_pictures_in_text_cells_are_kept_as_they_were(folder):
    other = {"image/gif": base64.b64encode(b"GIF89a...").decode()}
    changed(with_pictures({"a.png": {"image/png": PNG + "\n"}, "b c.gif": other, "x": {}}))(
        folder, solved()
    )
    cells = [c for c in inspected(folder).notebook.cells if "attachments" in c]
    assert [c.attachments for c in cells] == [{"a.png": {"image/png": PNG}, "b c.gif": other}]


def test_pictures_are_limited_together(folder):
    large = base64.b64encode(base64.b64decode(PNG) + bytes(3 * 2**20)).decode()
    changed(with_pictures({f"{n}.png": {"image/png": large} for n in range(9)}))(folder, solved())
    found = inspected(folder)
    kept = [c.attachments for c in found.notebook.cells if "attachments" in c]
    assert len(kept[0]) == 5 and "not PNG, JPEG or GIF: 4." in text_of(found)


@pytest.mark.parametrize("what", ["notebook", "answer", "file", "timestamp", "picture"])
def test_fingerprint_changes_with_what_is_read(folder, what):
    write(folder, solved())
    write(folder, "2027-01-01 00:00:00 UTC", "timestamp.txt")
    before = submissions.fingerprint(folder, TAUGHT)
    assert submissions.fingerprint(folder, TAUGHT) == before
    if what == "notebook":
        write(folder, solved(), "copy.ipynb")
    elif what == "answer":
        write(folder, solved(SOLVED | {"answer-start": "start = 5"}))
    elif what == "file":
        write(folder, "1", "numpy.py")
    elif what == "timestamp":
        write(folder, "2027-01-02 00:00:00 UTC", "timestamp.txt")
    else:
        write(folder, "<svg/>", "merge.svg")
    assert submissions.fingerprint(folder, TAUGHT) != before
    write(folder, "x", ".DS_Store")
    assert submissions.fingerprint(folder, TAUGHT) != before


def test_fingerprint_ignores_what_tools_leave(folder):
    write(folder, solved())
    before = submissions.fingerprint(folder, TAUGHT)
    write(folder, "{", f".virtual_documents/{NAME}")
    assert submissions.fingerprint(folder, TAUGHT) == before


def test_file_that_grows_while_it_is_read_is_cut(tmp_path):
    path = tmp_path / "grows"
    path.write_bytes(b"x" * 100)
    with pytest.raises(files.TooLarge):
        files.read_file(path, 99)
    assert files.read_file(path, 100) == b"x" * 100
    for odd in ("/dev/zero", "/proc/self/environ"):
        assert_is_refused(odd)
    os.mkfifo(tmp_path / "pipe")
    assert_is_refused(tmp_path / "pipe")  # and does not wait for a writer
    (tmp_path / "link").symlink_to(path)
    assert_is_refused(tmp_path / "link")


def assert_is_refused(path) -> None:
    """A device, a pipe or a link raises; a file that says it is empty gives no more than asked."""
    try:
        assert len(files.read_file(Path(path), 0)) == 0
    except (OSError, files.TooLarge):
        pass


def test_notebook_of_a_million_values_is_refused(folder):
    write(folder, '{"cells": [' + "[]," * 1_000_001 + "[]]}")
    assert "it holds more than 1,000,000 values. Clear" in inspected(folder).problem
    text = json.dumps(solved())[:-1] + ', "x": "' + ",[{" * 400_000 + '"}'
    write(folder, text)  # in a string they are no values
    holds_the_lesson(inspected(folder), SOLVED)
