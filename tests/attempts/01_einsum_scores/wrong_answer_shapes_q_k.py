# points: 9
# says: q is (B, H, T, D)
# why: Swaps q and k.
# %% answer-shapes
shapes = {
    "q": (2, 8, 12, 64),
    "k": (2, 8, 10, 64),
    "scores": (2, 8, 10, 12),
    "scores[:, 0]": (2, 10, 12),
    "scores[0, 0, 0]": (12,),
}
