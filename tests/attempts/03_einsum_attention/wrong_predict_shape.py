# points: 9
# says: It is not that
# why: Keeps the summed axis.
# %% predict-mix
guess_shape = (3, 4, 7)
guess_weight = 0.2
