# points: 9
# says: Merging joins H and D into one axis
# why: Joins H and T.
# %% answer-shapes
shapes = {
    "x[0]": (3, 7, 4),
    "x[:, 0]": (2, 7, 4),
    "merge_heads(x)": (2, 21, 4),
    "merge_heads(x)[:, 0]": (2, 12),
}
