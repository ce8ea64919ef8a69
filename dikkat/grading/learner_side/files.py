"""The files that the learner's side sees: Python's own, to read, and a private folder."""

from __future__ import annotations

import glob
import os
import platform
import re
import struct
import sys
import sysconfig
from pathlib import Path

from dikkat.grading.learner_side import kernel
from dikkat.grading.learner_side.seccomp_tables import TABLES
from dikkat.grading.settings import Limits

# The system's programs, and what they and Python's libraries read when they start: all of it is
# installed by the system's packages. /usr/local, /usr/share and /etc as a whole are not here: a
# course, an exchange folder or a password may lie in them.
SYSTEM_PATHS = [
    "/bin", "/usr/bin", "/lib64", "/usr/lib64", "/usr/lib/locale", "/usr/share/zoneinfo",
    "/usr/share/fonts", "/usr/local/share/fonts", "/etc/ld.so.cache", "/etc/alternatives",
]  # fmt: skip
LOADERS = ["/lib/ld-*", "/usr/lib/ld-*"]  # what starts a program, if it is not in /lib64
LIBRARY_LINKS = ["/lib", "/lib32", "/libx32"]  # as names of /usr/lib and its neighbours
# A folder of the system's own libraries, such as /usr/lib/x86_64-linux-gnu.
LIBRARY_FOLDER = re.compile(r"(/usr)?/lib(32|64|x32)?(/[\w.]+-linux-[\w.]+)?")
DEVICES = ["/dev/null", "/dev/random", "/dev/urandom"]  # memory of /dev/zero cannot be measured
HOME = "/home/learner"
TEMPORARY = f"{HOME}/.tmp"


def fill(folder: str, files: dict[str, bytes], uid: int | None) -> None:
    """Writes files, {path: content}, into a folder, and gives them to the user `uid`, if any."""
    for name, content in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if uid is not None:
        for path in [Path(folder), *Path(folder).rglob("*")]:
            os.chown(path, uid, uid)


def readable_paths() -> list[str]:
    """The files and folders of this machine that the learner's side may read.

    They are what Python and the imported libraries need, and the system's programs. A symbolic
    link among them stands for itself; where what it leads to may be read, that is listed as well.
    """
    links = [path for path in LIBRARY_LINKS if os.path.islink(path)]
    found = _outermost([*links, *_with_links([*SYSTEM_PATHS, *_matching(LOADERS), *_python()])])
    libraries = _matching([path for path in _libraries() if not _is_inside(path, found)])
    return _outermost([*found, *_with_links(libraries)])


def _outermost(paths: list[str]) -> list[str]:
    """These paths without those that lie inside another one; a shorter path comes first."""
    kept: list[str] = []
    for path in sorted(set(paths), key=lambda path: (len(path), path)):
        if not _is_inside(path, kept):
            kept.append(path)
    return kept


def _is_inside(path: str, others: list[str]) -> bool:
    return any(path == other or path.startswith(other.rstrip("/") + "/") for other in others)


def _python() -> list[str]:
    """Python's interpreter, its own modules and the installed ones."""
    paths = [sys.executable, *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib"))]
    for prefix in {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}:
        here = glob.escape(prefix)
        paths += _matching([f"{here}/bin/python*", f"{here}/bin/pip*", f"{here}/pyvenv.cfg"])
        if os.path.isdir(f"{prefix}/conda-meta"):
            paths.append(f"{prefix}/lib")  # conda keeps the libraries of all its packages there
        elif prefix not in ("/usr", "/usr/local"):
            paths += _matching([f"{here}/lib/*.so*"])
    paths += [p for p in sys.path if p.endswith(("site-packages", "dist-packages"))]
    return [*paths, str(Path(__file__).resolve().parents[2])]


def _libraries() -> list[str]:
    """Patterns for the libraries that this process has loaded.

    Of the system's libraries, the folder in which they lie; of another folder, only what is
    loaded, under the names of all its versions.
    """
    lines = Path("/proc/self/maps").read_text().splitlines()
    found = set()
    for path in {line[line.index("/") :] for line in lines if ".so" in line}:
        folder, name = os.path.split(path)
        if ".so" in name:
            versions = f"{folder}/{name.partition('.so')[0]}.so"
            system = LIBRARY_FOLDER.fullmatch(folder)
            found.add(glob.escape(folder if system else versions) + ("" if system else "*"))
    return sorted(found)


def _matching(patterns: list[str]) -> list[str]:
    """The paths that match any of these patterns."""
    return [path for pattern in patterns for path in glob.glob(pattern)]


def _with_links(paths: list[str]) -> list[str]:
    """Those of these paths that exist, and what the symbolic links among them lead to."""
    found = []
    for path in paths:
        path = os.path.abspath(path)
        for _ in range(40):  # as many links as the kernel follows
            if not os.path.exists(path):
                break
            folder, name = os.path.split(path)
            found += [path, os.path.join(os.path.realpath(folder), name)]
            if not os.path.islink(path):
                break
            path = os.path.abspath(os.path.join(folder, os.readlink(path)))
    return found


def make_root(root: str, limits: Limits, files: dict[str, bytes], uid: int | None) -> None:
    """Replaces / by a read-only one with Python's files, four devices and a private folder."""
    kernel.mount("tmpfs", root, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=755")
    for path in readable_paths() + DEVICES:
        inside = root + path
        os.makedirs(os.path.dirname(inside), exist_ok=True)
        if os.path.islink(path):
            os.symlink(os.readlink(path), inside)
            continue
        if os.path.isdir(path):
            os.makedirs(inside, exist_ok=True)
        else:
            Path(inside).touch()
        kernel.mount(path, inside, None, kernel.MS_BIND | kernel.MS_REC)
        attributes = kernel.MOUNT_ATTR_RDONLY | kernel.MOUNT_ATTR_NOSUID
        attributes |= 0 if path in DEVICES else kernel.MOUNT_ATTR_NODEV
        setting = struct.pack("<QQQQ", attributes, 0, 0, 0)
        kernel.done(
            kernel.libc.syscall(
                kernel.SYS_MOUNT_SETATTR,
                -100,
                inside.encode(),
                kernel.AT_RECURSIVE,
                setting,
                len(setting),
            ),
            f"mount_setattr {inside}",
        )
    owner = uid if uid is not None else os.geteuid()
    os.makedirs(f"{root}/etc", exist_ok=True)
    Path(f"{root}/etc/passwd").write_text(f"learner:x:{owner}:{owner}::{HOME}:/bin/sh\n")
    if not os.path.lexists(f"{root}/tmp"):  # Python, or the course, may lie in it
        os.symlink(TEMPORARY, f"{root}/tmp")
    os.makedirs(root + HOME)
    size = f"size={limits.folder_size},nr_inodes=20000,mode=700"
    kernel.mount("tmpfs", root + HOME, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, size)
    fill(root + HOME, files, None)
    os.mkdir(root + TEMPORARY)
    if uid is not None:
        for path in [root + HOME, *map(str, Path(root + HOME).rglob("*"))]:
            os.chown(path, uid, uid)
    os.chdir(root)
    kernel.done(
        kernel.libc.syscall(TABLES[platform.machine()]["pivot_root"], b".", b"."), "pivot_root"
    )
    kernel.done(kernel.libc.umount2(b".", kernel.MNT_DETACH), "umount of the old root")
    os.chdir("/")
    kernel.mount(
        "none",
        "/",
        None,
        kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID | kernel.MS_NODEV,
    )
