# points: 9
# says: It is not that
# why: Thinks that zeros stay zeros.
# %% predict-softmax
prediction = (0, 0, 0, 0)
