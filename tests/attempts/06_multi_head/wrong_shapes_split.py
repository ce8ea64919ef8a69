# points: 9
# says: heads come right after the batch
# why: split as the weights.
# %% answer-shapes
shapes = {"query(h)": (32, 8, 16), "split": (32, 4, 8, 8), "weights": (32, 4, 8, 8), "merged": (32, 8, 16)}
