# points: 9
# says: k is (B, H, S, D)
# why: Gives k the length of q.
# %% answer-shapes
shapes = {
    "q": (2, 8, 10, 64),
    "k": (2, 8, 10, 64),
    "scores": (2, 8, 10, 12),
    "scores[:, 0]": (2, 10, 12),
    "scores[0, 0, 0]": (12,),
}
