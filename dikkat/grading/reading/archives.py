"""Unpacks archives that students made. Nothing in one can reach outside its target folder.

`unpack` writes plain files only. Each archive, also one inside another, becomes a folder that
keeps the archive's full name: `work.zip/`. A folder's name thus tells that it was an archive.
What cannot be taken is left out and named; whatever a parser raises stays with its archive.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import gzip
import os
import re
import struct
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from dikkat.grading.reading.names import left_by_tools, printable, without_commands

MAX_DEPTH = 3  # archives inside archives
MAX_FOLDERS = 16  # folders inside folders
MAX_NAMED = 10  # members left out that are named, per archive
MAX_HEADER = 64 * 2**10  # bytes of one header of a tar file
CHUNK = 2**20
ENDINGS = (".zip", ".gz", ".tgz", ".tar")

Say = Callable[[str], None]


@dataclasses.dataclass
class Room:
    """How much may still be unpacked. What is taken from a room is also taken from `outer`.

    bytes, files: of everything together. file_bytes: of one file. members: of one archive.
    """

    bytes: int = 256 * 2**20
    files: int = 2_000
    file_bytes: int = 100 * 2**20
    members: int = 10_000
    outer: Room | None = None

    def take(self, size: int, files: int = 0) -> None:
        """Raises NoRoom if there is no room for `size` more bytes and `files` more files."""
        self.bytes, self.files = self.bytes - size, self.files - files
        if self.bytes < 0 or self.files < 0:
            what = "bytes" if self.bytes < 0 else "files"
            raise NoRoom(f"it holds more {what} than may be unpacked")
        if self.outer:
            self.outer.take(size, files)


class NoRoom(Exception):
    """A limit was met. The text says which one."""


class Refused(Exception):
    """A member that is not taken. The text says why."""


def is_archive(name: str) -> bool:
    """Whether a file of this name is unpacked."""
    return name.lower().endswith(ENDINGS)


def unpack(
    archive: BinaryIO, name: str, target: Path, room: Room, say: Say, depth: int = 1
) -> None:
    """Unpacks an archive into the folder `target`, and what is packed in it as well.

    archive: open for reading, at its start. name: for messages. say: is called with a sentence
    for everything that was left out. Raises OSError only if the disk is full.
    """
    left_out = 0
    try:
        target.mkdir(parents=True, exist_ok=True)
        for member, problem, opened in _members(archive, room):
            if any(left_by_tools(part) for part in member.replace("\\", "/").split("/")):
                continue
            try:
                if problem:
                    raise Refused(problem)
                path = place_for(member, target)
                _take(opened, f"{name}/{printable(member)}", path, room, say, depth)
            except NoRoom:
                raise
            except Exception as error:
                if _is_full(error):
                    raise
                left_out += 1
                if left_out <= MAX_NAMED:
                    say(f"{printable(member)} in {name} was left out: {_reason(error)}.")
    except Exception as error:
        if _is_full(error):
            raise
        say(f"{name} cannot be unpacked any further: {_reason(error)}.")
    if left_out > MAX_NAMED:
        say(f"{left_out - MAX_NAMED} more members of {name} were left out.")


def place_for(member: str, target: Path) -> Path:
    """Where a member is unpacked to. Raises Refused if that is not inside `target`."""
    parts = [part for part in member.replace("\\", "/").split("/") if part]
    if not parts or "\0" in member:
        raise Refused("it has no name")
    if member[:1] in ("/", "\\") or ":" in parts[0] or ".." in parts:
        raise Refused("its path leads out of the archive")
    if any(not part.strip(". ") for part in parts):
        raise Refused("its name is only dots or spaces")
    if len(parts) > MAX_FOLDERS:
        raise Refused(f"it lies in more than {MAX_FOLDERS} folders")
    path = target.joinpath(*map(without_commands, parts))
    if target.resolve() not in path.resolve().parents:
        raise Refused("its path leads out of the archive")
    return path


def copy(source: BinaryIO, path: Path, room: Room) -> None:
    """Writes a file that must not exist yet. Raises Refused or NoRoom; then nothing is left."""
    room.take(0, files=1)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "xb") as file:
            try:
                _pour(source, file, room)
            except BaseException:
                file.close()
                path.unlink()
                raise
    except FileExistsError:
        raise Refused("there is a file of this name already") from None
    except NotADirectoryError:
        raise Refused("there is a file in the place of its folder") from None


def _take(opened: BinaryIO, name: str, path: Path, room: Room, say: Say, depth: int) -> None:
    """Writes a member, or unpacks it if it is an archive."""
    if not is_archive(path.name):
        copy(opened, path, room)
        return
    if depth >= MAX_DEPTH:
        raise Refused(f"it is an archive inside {MAX_DEPTH} others")
    if path.exists():
        raise Refused("there is a file of this name already")
    with tempfile.TemporaryFile() as packed:
        _pour(opened, packed, room)
        packed.seek(0)
        # Outermost archives may hold the whole class: each student's has a limit of its own.
        inner = room if depth > 1 else Room(outer=room)
        unpack(packed, name, path, inner, say, depth + 1)


def _pour(source: BinaryIO, file: BinaryIO, room: Room) -> None:
    written = 0
    while chunk := source.read(CHUNK):
        written += len(chunk)
        if written > room.file_bytes:
            raise Refused(f"it has more than {room.file_bytes // 2**20} MiB")
        room.take(len(chunk))
        file.write(chunk)


def _members(archive: BinaryIO, room: Room) -> Iterator[tuple[str, str, BinaryIO | None]]:
    """(name, why it must be left out or "", open file) of each file in an archive."""
    start = archive.read(4)
    archive.seek(0)
    if start[:2] == b"PK":
        return _members_of_zip(archive, room)
    return _members_of_tar(archive, room, packed=start[:2] == b"\x1f\x8b")


def _members_of_zip(archive: BinaryIO, room: Room) -> Iterator[tuple[str, str, BinaryIO | None]]:
    _count_zip(archive, room)
    with zipfile.ZipFile(archive) as opened:
        for info in opened.infolist():
            if info.is_dir():
                continue
            kind = info.external_attr >> 28  # as in a file's mode; 0 if the archive has no modes
            problem = ""
            if info.flag_bits & 1:
                problem = "it is encrypted"
            elif kind not in (0, 8):
                problem = "it is a link, or no plain file"
            elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                problem = "it is compressed in an unusual way"
            if problem:
                yield info.filename, problem, None
                continue
            try:
                file = opened.open(info)
            except Exception as error:
                yield info.filename, _reason(error), None
                continue
            with file:
                yield info.filename, "", file


def _count_zip(archive: BinaryIO, room: Room) -> None:
    """Raises NoRoom if a zip file lists more members than `room` has; `zipfile` reads them all."""
    size = archive.seek(0, os.SEEK_END)
    archive.seek(max(0, size - 2**16 - 22))
    end = archive.read()
    found = end.rfind(b"PK\5\6")
    archive.seek(0)
    if 0 <= found <= len(end) - 22:
        count, length = struct.unpack("<HL", end[found + 10 : found + 16])
        # 46 bytes and a name each; 0xFFFFFFFF stands for a number in another place (zip64).
        if count > room.members or (length > 300 * room.members and length != 0xFFFFFFFF):
            raise NoRoom(f"it has more than {room.members} members")
        if length == 0xFFFFFFFF and size < 2**32:
            raise NoRoom("its list of members is damaged")


def _members_of_tar(
    archive: BinaryIO, room: Room, packed: bool
) -> Iterator[tuple[str, str, BinaryIO | None]]:
    with contextlib.ExitStack() as stack:
        if packed:
            plain = stack.enter_context(tempfile.TemporaryFile())
            spare = dataclasses.replace(room, file_bytes=room.bytes, outer=None)
            _pour(gzip.GzipFile(fileobj=archive), plain, spare)
            plain.seek(0)
            archive = plain
        _look_at_headers(archive, room)
        opened = stack.enter_context(tarfile.open(fileobj=archive, mode="r:", errors="replace"))
        for count, info in enumerate(opened):
            if count > room.members:
                raise NoRoom(f"it has more than {room.members} members")
            if info.isdir():
                continue
            problem = "" if info.isreg() else "it is a link, or no plain file"
            yield info.name, problem, opened.extractfile(info) if not problem else None


def _look_at_headers(archive: BinaryIO, room: Room) -> None:
    """Raises ReadError for a tar file that `tarfile` would take without end to read.

    It takes a time that grows with the square of the digits in a header, and it does not end if
    a size is negative.
    """
    count = 0
    size = archive.seek(0, os.SEEK_END)
    at = 0
    while at < size:
        archive.seek(at)
        block = archive.read(tarfile.BLOCKSIZE)
        if block.count(0) == len(block):
            break
        header = tarfile.TarInfo.frombuf(block, "utf-8", "replace")
        count += 1
        if header.size < 0 or header.type == tarfile.GNUTYPE_SPARSE:
            raise tarfile.ReadError("it is not a plain tar file")
        if not header.isreg():
            if header.size > MAX_HEADER:
                raise tarfile.ReadError("one of its headers is too long")
            if re.search(rb"size=\s*-|GNU\.sparse|\d{300}", archive.read(header.size)):
                raise tarfile.ReadError("it is not a plain tar file")
        if count > 2 * room.members:
            raise NoRoom(f"it has more than {room.members} members")
        at += tarfile.BLOCKSIZE * (1 + -(-header.size // tarfile.BLOCKSIZE))
    archive.seek(0)


def _reason(error: BaseException) -> str:
    """What an error says, on one line."""
    if isinstance(error, OSError) and error.strerror:
        return printable(error.strerror)
    text = str(error).rstrip(".")
    known = isinstance(error, NoRoom | Refused)
    return text if known else printable(f"it is damaged ({text or type(error).__name__})")


def _is_full(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
