# points: 9
# says: Answer with one of the letters
# why: Writes words.
# %% answer-mask-after
mask_after = "the rows do not add up to 1"
