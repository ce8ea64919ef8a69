# points: 9
# says: A row sum adds up the weights
# why: Row sums still with the keys.
# %% answer-shapes
shapes_matched = {"keys": (2, 5, 8), "weights": (2, 3, 5), "output": (2, 3, 6), "row sums": (2, 3, 5)}
