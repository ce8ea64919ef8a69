# points: 10
# why: np.newaxis, a small letter, lists for shapes.
# %% answer-shape
embedded_shape = " c"
# %% answer-blank
mask_index = np.newaxis
# %% answer-match
shapes = {"E": [9, 8], "E[X]": [5, 5, 8], "the scores": [5, 5, 5], "pad[:, ____, :]": [5, 1, 5]}
