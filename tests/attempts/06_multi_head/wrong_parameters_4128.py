# points: 9
# says: not 32 times 32
# why: Counts 4128.
# %% answer-parameters
parameters = 4128
