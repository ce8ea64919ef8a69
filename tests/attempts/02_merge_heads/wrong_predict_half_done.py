# points: 9
# says: There is no answer yet
# why: Writes one of the two guesses.
# %% predict-order
long_line = (10, 30, 50, 20, 40, 60)
new_shape = None
