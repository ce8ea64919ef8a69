# points: 9
# says: bias to the wrong layers
# why: Counts 2128.
# %% answer-parameters
parameters = 2128
