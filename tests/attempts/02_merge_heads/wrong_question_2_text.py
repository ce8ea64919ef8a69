# points: 9
# says: the blank takes a whole number
# why: Writes the number as a string.
# %% answer-start
start = "6"
