# points: 9
# says: one vector for each sentence
# why: Chose A.
# %% answer-shape
embedded_shape = "A"
