"""seccomp: which calls of the kernel a process may make."""

from __future__ import annotations

import ctypes
import platform
import struct

from dikkat.grading.learner_side import kernel, landlock
from dikkat.grading.learner_side.seccomp_tables import TABLES
from dikkat.grading.settings import REDUCED

# Of calls that are needed, what is not: signals to others through a file's owner, and typing into
# somebody's terminal.
F_SETOWN, F_SETSIG, F_SETOWN_EX = 8, 10, 15
FIOSETOWN, SIOCSPGRP, TIOCSTI, TIOCLINUX = 0x8901, 0x8902, 0x5412, 0x541C
# Pairs of sockets that could send to others: a datagram names its receiver.
AF_UNIX, SOCK_TYPE_MASK, SOCK_STREAM = 1, 0xF, 1
# Memory that cannot be measured: pages that no process has mapped any more.
MAP_SHARED, MAP_ANONYMOUS = 0x1, 0x20
OWNER_READS = 0o500  # what a folder's mode must have, so that its owner can look into it
LOAD, EQUAL, ANY_BIT, AT_LEAST, AND, RETURN = 0x20, 0x15, 0x45, 0x35, 0x54, 0x06
ALLOW, ERRNO, SECCOMP_MODE_FILTER = 0x7FFF0000, 0x00050000, 2
EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97
# Places in seccomp_data; of the arguments, the low halves.
NUMBER, ARCHITECTURE, FIRST, SECOND, THIRD, FOURTH, FIFTH, FIFTH_HIGH = 0, 4, 16, 24, 32, 40, 48, 52


def install(level: str, same_user: bool) -> None:
    """Refuses the kernel calls that an exercise never needs: most escapes begin with one.

    same_user: the learner's side runs as the grader's user, who may change the grader's files
    and processes in ways that Landlock does not know.
    """
    table = TABLES[platform.machine()]
    denied = list(table["denied"].values())
    if level == REDUCED:
        denied += table["watching"].values()
        if landlock.version() < 6:
            denied += table["signals"].values()
        if same_user:
            denied += table["of others"].values()
    refuse, allow = (RETURN, 0, 0, ERRNO | EPERM), (RETURN, 0, 0, ALLOW)
    pretend = (RETURN, 0, 0, ERRNO | 0)

    def only_zero(place: int) -> list[tuple]:
        return [(LOAD, 0, 0, place), (EQUAL, 1, 0, 0), refuse]

    def none_of(place: int, values: list[int]) -> list[tuple]:
        refused = [step for value in values for step in ((EQUAL, 0, 1, value), refuse)]
        return [(LOAD, 0, 0, place), *refused]

    program = [
        (LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, table["audit"]), refuse,
        (LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, 0x40000000), refuse,
    ]  # fmt: skip
    filters = [
        ("clone3", [(RETURN, 0, 0, ERRNO | ENOSYS)]),  # its flags cannot be seen; clone is used
        ("socket", [(RETURN, 0, 0, ERRNO | EAFNOSUPPORT)]),  # so that programs do not try again
        ("clone", [(LOAD, 0, 0, FIRST), (ANY_BIT, 0, 1, kernel.ALL_NAMESPACES), refuse]),
        ("prlimit64", only_zero(FIRST)),
        ("fcntl", none_of(SECOND, [F_SETOWN, F_SETSIG, F_SETOWN_EX])),
        ("ioctl", none_of(SECOND, [FIOSETOWN, SIOCSPGRP, TIOCSTI, TIOCLINUX])),
        ("prctl", none_of(FIRST, [kernel.PR_SET_DUMPABLE])),
        ("sendto", [*only_zero(FIFTH), *only_zero(FIFTH_HIGH)]),
        (
            "socketpair",
            [
                (LOAD, 0, 0, FIRST), (EQUAL, 1, 0, AF_UNIX), refuse,
                (LOAD, 0, 0, SECOND), (AND, 0, 0, SOCK_TYPE_MASK), (EQUAL, 1, 0, SOCK_STREAM),
                refuse,
            ],
        ),
        (
            "mmap",
            [(LOAD, 0, 0, FOURTH), (ANY_BIT, 0, 2, MAP_ANONYMOUS), (ANY_BIT, 0, 1, MAP_SHARED),
             refuse],
        ),
    ]  # fmt: skip
    if level == REDUCED and same_user:  # whose supervisor looks into every folder
        opened = [(EQUAL, 1, 0, OWNER_READS), refuse]
        filters += [
            ("mkdir", [(LOAD, 0, 0, SECOND), (AND, 0, 0, OWNER_READS), *opened]),
            ("mkdirat", [(LOAD, 0, 0, THIRD), (AND, 0, 0, OWNER_READS), *opened]),
            ("umask", [(LOAD, 0, 0, FIRST), (ANY_BIT, 0, 1, OWNER_READS), refuse]),
        ]
    for call, steps in filters:
        if call not in table:
            continue  # an architecture without it
        program += [(EQUAL, 0, len(steps) + 1, table[call]), *steps, allow]
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
