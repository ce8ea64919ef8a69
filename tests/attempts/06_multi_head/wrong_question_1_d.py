# points: 9
# says: acts before the softmax
# why: Chose D.
# %% answer-scale
scale = "D"
