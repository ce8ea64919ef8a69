# points: 9
# says: There is no answer yet
# why: Counts None.
# %% answer-parameters
parameters = None
