# points: 9
# says: they were in the sum that the softmax divided by
# why: Chose A.
# %% answer-mask-after
mask_after = "A"
