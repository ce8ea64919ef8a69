"""What the processes of a learner's side use: memory, processor time, disk."""

from __future__ import annotations

import os
import resource
from pathlib import Path


def cpu_spent() -> float:
    """Seconds of processor time of all children that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def memory_used(proc: str, supervisor: int | None) -> int:
    """Bytes of memory that the learner's processes hold; what they share is counted once.

    supervisor: whose descendants they are; None for all but pid 1.
    """
    total = 0
    everything = [p for p in os.listdir(proc) if p.isdigit() and p != "1"]
    for process in everything if supervisor is None else descendants(supervisor):
        try:
            with open(f"{proc}/{process}/smaps_rollup") as file:
                for line in file:
                    if line.startswith(("Pss_Anon:", "Pss_Shmem:", "SwapPss:")):
                        total += int(line.split()[1]) * 1024
        except (OSError, ValueError):
            pass  # it ended meanwhile
    return total


def descendants(parent: int) -> list[str]:
    """The process ids of all descendants of a process."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                after_name = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2]
                children.setdefault(int(after_name.split()[1]), []).append(int(entry))
            except (OSError, IndexError):
                pass
    found, waiting = [], [parent]
    while waiting:
        for child in children.get(waiting.pop(), []):
            found.append(str(child))
            waiting.append(child)
    return found


def folder_used(folder: str) -> int:
    """Bytes of disk that a folder takes; what was deleted and is still open is not seen."""
    total = 0
    for top, _, files in os.walk(folder):
        for name in files:
            try:
                total += os.lstat(os.path.join(top, name)).st_blocks * 512
            except OSError:
                pass  # it went meanwhile
    return total
