# points: 9
# says: reshape never repeats a number
# why: Thinks that reshape repeats.
# %% answer-row-zero
row_zero = "c"
