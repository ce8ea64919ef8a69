# points: 9
# says: as wide as a value
# why: Output taken for the keys' shape.
# %% answer-shapes
shapes_matched = {"keys": (2, 5, 8), "weights": (2, 3, 5), "output": (2, 5, 8), "row sums": (2, 3)}
