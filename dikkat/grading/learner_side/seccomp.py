"""seccomp: which calls of the kernel a process may make."""

from __future__ import annotations

import ctypes
import platform
import struct

from dikkat.grading.learner_side import kernel, landlock
from dikkat.grading.learner_side.seccomp_tables import TABLES
from dikkat.grading.settings import REDUCED

# Of calls that are needed, the commands that are not: signals to others through a file's owner,
# and typing into somebody's terminal.
F_SETOWN, F_SETSIG, F_SETOWN_EX = 8, 10, 15
FIOSETOWN, SIOCSPGRP, TIOCSTI, TIOCLINUX = 0x8901, 0x8902, 0x5412, 0x541C
LOAD, EQUAL, ANY_BIT, AT_LEAST, RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
ALLOW, ERRNO, SECCOMP_MODE_FILTER = 0x7FFF0000, 0x00050000, 2
EPERM, ENOSYS = 1, 38
NUMBER, ARCHITECTURE, FIRST, SECOND = 0, 4, 16, 24  # in seccomp_data; low halves of arguments


def install(level: str, same_user: bool) -> None:
    """Refuses the kernel calls that an exercise never needs: most escapes begin with one.

    same_user: the learner's side runs as the grader's user, who may change the grader's files
    and processes in ways that Landlock does not know.
    """
    table = TABLES[platform.machine()]
    denied = list(table["denied"].values())
    if level == REDUCED:
        denied += table["groups"].values()  # it is ended as a group
        denied += table["watching"].values()
        if landlock.version() < 6:
            denied += table["signals"].values()
        if same_user:
            denied += table["of others"].values()
    refuse, allow = (RETURN, 0, 0, ERRNO | EPERM), (RETURN, 0, 0, ALLOW)
    pretend = (RETURN, 0, 0, ERRNO | 0)
    program = [
        (LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, table["audit"]), refuse,
        (LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, 0x40000000), refuse,
        (EQUAL, 0, 1, table["clone3"]), (RETURN, 0, 0, ERRNO | ENOSYS),
        (EQUAL, 0, 4, table["clone"]), (LOAD, 0, 0, FIRST), (ANY_BIT, 0, 1, kernel.ALL_NAMESPACES),
        refuse, allow,
        (EQUAL, 0, 4, table["prlimit64"]), (LOAD, 0, 0, FIRST), (EQUAL, 1, 0, 0), refuse, allow,
    ]  # fmt: skip
    for call, commands in [
        ("fcntl", [F_SETOWN, F_SETSIG, F_SETOWN_EX]),
        ("ioctl", [FIOSETOWN, SIOCSPGRP, TIOCSTI, TIOCLINUX]),
    ]:
        refused = [step for command in commands for step in ((EQUAL, 0, 1, command), refuse)]
        steps = [(LOAD, 0, 0, SECOND), *refused, allow]
        program += [(EQUAL, 0, len(steps), table[call]), *steps]
    for number in denied:
        program += [(EQUAL, 0, 1, number), refuse]
    if level == REDUCED and same_user:
        for number in table["modes"].values():  # shutil.copy sets them, and fails if it may not
            program += [(EQUAL, 0, 1, number), pretend]
    program.append(allow)
    code = b"".join(struct.pack("<HBBI", *step) for step in program)
    buffer = ctypes.create_string_buffer(code)
    header = struct.pack("<HxxxxxxQ", len(program), ctypes.addressof(buffer))
    pointer = ctypes.create_string_buffer(header)
    kernel.prctl(kernel.PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(pointer))
