"""Limits of one submission and levels of isolation: one place for every platform."""

from __future__ import annotations

import dataclasses

# How well a submission's code is isolated: see `learner_side.sandbox`.
FULL, REDUCED, NONE = "full", "reduced", "none"


@dataclasses.dataclass(frozen=True)
class Limits:
    """What the learner's side of one notebook may use.

    memory: bytes beyond what the fork server had, for all its processes together. processes:
    threads count as well. file_size: bytes per file. folder_size: bytes of the private folder.
    """

    memory: int = 2 * 2**30
    processes: int = 64
    file_size: int = 64 * 2**20
    folder_size: int = 128 * 2**20
    open_files: int = 256
    cpu_seconds: int = 300


@dataclasses.dataclass(frozen=True)
class Times:
    """Time limits in seconds. cell: per cell or check. notebook: for all of it together."""

    cell: float = 20.0
    notebook: float = 120.0


class NoSandbox(Exception):
    """Other people's code would run unprotected on this machine. The text says what to do."""
