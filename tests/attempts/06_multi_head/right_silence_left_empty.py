# points: 10
# why: Going further is not graded.
# %% going-further-silence
import torch


def silence(h, query, key, value, output, H, head):
    # YOUR CODE HERE
    raise NotImplementedError("Your turn: write your own code in place of this line.")
