"""Archives of a learning platform, collected by `nbgrader zip_collect` and graded."""

from __future__ import annotations

import gzip
import io
import json
import os
import stat
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest
from conftest import new_course, run, scores
from faults import LESSON, NAME, solved

from dikkat.course import Course

SECRET = "the-secret-of-another-folder"
SUBMITTED = f"{{}}_{LESSON}_attempt_2027-03-01-20-15-00_{NAME}"


@pytest.fixture
def course(tmp_path) -> Course:
    return new_course(tmp_path / "course", [LESSON])


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> bytes:
    """A solved notebook."""
    return json.dumps(solved(new_course(tmp_path_factory.mktemp("good"), [LESSON]))).encode()


def collect(course: Course, *options: str) -> str:
    """What the command says; it must end well, without a traceback."""
    said = run("nbgrader", "zip_collect", LESSON, *options, cwd=course.root).stderr
    assert "Traceback" not in said and "Logging error" not in said, said
    return said


def collected(course: Course) -> dict[str, dict[str, bytes]]:
    """{student: {file: content}} of submitted/."""
    found = {}
    for folder in (course.root / "submitted").iterdir():
        files = [p for p in (folder / LESSON).rglob("*") if p.is_file()]
        found[folder.name] = {str(p.relative_to(folder / LESSON)): p.read_bytes() for p in files}
    return found


def archives(course: Course) -> Path:
    folder = course.root / "downloaded" / LESSON / "archive"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def pack_zip(path: Path, entries: dict[str, str], links: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in entries.items():
            archive.writestr(name, text)
        for name, target in links.items():
            info = zipfile.ZipInfo(name)
            info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, target)


def pack_tar(path: Path, entries: dict[str, str], links: dict[str, str]) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in entries.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
        for name, target in links.items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname = tarfile.SYMTYPE, target
            archive.addfile(info)


@pytest.mark.parametrize(("ending", "pack"), [("zip", pack_zip), ("tar.gz", pack_tar)])
def test_links_and_paths_that_lead_out_are_left_out_and_named(course, ending, pack):
    secret = course.root.parent / "secret"
    secret.write_text(SECRET)
    planted = course.root.parent / "planted"
    good = json.dumps(solved(course))
    entries = {SUBMITTED.format("ada"): good, SUBMITTED.format("zoe"): good}
    entries |= {f"{'../' * n}{SUBMITTED.format(f'up{n}')}": good for n in (1, 3, 5)}
    entries |= {"../../../../source/planted.py": "1", str(planted): "1", "a/../../../b": "1"}
    links = {SUBMITTED.format("cem"): str(course.root / "source" / LESSON / NAME)}
    links |= {"key": str(secret)}
    pack(archives(course) / f"class.{ending}", entries, links)
    before = set(course.root.parent.rglob("*"))
    said = collect(course)
    made = set(course.root.parent.rglob("*")) - before
    inside = [course.root / "submitted", course.root / "downloaded" / LESSON / "extracted"]
    assert all(any(top == p or top in p.parents for top in inside) for p in made), made
    assert not any(p.is_symlink() for p in made)
    assert said.count("its path leads out of the archive") == 6
    assert said.count("it is a link, or no plain file") == 2
    assert {p.name for p in (course.root / "submitted").iterdir()} == {"ada", "zoe"}
    run("dikkat", "grade", cwd=course.root)
    assert all(sum(scores(course, LESSON, who).values()) == 10 for who in ("ada", "zoe"))
    for path in made:
        assert not path.is_file() or SECRET not in path.read_text(errors="replace")


