# points: 9
# says: Only the output layer makes 32
# why: merged has 32 numbers.
# %% answer-shapes
shapes = {"query(h)": (32, 8, 16), "split": (32, 4, 8, 4), "weights": (32, 4, 8, 8), "merged": (32, 8, 32)}
