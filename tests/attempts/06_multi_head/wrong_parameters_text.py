# points: 9
# says: without quotes
# why: Writes a string.
# %% answer-parameters
parameters = "2080"
