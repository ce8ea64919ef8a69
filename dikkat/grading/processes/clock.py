"""A clock that stands still while a process waits for a processor.

On a busy machine, a cell that needs one second may take ten. Its time limit must not depend on
what its neighbours do, so the time in which a process was ready to run and had to wait is taken
off. Time that it sleeps, or waits for something else, counts.
"""

from __future__ import annotations

import os
import time

# A limit lasts at most this many times as long. What slows itself down ends earlier: whenever it
# waits, its own processes compute, and for them there is a limit of processor time.
PATIENCE = 20


def watch(process: int | str = "self") -> int | None:
    """A file descriptor from which `waited` reads; None if this system does not keep count.

    It can be read inside a sandbox, and by another process, as long as the process lives.
    """
    try:
        return os.open(f"/proc/{process}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def waited(watched: int | None) -> float:
    """Seconds in which a process's first thread was ready and waited for a processor."""
    try:
        return int(os.pread(watched, 200, 0).split()[1]) / 1e9
    except (OSError, TypeError, ValueError, IndexError):
        return 0.0  # it has ended, or nobody counts


class Clock:
    """Measures the time of this process, and of another one that it works with."""

    def __init__(self):
        self._own, self._other, self._of_other = watch(), None, 0.0
        self._at, self._waited, self._now = time.monotonic(), self._waiting(), 0.0

    def follow(self, watched: int | None) -> None:
        """From now on, the other process is the one that `watch` gave this for; it is closed."""
        self.now()
        if self._other is not None:
            os.close(self._other)
        self._other, self._of_other = watched, waited(watched)
        self._waited = self._waiting()

    def now(self) -> float:
        """Seconds since this clock was made, without those of waiting."""
        at, total = time.monotonic(), self._waiting()
        passed, waiting = at - self._at, total - self._waited
        self._at, self._waited = at, total
        self._now += max(passed - waiting, passed / PATIENCE)
        return self._now

    def _waiting(self) -> float:
        self._of_other = max(self._of_other, waited(self._other))  # 0 once it has ended
        return waited(self._own) + self._of_other
