# points: 9
# says: It is not that
# why: Equal shares for all four.
# %% predict-softmax
prediction = (0.25, 0.25, 0.25, 0.25)
