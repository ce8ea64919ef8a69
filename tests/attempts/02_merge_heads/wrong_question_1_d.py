# points: 9
# says: Numbers in turn come from transposing D
# why: Thinks of interleaved heads.
# %% answer-row-zero
row_zero = "D"
