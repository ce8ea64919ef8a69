"""Proxies: the learner's functions as our side sees them."""

from __future__ import annotations

import pickle


class Proxy:
    """A function of the learner's, seen from our side; calling it sends the arguments over.

    ask: a function that sends ("call", name, inputs, gradients) over. source_of: gives the
    function's text and its helpers', read from the submitted notebook.
    """

    def __init__(self, name: str, source_of, ask):
        self.__name__, self._source_of, self._ask = name, source_of, ask

    @property
    def source(self) -> str:
        """What the checks for loops and for einsum read; read only when a check asks."""
        return self._source_of(self.__name__)

    def __repr__(self):
        return f"the function {self.__name__}"

    def __call__(self, *args, **kwargs):
        return self._ask(self.__name__, args, kwargs, False)

    def with_gradients(self, *args):
        """See `dikkat.notebook.checks.gradients_of`: (result, gradients)."""
        return self._ask(self.__name__, args, {}, True)


def inputs_for(args: tuple, kwargs: dict) -> bytes:
    """The arguments of a call, for the learner's side, which unpickles what we send."""
    return pickle.dumps((args, kwargs))


def change_in_place(argument, now) -> None:
    """Makes `argument` on our side what the learner's function made of its copy."""
    import numpy as np

    if isinstance(argument, np.ndarray) and isinstance(now, np.ndarray):
        if argument.shape != now.shape and argument.size == now.size:
            argument.shape = now.shape
        if argument.shape == now.shape:
            np.copyto(argument, now, casting="unsafe")
    elif type(argument).__name__ == "Tensor" and hasattr(now, "detach"):
        argument.data = now.to(argument.dtype)
    elif isinstance(argument, list) and isinstance(now, list):
        argument[:] = now
    elif isinstance(argument, dict) and isinstance(now, dict):
        argument.clear()
        argument.update(now)
