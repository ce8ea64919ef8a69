# points: 9
# says: This is a loop in Python
# why: The loop hides in a helper.
# %% exercise-merge
import numpy as np


def glue(parts):
    result = parts[0]
    i = 1
    while i < len(parts):
        result = np.append(result, parts[i], axis=2)
        i += 1
    return result


def merge_heads(x):
    return glue(x.swapaxes(0, 1))
