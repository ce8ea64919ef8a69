"""What the processes of a learner's side use: memory, processor time, disk.

It is measured from outside, through /proc. What cannot be measured exactly counts in full.
"""

from __future__ import annotations

import dataclasses
import errno
import os
import resource
import stat
from pathlib import Path

MEASURED = ("Pss_Anon:", "Pss_Shmem:", "SwapPss:", "Private_Hugetlb:", "Shared_Hugetlb:")
IN_FULL = ("RssAnon:", "RssShmem:", "VmSwap:", "HugetlbPages:")  # no part of it taken as shared
SOCKET = 256 * 2**10  # bytes; the kernel keeps at most 208 KiB that were sent and not received
TICKS = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True)
class Process:
    """One process, as /proc/ID/stat shows it.

    own: seconds of processor time of it. waited_for: of its children that have ended and that it
    has waited for. begun: when it was started; it tells processes with the same number apart.
    """

    id: str
    state: str
    own: float
    waited_for: float
    begun: str


@dataclasses.dataclass(frozen=True)
class Held:
    """What a process holds open. sockets: their inodes. deleted: {(device, inode): bytes}."""

    sockets: set[int]
    deleted: dict[tuple[int, int], int]


class Meter:
    """Measures the processes of one learner's side, as they were at the last `look`.

    proc: where /proc is mounted. group: the process group that they cannot leave; None in a
    namespace of their own, where they are all processes but pid 1. folder: the private folder, if
    it lies on a disk. open_files: how many each process may have.
    """

    def __init__(self, proc: str, group: int | None, folder: str | None, open_files: int):
        self.proc, self.group, self.folder = proc, group, folder
        self.most_sockets = open_files
        self.seen: dict[tuple[str, str], float] = {}
        self.look()

    def look(self) -> None:
        """Takes stock of the processes, those included whose parents have ended."""
        self.found: list[Process] = []
        for entry in os.listdir(self.proc):
            if entry.isdigit() and (self.group is not None or entry != "1"):
                try:
                    text = Path(self.proc, entry, "stat").read_text()
                except OSError:
                    continue  # it has ended
                values = text.rpartition(")")[2].split()
                if self.group is None or int(values[2]) == self.group:
                    user, system, *waited_for = (int(ticks) / TICKS for ticks in values[11:15])
                    self.found.append(
                        Process(entry, values[0], user + system, sum(waited_for), values[19])
                    )

    def memory(self) -> int:
        """Bytes that the processes hold; what they share with each other is counted once."""
        most = 0
        for _ in range(3):  # a process that ended meanwhile may have left what it had to a child
            total, ended, sockets = 0, False, set()
            for process in self.found:
                if process.state != "Z":
                    try:
                        total += self._memory(process.id)
                        sockets |= self._sockets(process.id)
                    except (FileNotFoundError, ProcessLookupError):
                        ended = True
            most = max(most, total + SOCKET * len(sockets))
            if not ended:
                break
            self.look()
        return most

    def _memory(self, process: str) -> int:
        try:
            return _kibibytes(f"{self.proc}/{process}/smaps_rollup", MEASURED)
        except PermissionError:  # it has made itself unreadable
            return _kibibytes(f"{self.proc}/{process}/status", IN_FULL)

    def _sockets(self, process: str) -> set:
        try:
            return self._held(process).sockets
        except PermissionError:
            return {(process, number) for number in range(self.most_sockets)}

    def _held(self, process: str) -> Held:
        """What a process holds open. Raises PermissionError if it has made itself unreadable."""
        sockets, deleted = set(), {}
        for name in os.listdir(f"{self.proc}/{process}/fd"):
            try:
                found = os.stat(f"{self.proc}/{process}/fd/{name}")
            except (FileNotFoundError, ProcessLookupError):
                continue  # it was closed meanwhile
            if stat.S_ISSOCK(found.st_mode):
                sockets.add(found.st_ino)
            elif stat.S_ISREG(found.st_mode) and found.st_nlink == 0:
                deleted[found.st_dev, found.st_ino] = found.st_blocks * 512
        return Held(sockets, deleted)

    def processor(self) -> float:
        """Seconds of processor time that all of them have used, those that have ended included."""
        self.seen |= {(process.id, process.begun): process.own for process in self.found}
        living = sum(process.own + process.waited_for for process in self.found)
        # What nobody waits for, the kernel forgets; so what was seen of it is kept here.
        return max(living + ended_children(), sum(self.seen.values()))

    def threads(self, states: str | None = None) -> list[int]:
        """The ids of all threads, or of those in one of these states (R: running, or ready to)."""
        found = []
        for process in self.found:
            folder = Path(self.proc, process.id, "task")
            try:
                for thread in os.listdir(folder):
                    text = (folder / thread / "stat").read_text()
                    if states is None or text.rpartition(")")[2].split()[0] in states:
                        found.append(int(thread))
            except OSError:
                pass  # it has ended
        return found

    def disk(self) -> int:
        """Bytes that the private folder takes, with deleted files that are still in use.

        Raises OSError or RecursionError if folders are nested too deep to be looked into.
        """
        total, deleted = 0, {}
        for top, _, names in os.walk(self.folder, onerror=_unless_too_deep):
            for name in names:
                try:
                    total += os.lstat(os.path.join(top, name)).st_blocks * 512
                except OSError:
                    pass  # it was removed meanwhile
        for process in self.found:
            try:
                deleted |= self._mapped(process.id) | self._held(process.id).deleted
            except OSError:
                pass  # it has ended, or holds no more than its memory counts for
        return total + sum(deleted.values())

    def _mapped(self, process: str) -> dict[tuple[int, int], int]:
        """{(device, inode): bytes} of the deleted files that a process has in its memory."""
        found: dict[tuple[int, int], int] = {}
        with open(f"{self.proc}/{process}/maps", errors="replace") as file:
            for line in file:
                if self.folder in line and line.endswith("(deleted)\n"):
                    place, _, _, device, inode, _ = line.split(maxsplit=5)
                    first, last = (int(number, 16) for number in place.split("-"))
                    major, minor = (int(number, 16) for number in device.split(":"))
                    key = os.makedev(major, minor), int(inode)
                    found[key] = found.get(key, 0) + last - first
        return found


def _unless_too_deep(error: OSError) -> None:
    if error.errno == errno.ENAMETOOLONG:
        raise error


def ended_children() -> float:
    """Seconds of processor time of all children of this process that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _kibibytes(path: str, names: tuple[str, ...]) -> int:
    """The sum, in bytes, of the lines of a file of /proc that begin with these names."""
    with open(path) as file:
        return sum(int(line.split()[1]) * 1024 for line in file if line.startswith(names))
