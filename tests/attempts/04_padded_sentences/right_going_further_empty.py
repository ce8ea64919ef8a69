# points: 10
# why: Going further is left empty; it carries no points.
# %% going-further-fold
def fold(text):
    raise NotImplementedError("Your turn: write your own code in place of this line.")
