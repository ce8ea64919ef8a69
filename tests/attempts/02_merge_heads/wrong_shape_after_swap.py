# points: 5
# says: The number of heads stands where the number of positions belongs
# why: Takes the sizes of the axes of x before the swap.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    swapped = x.swapaxes(1, 2)
    return swapped.reshape(x.shape[0], x.shape[1], -1)
