"""The files that the learner's side sees: Python's own, to read, and a private folder."""

from __future__ import annotations

import os
import platform
import struct
import sys
from pathlib import Path

from dikkat.grading.learner_side import kernel
from dikkat.grading.learner_side.seccomp_tables import TABLES
from dikkat.grading.settings import Limits

SYSTEM_PATHS = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache",
    "/etc/alternatives",
]  # fmt: skip
# Of Python's own folders, no more than this: an environment may have been made in a folder
# that holds a course as well.
PYTHON_PARTS = ["bin", "lib", "lib64", "include", "share", "etc", "pyvenv.cfg"]
DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"]
HOME = "/home/learner"
TEMPORARY = f"{HOME}/.tmp"


def fill(folder: str, files: dict[str, bytes], uid: int | None) -> None:
    for name, content in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if uid is not None:
        for path in [Path(folder), *Path(folder).rglob("*")]:
            os.chown(path, uid, uid)


def readable_paths() -> list[str]:
    """The files and folders of this machine that the learner's side may read: Python's."""
    package = str(Path(__file__).resolve().parents[2])
    prefixes = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix]
    python = [os.path.join(prefix, part) for prefix in prefixes for part in PYTHON_PARTS]
    libraries = [p for p in sys.path if "site-packages" in p or "dist-packages" in p]
    wanted = [p for p in [*SYSTEM_PATHS, *python, *libraries, package] if os.path.exists(p)]
    kept: list[str] = []
    real = map(os.path.realpath, wanted)  # where one of them is a symbolic link
    for path in sorted({os.path.abspath(p) for p in [*wanted, *real]}, key=len):
        if not any(path == k or path.startswith(k.rstrip("/") + "/") for k in kept):
            kept.append(path)
    return kept


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