def zipped(*entries: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return packed.getvalue()


def tarred(*entries: tarfile.TarInfo | tuple[str, bytes], pax: dict | None = None) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", format=tarfile.PAX_FORMAT) as archive:
        for entry in entries:
            if isinstance(entry, tarfile.TarInfo):
                archive.addfile(entry)
            else:
                info = tarfile.TarInfo(entry[0])
                info.size, info.pax_headers = len(entry[1]), pax or {}
                archive.addfile(info, io.BytesIO(entry[1]))
    return packed.getvalue()


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def damaged(content: bytes, name: bytes) -> bytes:
    """A zip file in which the bytes behind the first mention of a name were overwritten."""
    at = content.index(name) + len(name)
    return content[:at] + b"\xff" * 40 + content[at + 40 :]


def nested(depth: int, name: str, content: bytes) -> bytes:
    for number in range(depth):
        content = zipped((name if number == 0 else f"{number}.zip", content))
    return content


def pax_of(body: bytes) -> bytes:
    """A tar file with a PAX header of this content."""
    info = tarfile.TarInfo("pax")
    info.type, info.size = tarfile.XHDTYPE, len(body)
    padded = body + bytes(-len(body) % 512)
    return gzip.compress(info.tobuf(tarfile.USTAR_FORMAT) + padded + tarfile.TarInfo("x").tobuf())


OTHER = b'{"cells": [], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}'
ZEROS = bytes(90 * 2**20)
# Archives that mallory submits: what is said about each, and whether her notebook is collected.
BAD = {
    "...zip": (
        lambda nb: zipped(("...zip", zipped((SUBMITTED.format("alice"), OTHER))), (NAME, nb)),
        "", True,
    ),
    "dots": (lambda nb: zipped((".", b"x"), ("..", b"x"), ("...", b"x"), (". .", b"x"), (NAME, nb)),
             "its name is only dots", True),
    "no name": (lambda nb: zipped(("/", b"x"), ("//", b""), (NAME, nb)), "", True),
    "absolute": (lambda nb: zipped(("/tmp/dikkat-planted", b"x"), (NAME, nb)), "leads out", True),
    "up": (lambda nb: zipped(("a/../../../x.ipynb", OTHER), ("..\\y", b""), (NAME, nb)),
           "leads out", True),
    "drive": (lambda nb: zipped(("C:\\x.ipynb", OTHER), (NAME, nb)), "leads out", True),
    "another's name": (lambda nb: zipped((SUBMITTED.format("alice"), OTHER), (NAME, nb)), "", True),
    "another's name, packed": (
        lambda nb: zipped(("a.zip", zipped((SUBMITTED.format("alice"), OTHER))), (NAME, nb)),
        "", True,
    ),
    "another's folder": (
        lambda nb: zipped((f"alice_{LESSON}_attempt_2028-01-01-00-00-00/a.ipynb", OTHER),
                          (NAME, nb)),
        "", True,
    ),
    "same name twice": (lambda nb: zipped((NAME, nb), (NAME, OTHER)), "of this name already", True),
    "file and folder": (
        lambda nb: zipped(("a", b""), ("a/b", b""), (NAME, nb)), "this name already", True,
    ),
    "damaged deflate": (
        lambda nb: damaged(zipped(("z.txt", bytes(range(256)) * 99), (NAME, nb)), b"z.txt"),
        "it is damaged", True,
    ),
    "LZMA": (lambda nb: zipped(("z", b"x" * 999), method=zipfile.ZIP_LZMA), "unusual way", False),
    "BZIP2": (lambda nb: zipped(("z", b"x" * 999), method=zipfile.ZIP_BZIP2), "unusual way", False),
    "encrypted": (
        lambda nb: b"".join((
            (z := zipped(("z", b"x")))[: z.index(b"PK\1\2") + 8], b"\1\0",
            z[z.index(b"PK\1\2") + 10 :],
        )), "it is encrypted", False,
    ),
    "bad UTF-8": (
        lambda nb: zipped(("\u00e9.ipynb", OTHER), (NAME, nb)).replace(b"\xc3\xa9.", b"\xff\xfe."),
        "cannot be unpacked any further", False,
    ),
    "cut off": (lambda nb: zipped((NAME, nb))[:-300], "cannot be unpacked any further", False),
    "empty": (lambda nb: b"", "cannot be unpacked any further", False),
    "text": (lambda nb: b"hello", "cannot be unpacked any further", False),
    "only an end": (lambda nb: b"PK\5\6" + b"\xff" * 18, "cannot be unpacked", False),
    "many members claimed": (
        lambda nb: b"PK\3\4PK\5\6" + bytes(6) + struct.pack("<HII", 65535, 2**31, 0) + b"\0\0",
        "more than 10000 members", False,
    ),
    "many members": (
        lambda nb: zipped(*[(f"{n}/", b"") for n in range(10_001)]), "more than 10000 mem", False,
    ),
    "many files": (
        lambda nb: zipped((NAME, nb), *[(f"{n}", b"") for n in range(2_100)]), "more files", True,
    ),
    "deep folders": (lambda nb: zipped(("a/" * 900 + "x", b""), (NAME, nb)), "more than 16", True),
    "long names": (lambda nb: zipped(("a" * 300, b""), (NAME, nb)), "File name too long", True),
    "deep archives": (lambda nb: zipped(("a.zip", nested(9, NAME, nb))), "inside 3 others", False),
    "a large file": (
        lambda nb: zipped((NAME, nb), ("a", ZEROS + ZEROS)), "more than 100 MiB", True,
    ),
    "a bomb": (lambda nb: zipped((NAME, nb), *[(f"{n}", ZEROS) for n in range(3)]),
               "more bytes than", True),
    "a bomb of archives": (
        lambda nb: (two := zipped(("0", ZEROS), ("1", ZEROS)))
        and zipped((NAME, nb), ("a.zip", two), ("b.zip", two), ("c.zip", two)),
        "more bytes than", True,
    ),
    "archive and folder": (
        lambda nb: zipped(("a.zip/x.ipynb", OTHER), ("a.zip", zipped(("x.ipynb", nb)))),
        "of this name already", False,
    ),
    "names with commands": (lambda nb: zipped(("\x1b[2J\n\u202e.ipynb", nb)), "", True),
    "left by tools": (
        lambda nb: zipped((NAME, nb), (f"__MACOSX/._{NAME}", b"x"), (".DS_Store", b""),
                          (f".ipynb_checkpoints/{NAME}", OTHER)), "", True,
    ),
}  # fmt: skip
BAD_TAR = {
    "links": (
        lambda nb: tarred(special("a", tarfile.SYMTYPE, "/etc"),
                          special("b", tarfile.LNKTYPE, NAME), ("a/x", b""), (NAME, nb)),
        "it is a link, or no plain file", True,
    ),
    "devices": (
        lambda nb: tarred(special("a", tarfile.CHRTYPE), special("b", tarfile.BLKTYPE),
                          special("c", tarfile.FIFOTYPE), (NAME, nb)),
        "it is a link, or no plain file", True,
    ),
    "NUL in a path": (lambda nb: tarred(("x", b""), pax={"path": "a\0b"}), "it has no name", False),
    "path by PAX": (lambda nb: tarred(("x", b""), pax={"path": "../../x"}), "leads out", False),
    "negative size": (lambda nb: pax_of(b"14 size=-1024\n"), "not a plain tar file", False),
    "sparse": (lambda nb: pax_of(b"24 GNU.sparse.realsize=9\n"), "not a plain tar file", False),
    "long header": (lambda nb: pax_of(b"1" * 10**6), "headers is too long", False),
    "digits": (lambda nb: pax_of(b"1" * 60_000), "not a plain tar file", False),
    "cut off": (lambda nb: tarred((NAME, nb))[:-3000], "cannot be unpacked any further", False),
    "damaged": (lambda nb: tarred((NAME, nb))[:999] + bytes(999), "cannot be unpacked", False),
    "not packed": (lambda nb: gzip.decompress(tarred((NAME, nb))), "", True),
    "a bomb": (lambda nb: tarred(*[(f"{n}", ZEROS) for n in range(3)]), "256 MiB", False),
    "names": (lambda nb: tarred((os.fsdecode(b"\xf6dev.ipynb"), nb)), "", True),
}  # fmt: skip


def test_bad_archives_harm_nobody_else_and_are_named(course, good):
    """One student for each archive, beside two honest ones; all in one command."""
    folder = archives(course)
    for name in ("alice", "zoe"):
        (folder / SUBMITTED.format(name)).write_bytes(good)
    cases = {f"zip {n}": c for n, c in BAD.items()} | {f"tar {n}": c for n, c in BAD_TAR.items()}
    for number, (name, (make, _, _)) in enumerate(cases.items()):
        ending = "zip" if name.startswith("zip") else "tar.gz"
        attempt = f"mallory_{number}_{LESSON}_attempt_2027-03-01-20-10-00_work.{ending}"
        (folder / attempt).write_bytes(make(good))
    before = set(course.root.parent.rglob("*"))
    said = collect(course)
    lines = [line for line in said.splitlines() if "mallory" in line]
    found = collected(course)
    assert found.pop("alice")[NAME] == found.pop("zoe")[NAME] == good
    inside = [course.root / "submitted", course.root / "downloaded" / LESSON / "extracted"]
    for path in set(course.root.parent.rglob("*")) - before:
        assert any(top == path or top in path.parents for top in inside), path
        assert path.is_file() or path.is_dir(), path
        assert not path.is_symlink(), path
        assert path.is_dir() or path.stat().st_nlink == 1, path
    for number, (name, (_, words, taken)) in enumerate(cases.items()):
        mine = " ".join(line for line in lines if f"mallory_{number}_" in line)
        assert words in mine, (name, mine)
        assert (good in found.pop(f"mallory_{number}", {}).values()) == taken, name
    assert not found
    sizes = [p.stat().st_size for p in inside[1].rglob("*") if p.is_file()]
    assert sum(sizes) < (2 + len(cases)) * 257 * 2**20
    assert all(name.isprintable() for p in inside[1].rglob("*") for name in p.parts)


def test_one_archive_of_the_class_survives_bad_members(course, good):
    entries = [
        (f"mallory-{n}_{LESSON}_attempt_2027-03-01-20-10-00_work.zip", make(good))
        for n, (make, _, _) in enumerate(BAD.values())
    ]
    entries.insert(3, (SUBMITTED.format("alice"), good))
    entries.append((SUBMITTED.format("zoe"), good))
    (archives(course) / "all.zip").write_bytes(zipped(*entries))
    collect(course)
    found = collected(course)
    assert found["alice"][NAME] == found["zoe"][NAME] == good
    for number, (name, (_, _, taken)) in enumerate(BAD.items()):
        assert (good in found.get(f"mallory-{number}", {}).values()) == taken, name


def test_names_in_an_archive_inside_the_classs_tell_nothing(course, good):
    unnamed = zipped((SUBMITTED.format("alice"), OTHER))
    (archives(course) / "all.zip").write_bytes(
        zipped((SUBMITTED.format("alice"), good), ("mallory.zip", unnamed))
    )
    said = collect(course)
    assert collected(course)["alice"][NAME] == good
    assert "is not collected: its name, or that of its archive" in said


TIMES = {
    "2027-03-01-20-15-00": "2027-03-01 20:15:00",
    "2027-03-01-20-15-07": "2027-03-01 20:15:07",
    "2027-03-01-20-15": "2027-03-01 20:15:00",
    "2027-03-01-00-00-00": "2027-03-01 00:00:00",
    "2027-12-31-23-59-59": "2027-12-31 23:59:59",
    "2028-02-29-20-15-00": "2028-02-29 20:15:00",
    "2027-03-01T20:15:07": "2027-03-01 20:15:07",
    "2027-03-01-20-15-07-123456": "2027-03-01 20:15:07",
    "20270301-201507": "2027-03-01 20:15:07",
    "20270301T2015": "2027-03-01 20:15:00",
    "2027-03-01_20-15-07": "2027-03-01 20:15:07",
    "2027-02-29-20-15-00": None,
    "2027-13-01-20-15-00": None,
    "2027-03-01-24-00-00": None,
    "2027-03-01-25-15-00": None,
    "2027-03-01-20-60-00": None,
    "2027-03-01-20-15-60": None,
    "0000-00-00-00-00-00": None,
    "2027-03-01": None,
    "01-03-2027-20-15-00": None,
    "1-3-27": None,
    "99999999999999999999": None,
    "yesterday": None,
    "": None,
}


def test_every_part_of_the_time_is_read_and_a_wrong_one_is_none(course, good):
    for number, time in enumerate(TIMES):
        path = archives(course) / f"s{number}_{LESSON}_attempt_{time}_{NAME}"
        path.write_bytes(good)
    said = collect(course)
    for number, (name, time) in enumerate(TIMES.items()):
        folder = course.submission_folder(LESSON, f"s{number}")
        assert (folder / NAME).read_bytes() == good, name
        stamp = folder / "timestamp.txt"
        assert (stamp.read_text()[:19] if stamp.exists() else None) == time, name
        noted = f"s{number}_{LESSON}_attempt_{name}_{NAME} is collected without a time" in said
        assert noted == (time is None), name


def test_times_are_of_the_time_zone_that_was_set(course, good):
    (archives(course) / SUBMITTED.format("ada")).write_bytes(good)
    with open(course.config_file, "a") as config:
        config.write('\nc.Collector.time_zone = "Europe/Istanbul"\n')
    collect(course)
    stamp = course.submission_folder(LESSON, "ada") / "timestamp.txt"
    assert stamp.read_text() == "2027-03-01 17:15:00+00:00"
    config = course.config_file
    config.write_text(config.read_text().replace("Europe/Istanbul", "TRT"))
    done = run("nbgrader", "zip_collect", LESSON, "--force", cwd=course.root, check=False)
    assert done.returncode and "'TRT' is not a time zone" in done.stderr


def attempt(student: str, time: str, file: str = NAME) -> str:
    return f"{student}_{LESSON}_attempt_{time}_{file}"


def test_students_with_underscores_and_resubmissions_are_kept_apart(course, good):
    older, newer = "2027-03-01-20-15-00", "2027-03-02-08-00-00"
    entries = [
        (attempt("ali_veli", older), good), (attempt("ali_kaya", newer), OTHER),
        (attempt("ali", older), good), (attempt("_ali_", older), good),
        # the newest, whatever comes first
        (attempt("can", newer), good), (attempt("can", older), OTHER),
        (attempt("cem", older), OTHER), (attempt("cem", newer), good),
        # all of the newest and nothing of the older one
        (attempt("two", newer, "a.ipynb"), good), (attempt("two", newer, "b.ipynb"), OTHER),
        (attempt("two", older, "c.ipynb"), OTHER),
        # a time goes before none
        (attempt("none", "yesterday"), OTHER), (attempt("none", older), good),
        # none at all, twice: both are kept, for a person to choose
        (attempt("never", "yesterday"), good), (attempt("never", "today"), OTHER),
        # somebody else's name in the file's
        (attempt("eve", older, attempt("ali_veli", newer)), good),
        # Turkish letters, and in two forms
        (attempt("İpek Çağrı", older), good), (attempt("g\u00f6k", older), OTHER),
        (attempt("go\u0308k", newer), good),
        # refused
        (attempt("..", newer), OTHER), (attempt(".", newer), OTHER),
        (attempt(".git", newer), OTHER), (attempt("", newer), OTHER),
        (f"bo_05_causal_head_attempt_{newer}_x.ipynb", OTHER),
        (f"bo_{LESSON}_{newer}_x.ipynb", OTHER),
    ]  # fmt: skip
    (archives(course) / "all.zip").write_bytes(zipped(*entries))
    said = collect(course)
    found = {who: {n for n, c in files.items() if c == good} for who, files in
             collected(course).items()}  # fmt: skip
    assert found == {
        "ali_veli": {NAME}, "ali_kaya": set(), "ali": {NAME}, "_ali_": {NAME}, "can": {NAME},
        "cem": {NAME}, "two": {"a.ipynb"}, "none": {NAME}, "never": {f"{LESSON} (2).ipynb"},
        "eve": {attempt("ali_veli", newer)}, "İpek Çağrı": {NAME}, "g\u00f6k": {NAME},
    }  # fmt: skip
    assert set(collected(course)["two"]) == {"a.ipynb", "b.ipynb", "timestamp.txt"}
    assert set(collected(course)["never"]) == {NAME, f"{LESSON} (2).ipynb"}
    assert said.count("is not collected: its name") == 5  # `._` marks a Mac's own file
    assert not (course.root / LESSON).exists()
    # Again, with more: nothing is lost, and the newest counts.
    third = zipped((attempt("can", "2027-03-03-00-00-00"), OTHER), (attempt("dede", older), good))
    (archives(course) / "more.zip").write_bytes(third)
    collect(course, "--force")
    assert collected(course)["can"][NAME] == OTHER
    assert collected(course)["dede"][NAME] == good


def test_folders_archives_and_files_of_one_student(course, good):
    folder = archives(course)
    (folder / attempt("ada", "2027-03-01-20-15-00", "work")).mkdir()
    (folder / attempt("ada", "2027-03-01-20-15-00", "work") / "x.ipynb").write_bytes(good)
    entries = [
        (f"deep/{attempt('cem', '2027-03-01-20-15-00', 'work')}/sub/x.IPYNB", good),
        (attempt("eda", "2027-03-01-20-15-00", "w.tar.gz"), tarred(("a/x.ipynb", good))),
    ]
    (folder / "all.zip").write_bytes(zipped(*entries))
    (folder / f"only_{LESSON}_attempt_2027-03-01-20-15-00.zip").write_bytes(zipped((NAME, good)))
    collect(course)
    names = {who: set(files) - {"timestamp.txt"} for who, files in collected(course).items()}
    assert names == {
        "ada": {"x.ipynb"},
        "cem": {"sub/x.IPYNB"},
        "eda": {"a/x.ipynb"},
        "only": {NAME},
    }
    run("dikkat", "grade", cwd=course.root)
    assert all(sum(scores(course, LESSON, who).values()) == 10 for who in names)
