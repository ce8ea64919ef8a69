# points: 9
# says: The head size is summed away
# why: Scores with the head size.
# %% answer-shapes
shapes = {"h": (32, 8, 32), "query(h)": (32, 8, 16), "scores": (32, 8, 16), "query.weight": (16, 32)}
