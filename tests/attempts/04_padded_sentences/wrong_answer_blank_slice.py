# points: 9
# says: must make a new axis of size 1
# why: slice(None), which is a colon.
# %% answer-blank
mask_index = slice(None)
