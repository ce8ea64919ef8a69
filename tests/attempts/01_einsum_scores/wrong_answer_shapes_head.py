# points: 9
# says: 0 picks one head
# why: Thinks [:, 0] keeps the heads.
# %% answer-shapes
shapes = {
    "q": (2, 8, 10, 64),
    "k": (2, 8, 12, 64),
    "scores": (2, 8, 10, 12),
    "scores[:, 0]": (2, 8, 10, 12),
    "scores[0, 0, 0]": (12,),
}
