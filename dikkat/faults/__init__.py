"""The fault model: exercises in steps, their known wrong ways, and what a result proves.

For a lesson's author: `Model`, `Step`, `fault` and the blocks describe an exercise, and
`ambiguities` says what its inputs cannot tell apart. For a check: `compute` (or `load`) gives a
`Case` for each call, `observe` and `raised` turn what came back into numbers, `explain` names
the faults and `locate` says how far the work is right::

    cases = [compute(attention, arguments) for arguments in attention.inputs()["sizes"]]
    save("faults.npz", cases)                                # for the released notebook

    known = load("faults.npz")
    case = known.find("attention", (Q, K, V))                # None if the call is not known
    got = observe(learners_attention(Q, K, V))
    explain([case], [got]) or locate(case, got, variables)
"""

from dikkat.faults.ambiguity import ambiguities
from dikkat.faults.cases import Case, Cases, compute, load, save
from dikkat.faults.explaining import Explanation, explain, words
from dikkat.faults.locating import Clue, locate, right_variables
from dikkat.faults.model import Fault, Model, Result, Step, fault, right_steps, runs
from dikkat.faults.outcomes import Outcome, digest, observe, raised
from dikkat.faults.vocabulary import VOCABULARY, Misconception

__all__ = [
    "VOCABULARY",
    "Case",
    "Cases",
    "Clue",
    "Explanation",
    "Fault",
    "Misconception",
    "Model",
    "Outcome",
    "Result",
    "Step",
    "ambiguities",
    "compute",
    "digest",
    "explain",
    "fault",
    "load",
    "locate",
    "observe",
    "raised",
    "right_steps",
    "right_variables",
    "runs",
    "save",
    "words",
]
