# points: 10
# why: Wrong or missing predictions cost nothing.
# %% predict-shape
predicted_shape = (3, 4)

# %% predict-sum
predicted_sum = None
