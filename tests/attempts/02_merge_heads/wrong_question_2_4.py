# points: 9
# says: 4 is the number of heads
# why: Fills the blank with 4.
# %% answer-start
start = 4
