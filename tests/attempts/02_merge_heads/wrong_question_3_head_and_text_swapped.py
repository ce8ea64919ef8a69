# points: 9
# says: x[0] is the first text with all its heads
# why: Takes x[0] for a head.
# %% answer-shapes
shapes = {
    "x[0]": (2, 7, 4),
    "x[:, 0]": (3, 7, 4),
    "merge_heads(x)": (2, 7, 12),
    "merge_heads(x)[:, 0]": (2, 12),
}
