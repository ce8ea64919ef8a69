# points: 9
# says: not for each of the 16
# why: Counts 2064.
# %% answer-parameters
parameters = 2064
