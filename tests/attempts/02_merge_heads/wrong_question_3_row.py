# points: 9
# says: one whole row for each text
# why: Takes one position for one head.
# %% answer-shapes
shapes = {
    "x[0]": (3, 7, 4),
    "x[:, 0]": (2, 7, 4),
    "merge_heads(x)": (2, 7, 12),
    "merge_heads(x)[:, 0]": (2, 4),
}
