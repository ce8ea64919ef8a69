# points: 9
# says: torch keeps the size that comes out first
# why: (32, 16) for the weight.
# %% answer-shapes
shapes = {"h": (32, 8, 32), "query(h)": (32, 8, 16), "scores": (32, 8, 8), "query.weight": (32, 16)}
