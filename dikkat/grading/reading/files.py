"""Looks through a submission's folder and reads its files, within limits, following no link."""

from __future__ import annotations

import dataclasses
import os
import stat
from pathlib import Path

from dikkat.grading.reading.names import left_by_tools

MAX_ENTRIES = 5_000  # files and folders of one submission that are looked at
MAX_DEPTH = 20  # folders inside folders
MAX_READ = 128 * 2**20  # bytes of all files of one submission that are read
MAX_FILE = 64 * 2**20  # bytes of one file


@dataclasses.dataclass
class Listing:
    """What lies in a folder, without what tools left there.

    modes: {path: its mode, as lstat gives it}, in a fixed order, the shallow ones first. closed:
    {path: why it cannot be opened}. too_many, too_deep: whether something was left out.
    """

    modes: dict[Path, int]
    closed: dict[Path, str]
    too_many: bool = False
    too_deep: bool = False
    newest: float = 0.0  # seconds since 1970: the last change of any of them


def look_through(folder: Path, first: tuple[str, ...] = (), most: int = MAX_ENTRIES) -> Listing:
    """Lists a folder and what is below it. Raises no OSError: what is closed is named.

    first: names in the folder that are looked at even if there are too many others. most: files
    and folders that are looked at.
    """
    found = Listing({}, {})
    for name in first:
        _add(found, folder / name, missing_ok=True)
    waiting = [(folder, 0)]
    for place, depth in waiting:
        names = []
        try:
            found.newest = max(found.newest, os.lstat(place).st_mtime)
            with os.scandir(place) as entries:
                for entry in entries:
                    names.append(entry.name)
                    if len(names) > 2 * most:
                        break
        except OSError as error:
            found.closed[place] = error.strerror or str(error)
        for name in sorted(names):
            path = place / name
            if len(found.modes) + len(found.closed) >= most:
                found.too_many = True
                return found
            _add(found, path)
            if stat.S_ISDIR(found.modes.get(path, 0)):
                if depth < MAX_DEPTH:
                    waiting.append((path, depth + 1))
                else:
                    found.too_deep = True
    return found


def _add(found: Listing, path: Path, missing_ok: bool = False) -> None:
    try:
        about = os.lstat(path)
    except FileNotFoundError as error:
        if not missing_ok:
            found.closed[path] = error.strerror
        return
    except OSError as error:
        found.closed[path] = error.strerror or str(error)
        return
    if stat.S_ISLNK(about.st_mode) or not left_by_tools(path.name):
        found.modes[path] = about.st_mode
        found.newest = max(found.newest, about.st_mtime)


def is_there(folder: Path) -> bool:
    """Whether there is a folder, a link, or something that cannot be looked at."""
    try:
        mode = os.lstat(folder).st_mode
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return stat.S_ISDIR(mode) or stat.S_ISLNK(mode)


class TooLarge(Exception):
    """A file that has more bytes than may be read. size: of the file, in bytes."""

    def __init__(self, size: int):
        super().__init__(f"it has {size} bytes")
        self.size = size


def read_file(path: Path, most: int = MAX_FILE) -> bytes:
    """The content of a plain file. Raises TooLarge, or OSError if it is anything else.

    It waits for nothing (a pipe, say), and reads no more than `most` bytes of a file that grows.
    """
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    with open(os.open(path, flags), "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(0, "Not a plain file", str(path))
        if about.st_size > most:
            raise TooLarge(about.st_size)
        content = file.read(most + 1)
    if len(content) > most:
        raise TooLarge(len(content))
    return content
