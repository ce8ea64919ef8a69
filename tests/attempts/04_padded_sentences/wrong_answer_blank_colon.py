# points: 9
# says: A colon keeps an axis
# why: A colon.
# %% answer-blank
mask_index = ":"
