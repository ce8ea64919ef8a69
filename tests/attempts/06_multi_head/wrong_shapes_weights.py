# points: 9
# says: 8 queries with each of 8 keys
# why: weights as the split.
# %% answer-shapes
shapes = {"query(h)": (32, 8, 16), "split": (32, 4, 8, 4), "weights": (32, 4, 8, 4), "merged": (32, 8, 16)}
