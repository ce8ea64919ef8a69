"""Unpacks what a learning platform hands over, for `nbgrader zip_collect`.

An archive may hold one student's archive inside the class's. What would lead outside its folder,
and what is no plain file, is left out and named; the rest is unpacked.
"""

from __future__ import annotations

import os
import shutil
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

from nbgrader.plugins import ExtractorPlugin

MAX_FILE = 100 * 2**20  # bytes of one file, unpacked
MAX_DEPTH = 3  # of archives inside archives


class Extractor(ExtractorPlugin):
    """Takes the place of nbgrader's, which gives up a whole archive for one bad path in it."""

    def extract(self, archive_path, extracted_path):
        for top, _, names in os.walk(archive_path):
            target = Path(extracted_path, os.path.relpath(top, archive_path))
            for name in sorted(names):
                path = Path(top, name)
                if path.is_symlink() or not path.is_file():
                    self.log.warning("%s is not a plain file; it was left out.", path)
                elif _is_archive(path):
                    self._unpack(path, target / _stem(path), 1)
                else:
                    target.mkdir(parents=True, exist_ok=True)
                    shutil.copy(path, target)

    def _unpack(self, archive: Path, target: Path, depth: int) -> None:
        self.log.info("Extracting from: %s", archive)
        try:
            for name, problem, file in _members(archive):
                parts = PurePosixPath(name.replace("\\", "/")).parts
                if ".." in parts or parts[:1] == ("/",) or ":" in parts[0]:
                    problem = "its path leads out of the archive"
                if problem:
                    self.log.warning("%s in %s was left out: %s.", ascii(name), archive, problem)
                    continue
                path = target.joinpath(*parts)
                path.parent.mkdir(parents=True, exist_ok=True)
                content = file.read(MAX_FILE + 1)
                if len(content) > MAX_FILE:
                    self.log.warning("%s in %s was left out: too large.", ascii(name), archive)
                    continue
                path.write_bytes(content)
                if _is_archive(path) and depth < MAX_DEPTH:
                    self._unpack(path, path.parent / _stem(path), depth + 1)
        except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError, RuntimeError) as error:
            self.log.warning("%s cannot be unpacked any further: %s.", archive, error)


def _is_archive(path: Path) -> bool:
    return path.suffix.lower() in (".zip", ".gz", ".tgz", ".tar")


def _stem(path: Path) -> str:
    """The name of the folder for an archive; never that of the archive itself."""
    return path.name.removesuffix(path.suffix).removesuffix(".tar")


def _members(archive: Path):
    """(name, why it must be left out or "", open file) of each file in an archive."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as opened:
            for info in opened.infolist():
                kind = info.external_attr >> 28  # as in a file's mode; 0 where none was kept
                if not info.is_dir():
                    problem = "" if kind in (0, 8) else "it is a link, or no plain file"
                    with opened.open(info) as file:
                        yield info.filename, problem, file
    else:
        with tarfile.open(archive) as opened:
            for info in opened:
                if not info.isdir():
                    problem = "" if info.isreg() else "it is a link, or no plain file"
                    yield info.name, problem, opened.extractfile(info) if not problem else None
