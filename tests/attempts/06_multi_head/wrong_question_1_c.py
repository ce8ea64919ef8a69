# points: 9
# says: The softmax sees to that
# why: Chose C.
# %% answer-scale
scale = "C"
