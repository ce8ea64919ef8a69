"""What explains the results of a learner's function: known mistakes, or how far it is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dikkat.faults import Outcome, explain, locate, words
from dikkat.notebook import known, variables


def explanation(
    function: Callable, calls: Sequence[tuple[tuple, Outcome]]
) -> tuple[list[str], str | None]:
    """Returns (sentences, the misconceptions' ids or None) for calls of one function.

    calls: (arguments, what came of it) of each call in a check; the last one is wrong. An id is
    given only if the results prove a mistake; two at once are joined by "+". Otherwise the
    sentences say what of the last result is right.
    """
    name = getattr(function, "__name__", "")
    cases = [(known.find(name, arguments), outcome) for arguments, outcome in calls]
    cases = [(case, outcome) for case, outcome in cases if case is not None]
    if not cases:
        return [], None
    found = explain([case for case, _ in cases], [outcome for _, outcome in cases])
    if found:
        return [words(found)], "+".join(found[0].ids) if len(found) == 1 else None
    arguments, outcome = calls[-1]
    case = known.find(name, arguments)
    if case is None:
        return [], None
    # What the learner's side says about its variables is a claim: it serves words, never points.
    look = getattr(function, "variables", None)
    held: dict[str, Any] = look(*arguments) if look else variables.of_call(function, *arguments)
    return [clue.sentence for clue in locate(case, outcome, held)], None
