# points: 9
# says: There is no answer for scores yet
# why: One name left out.
# %% answer-shapes
shapes = {"h": (32, 8, 32), "query(h)": (32, 8, 16), "query.weight": (16, 32)}
