# points: 9
# says: Write a dict
# why: Writes a list of shapes, not a dict.
# %% answer-shapes
shapes = [(2, 8, 10, 64), (2, 8, 12, 64), (2, 8, 10, 12), (2, 10, 12), (12,)]
