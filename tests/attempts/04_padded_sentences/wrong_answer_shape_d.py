# points: 9
# says: is the table itself
# why: Chose D.
# %% answer-shape
embedded_shape = "D"
