# points: 9
# says: you wrote: long_line = (10, 20, 30, 40, 50, 60)
# why: Thinks that the transpose changes nothing in reading order.
# %% predict-order
long_line = (10, 20, 30, 40, 50, 60)
new_shape = (4, 2, 3)
