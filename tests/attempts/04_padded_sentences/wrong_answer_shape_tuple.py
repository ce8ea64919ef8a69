# points: 9
# says: one of the letters A, B, C, D
# why: Writes the shape, not the letter.
# %% answer-shape
embedded_shape = (5, 5, 8)
