# points: 9
# says: Write a dict
# why: A list of shapes.
# %% answer-match
shapes = [(5, 5, 8), (5, 5, 5), (5, 1, 5), (9, 8)]
