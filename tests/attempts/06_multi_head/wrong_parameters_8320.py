# points: 9
# says: their count changes nothing
# why: Counts 8320.
# %% answer-parameters
parameters = 8320
