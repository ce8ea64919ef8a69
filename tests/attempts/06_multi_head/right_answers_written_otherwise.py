# points: 10
# why: A small letter with a space, lists as shapes, a sum as the count.
# %% answer-scale
scale = " b"
# %% answer-parameters
parameters = 3 * 16 * 32 + 32 * 16 + 32
# %% answer-shapes
shapes = {"query(h)": [32, 8, 16], "split": [32, 4, 8, 4], "weights": [32, 4, 8, 8], "merged": [32, 8, 16]}
