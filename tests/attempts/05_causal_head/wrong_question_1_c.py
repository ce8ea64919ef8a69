# points: 9
# says: gradients reach the key layer
# why: Chose C.
# %% answer-mask-after
mask_after = "C"
