# points: 9
# says: 2 is the number of the head, not its column
# why: Fills the blank with 2.
# %% answer-start
start = 2
