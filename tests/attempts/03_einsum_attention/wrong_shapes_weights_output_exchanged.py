# points: 9
# says: The weights have a row for each of the 3 queries
# why: Weights and output exchanged.
# %% answer-shapes
shapes_matched = {"keys": (2, 5, 8), "weights": (2, 3, 6), "output": (2, 3, 5), "row sums": (2, 3)}
