# points: 9
# says: 9 is where head 2 ends
# why: Fills the blank with 9.
# %% answer-start
start = 9
