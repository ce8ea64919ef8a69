# points: 10
# why: Both predictions are wrong; they carry no points.
# %% predict-rows
rows_shape = (9, 3)
# %% predict-exp
exp_of_hidden = -1e9
