# points: 9
# says: Write a dict
# why: A list in place of a dict.
# %% answer-shapes
shapes = [(32, 8, 32), (32, 8, 16), (32, 8, 8), (16, 32)]
