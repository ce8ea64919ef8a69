# points: 4
# says: merge_heads is not written yet
# why: The stub as it was released.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    """Put the heads of every position side by side."""
    # YOUR CODE HERE
    raise NotImplementedError("Your turn: write your own code in place of this line.")
