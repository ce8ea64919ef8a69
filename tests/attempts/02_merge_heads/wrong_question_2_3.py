# points: 9
# says: Column 3 is where head 1 starts
# why: Fills the blank with 3.
# %% answer-start
start = 3
