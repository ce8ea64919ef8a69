# points: 9
# says: There is no answer for merge_heads(x)[:, 0] yet
# why: Leaves a row out.
# %% answer-shapes
shapes = {"x[0]": (3, 7, 4), "x[:, 0]": (2, 7, 4), "merge_heads(x)": (2, 7, 12)}
