# points: 9
# says: Count layer by layer
# why: Counts 520.
# %% answer-parameters
parameters = 520
