# points: 9
# says: Here no score is
# why: Chose D.
# %% answer-mask-after
mask_after = "D"
