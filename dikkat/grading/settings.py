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
    """Other people's code would run with too little protection. The text says what to do."""


def refuse_without_sandbox(
    found: str, reason: str, accepted: bool, wanted: str | None = None
) -> None:
    """Raises NoSandbox if a submission must not be run on this machine.

    found, reason: the level of isolation that this machine has, and why it is no better.
    accepted: whether code may run without a sandbox: one's own work, or an accepted risk. wanted:
    a level that is asked for; it can only make the demand stricter.
    """
    levels = [FULL, REDUCED, NONE]
    least = min(wanted or NONE, NONE if accepted else REDUCED, key=levels.index)
    if levels.index(found) <= levels.index(least):
        return
    if found == NONE:
        raise NoSandbox(
            "Nothing was graded: this machine has no sandbox for other people's code "
            f"({reason}), so it would run with everything that you can read and write. "
            "`dikkat doctor` says what is missing. To accept the risk, set "
            "c.TwoSided.without_sandbox = True in nbgrader_config.py."
        )
    raise NoSandbox(
        f"Nothing was graded: the {least} sandbox was asked for, and this machine has only the "
        f"{found} one ({reason}). `dikkat doctor` says what is missing."
    )
