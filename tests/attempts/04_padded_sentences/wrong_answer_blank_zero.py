# points: 9
# says: A number picks one entry
# why: 0 for the blank.
# %% answer-blank
mask_index = 0
