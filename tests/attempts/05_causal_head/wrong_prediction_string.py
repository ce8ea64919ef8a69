# points: 9
# says: Leave out the quotation marks
# why: Writes a string.
# %% predict-softmax
prediction = "0.5 0.5 0 0"
