# points: 9
# says: You counted 4 columns for each head
# why: Fills the blank with 8.
# %% answer-start
start = 8
