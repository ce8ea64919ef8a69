# points: 9
# says: Answer with one of the letters
# why: A letter that is not there.
# %% answer-scale
scale = "E"
