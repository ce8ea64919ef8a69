# points: 9
# says: It is not that
# why: Writes a string.
# %% predict-softmax
prediction = "0.5 0.5 0 0"
