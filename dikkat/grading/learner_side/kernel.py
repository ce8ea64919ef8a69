"""Calls of the Linux kernel that Python has no function for."""

from __future__ import annotations

import ctypes
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
CLONE_NEWCGROUP = 0x02000000
ALL_NAMESPACES = (
    CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET
    | CLONE_NEWCGROUP
)  # fmt: skip
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT = 1, 2, 4, 32
MS_BIND, MS_REC, MS_PRIVATE, MNT_DETACH = 4096, 16384, 1 << 18, 2
AT_RECURSIVE, MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV = 0x8000, 1, 2, 4
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_SECCOMP = 1, 4, 8, 22
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38
CAP_DAC_READ_SEARCH = 2
# The same numbers on every architecture, for calls of Linux 5 and later.
SYS_MOUNT_SETATTR, SYS_LANDLOCK_CREATE, SYS_LANDLOCK_ADD, SYS_LANDLOCK_RESTRICT = 442, 444, 445, 446


def done(result: int, what: str) -> int:
    """Returns the result of a call of the kernel. Raises OSError if the call failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def unshare(flags: int) -> None:
    """Gives this process new namespaces: CLONE_... flags. Raises OSError."""
    done(libc.unshare(flags), "unshare")


def mount(source: str, target: str, kind: str | None, flags: int, data: str | None = None):
    """Mounts a file system, as mount(2) does. Raises OSError."""

    def text(value):
        return value.encode() if value is not None else None

    done(
        libc.mount(text(source), text(target), text(kind), ctypes.c_ulong(flags), text(data)),
        f"mount {target}",
    )


def prctl(option: int, *args: int) -> None:
    """Changes a property of this process: a PR_... option. Raises OSError."""
    padded = [ctypes.c_ulong(a) for a in (*args, 0, 0, 0, 0)[:4]]
    done(libc.prctl(option, *padded), f"prctl {option}")


def set_capabilities(mask: int) -> None:
    """Leaves this process the capabilities of `mask` alone, and its children none by exec."""
    header = struct.pack("<Ii", 0x20080522, 0)
    data = struct.pack("<IIIIII", mask, mask, 0, 0, 0, 0)
    done(libc.capset(header, data), "capset")
