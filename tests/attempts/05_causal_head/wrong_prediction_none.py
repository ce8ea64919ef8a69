# points: 9
# says: There is no answer yet
# why: No answer.
# %% predict-softmax
prediction = None
