"""Proxies: the learner's functions as our side sees them."""

from __future__ import annotations

import pickle


class Proxy:
    """A function of the learner's, seen from our side; calling it sends the arguments over.

    ask: sends a call over; see `LearnerProcess.call`. source_of: gives what the text of the
    function and of its helpers says, read from the submitted notebook.
    """

    def __init__(self, name: str, source_of, ask):
        self.__name__, self._source_of, self._ask = name, source_of, ask

    @property
    def source(self):
        """The `dikkat.notebook.source.Reading`; made only when a check asks."""
        return self._source_of(self.__name__)

    def __repr__(self):
        return f"the function {self.__name__}"

    def __call__(self, *args, **kwargs):
        return self._ask(self.__name__, args, kwargs)

    def again(self):
        """Calls the function with the arguments that its last call left on the learner's side."""
        return self._ask(self.__name__, None)

    def with_gradients(self, *args):
        """(result, gradients) for the arguments and, last, the seed.

        See `dikkat.notebook.checks.gradients_of`.
        """
        return self._ask(self.__name__, args[:-1], seed=args[-1])


def inputs_for(args: tuple, kwargs: dict) -> bytes:
    """The arguments of a call, for the learner's side, which unpickles what we send."""
    return pickle.dumps((args, kwargs))


def change_in_place(argument, now, flagged: bool) -> None:
    """Makes `argument` on our side what the learner's function made of its copy.

    flagged: whether the function locked the array, or made the tensor ask for gradients.
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
