# points: 9
# says: The output layer counts too
# why: Counts 1536.
# %% answer-parameters
parameters = 1536
