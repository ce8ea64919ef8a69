# points: 9
# says: 10 is the number of rows
# why: Chose B.
# %% answer-shape
embedded_shape = "b"
