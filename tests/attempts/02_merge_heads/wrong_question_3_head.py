# points: 9
# says: x[:, 0] is head 0 of every text
# why: Drops T in place of H.
# %% answer-shapes
shapes = {
    "x[0]": (3, 7, 4),
    "x[:, 0]": (2, 3, 4),
    "merge_heads(x)": (2, 7, 12),
    "merge_heads(x)[:, 0]": (2, 12),
}
