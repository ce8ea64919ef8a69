# points: 9
# says: changes the last axis alone
# why: query(h) keeps 32 numbers.
# %% answer-shapes
shapes = {"query(h)": (32, 8, 32), "split": (32, 4, 8, 4), "weights": (32, 4, 8, 8), "merged": (32, 8, 16)}
