# points: 10
# why: A wrong guess: the prediction carries no points.
# %% predict-position
position = 3
