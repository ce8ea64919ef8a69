# points: 9
# says: That is what merge_heads gives
# why: Takes a plain reshape for a merge.
# %% answer-row-zero
row_zero = "A"
