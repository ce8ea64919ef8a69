# points: 9
# says: There is no answer yet
# why: The blank is left as it was.
# %% answer-blank
mask_index = "____"
