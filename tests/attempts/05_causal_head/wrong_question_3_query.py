# points: 9
# says: changes the last axis alone
# why: query(h) as (32, 8, 32).
# %% answer-shapes
shapes = {"h": (32, 8, 32), "query(h)": (32, 8, 32), "scores": (32, 8, 8), "query.weight": (16, 32)}
