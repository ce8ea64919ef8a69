# points: 3
# says: merge_heads is not written yet
# why: merge_heads left as it was.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.reshape(B, T, H, C // H).transpose(1, 2)


def merge_heads(x):
    # YOUR CODE HERE
    raise NotImplementedError("Your turn: write your own code in place of this line.")
