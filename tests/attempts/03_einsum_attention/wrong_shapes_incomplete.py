# points: 9
# says: There is no answer for row sums yet
# why: One name missing.
# %% answer-shapes
shapes_matched = {"keys": (2, 5, 8), "weights": (2, 3, 5), "output": (2, 3, 6)}
