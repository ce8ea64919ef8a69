# points: 9
# says: you wrote: new_shape = (3, 4, 2)
# why: Reads the list of axes the other way round.
# %% predict-order
long_line = (10, 30, 50, 20, 40, 60)
new_shape = (3, 4, 2)
