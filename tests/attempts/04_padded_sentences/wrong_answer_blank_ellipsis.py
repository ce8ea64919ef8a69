# points: 9
# says: must make a new axis of size 1
# why: Three dots.
# %% answer-blank
mask_index = ...
