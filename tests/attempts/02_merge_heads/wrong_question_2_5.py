# points: 9
# says: One column too early
# why: Fills the blank with 5.
# %% answer-start
start = 5
