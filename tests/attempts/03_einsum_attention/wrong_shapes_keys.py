# points: 9
# says: The keys are K as it was given
# why: Keys wrong.
# %% answer-shapes
shapes_matched = {"keys": (2, 3, 5), "weights": (2, 5, 8), "output": (2, 3, 6), "row sums": (2, 3)}
