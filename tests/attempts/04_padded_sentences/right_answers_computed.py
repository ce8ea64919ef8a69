# points: 10
# why: Computes the shapes.
# %% answer-match
embedded = E[X]
shapes = {
    "E[X]": embedded.shape,
    "the scores": (embedded @ embedded.swapaxes(1, 2)).shape,
    "pad[:, ____, :]": pad[:, None, :].shape,
    "E": E.shape,
}
