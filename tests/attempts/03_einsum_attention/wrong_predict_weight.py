# points: 9
# says: It is not that
# why: Softmax of zeros taken for zero.
# %% predict-mix
guess_shape = (3, 7)
guess_weight = 0
