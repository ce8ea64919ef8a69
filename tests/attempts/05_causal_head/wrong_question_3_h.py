# points: 9
# says: an embedding of 32 numbers
# why: h as (32, 8, 16).
# %% answer-shapes
shapes = {"h": (32, 8, 16), "query(h)": (32, 8, 16), "scores": (32, 8, 8), "query.weight": (16, 32)}
