# points: 9
# says: One column too late
# why: Fills the blank with 7.
# %% answer-start
start = 7
