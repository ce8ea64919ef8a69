# points: 10
# why: A lambda bound to the name.
# %% exercise-merge
merge_heads = lambda x: x.transpose(0, 2, 1, 3).reshape(x.shape[0], x.shape[2], -1)
