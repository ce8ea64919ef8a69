# points: 3
# says: split_heads is not written yet
# why: The first exercise left as it was.
# %% exercise-heads
import torch


def split_heads(x, H):
    # YOUR CODE HERE
    raise NotImplementedError("Your turn: write your own code in place of this line.")


def merge_heads(x):
    # YOUR CODE HERE
    raise NotImplementedError("Your turn: write your own code in place of this line.")
