"""Proxies: what a test on our side gets in place of the learner's functions."""

from __future__ import annotations

import pickle


class Proxy:
    """Takes the place of a learner's function in a test; a call runs it on the learner's side.

    ask: ask(name, args, kwargs, seed) sends the call and returns its value; see
    `LearnerProcess.call`. source_of: source_of(name) returns what the text of the function and
    its helpers says, a `dikkat.notebook.source.Reading` of the submitted notebook. variables:
    variables(name, args) returns what the function's own variables held at the end of a call.
    """

    def __init__(self, name: str, source_of, ask, variables):
        self.__name__, self._source_of, self._ask = name, source_of, ask
        self._variables = variables

    @property
    def source(self):
        """The `Reading` of the function and its helpers, for the checks that need the text."""
        return self._source_of(self.__name__)

    def __repr__(self):
        return f"the function {self.__name__}"

    def __call__(self, *args, **kwargs):
        """Calls the function; returns its value as data. Raises LearnerError if it fails."""
        return self._ask(self.__name__, args, kwargs)

    def again(self):
        """Calls the function with the arguments that its last call left on the learner's side."""
        return self._ask(self.__name__, None)

    def variables(self, *args) -> dict:
        """The function's own variables at the end of a call: a claim of the learner's side."""
        return self._variables(self.__name__, args)

    def with_gradients(self, *args):
        """Returns (result, gradients) for the arguments and, last, the seed.

        See `dikkat.notebook.checks.gradients_of`.
        """
        return self._ask(self.__name__, args[:-1], seed=args[-1])


def inputs_for(args: tuple, kwargs: dict) -> bytes:
    """Serialises the arguments of a call with pickle, which is safe in this direction only."""
    return pickle.dumps((args, kwargs))


def change_in_place(argument, now, flagged: bool) -> None:
    """Changes an argument on our side as the learner's function changed its copy.

    argument: an array, tensor, list or dict; others stay as they are. now: the copy, as data from
    the learner's side. flagged: whether the function locked the array, or made the tensor ask for
    gradients.
    """
    import numpy as np

    if isinstance(argument, np.ndarray) and isinstance(now, np.ndarray):
        if argument.shape != now.shape and argument.size == now.size:
            argument.shape = now.shape
        if argument.shape == now.shape and argument.flags.writeable:
            np.copyto(argument, now, casting="unsafe")
        argument.flags.writeable &= not flagged
    elif type(argument).__name__ == "Tensor" and hasattr(now, "detach"):
        argument.data = now.to(argument.dtype)
        argument.requires_grad_(argument.requires_grad or flagged)
    elif isinstance(argument, list) and isinstance(now, list):
        argument[:] = now
    elif isinstance(argument, dict) and isinstance(now, dict):
        argument.clear()
        argument.update(now)
