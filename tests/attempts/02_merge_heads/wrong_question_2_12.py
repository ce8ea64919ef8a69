# points: 9
# says: Head h starts at column h*D
# why: Fills the blank with 12.
# %% answer-start
start = 12
