# points: 9
# says: has a bias besides
# why: Counts 2048.
# %% answer-parameters
parameters = 2048
