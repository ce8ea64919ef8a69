# points: 9
# says: their count changes nothing
# why: Counts 8192.
# %% answer-parameters
parameters = 8192
