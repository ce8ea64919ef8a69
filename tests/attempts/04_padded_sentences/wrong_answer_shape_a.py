# points: 9
# says: one vector for each review
# why: Chose A.
# %% answer-shape
embedded_shape = "A"
