# points: 9
# says: Write a dict, key and shape
# why: Writes a list.
# %% answer-shapes
shapes = [(3, 7, 4), (2, 7, 4), (2, 7, 12), (2, 12)]
