"""Landlock: which files a process may open. Source: the kernel's userspace-api/landlock."""

from __future__ import annotations

import os
import struct

from dikkat.grading.learner_side import kernel

FS_EXECUTE, FS_WRITE, FS_READ, FS_READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
FS_MAKE_CHAR, FS_MAKE_SOCK, FS_MAKE_BLOCK, FS_TRUNCATE = 1 << 6, 1 << 9, 1 << 11, 1 << 14
FS_OF_FILES = FS_EXECUTE | FS_WRITE | FS_READ | FS_TRUNCATE
LANDLOCK_VERSION, PATH_BENEATH, O_PATH = 1, 1, 0o10000000


def version() -> int:
    """The version of Landlock's interface here; 0 if the kernel has none."""
    return max(0, kernel.libc.syscall(kernel.SYS_LANDLOCK_CREATE, None, 0, LANDLOCK_VERSION))


def restrict(readable: list[str], devices: list[str], folder: str) -> None:
    """Closes every file to this process but these.

    readable: paths that may be read and executed. devices: that may be read and written. folder:
    in which everything is allowed. Raises OSError if the kernel refuses.
    """
    found = version()
    if found == 0:
        raise OSError("this kernel has no Landlock")
    bits = {1: 13, 2: 14, 3: 15, 4: 15}.get(found, 16)
    handled = (1 << bits) - 1
    ruleset = struct.pack("<QQQ", handled, 0b11 if found >= 4 else 0, 0b11 if found >= 6 else 0)
    size = 24 if found >= 6 else 16 if found >= 4 else 8
    rules = kernel.done(
        kernel.libc.syscall(kernel.SYS_LANDLOCK_CREATE, ruleset, size, 0), "landlock_create_ruleset"
    )

    def allow(path: str, access: int) -> None:
        if not os.path.isdir(path):
            access &= FS_OF_FILES
        parent = os.open(path, O_PATH | os.O_CLOEXEC)
        rule = struct.pack("<Qi", access & handled, parent)
        kernel.done(
            kernel.libc.syscall(kernel.SYS_LANDLOCK_ADD, rules, PATH_BENEATH, rule, 0),
            f"landlock {path}",
        )
        os.close(parent)

    for path in readable:
        allow(path, FS_EXECUTE | FS_READ | FS_READ_DIR)
    for path in devices:
        allow(path, FS_READ | FS_WRITE)
    allow(folder, handled & ~(FS_MAKE_CHAR | FS_MAKE_SOCK | FS_MAKE_BLOCK))
    kernel.done(
        kernel.libc.syscall(kernel.SYS_LANDLOCK_RESTRICT, rules, 0), "landlock_restrict_self"
    )
    os.close(rules)
