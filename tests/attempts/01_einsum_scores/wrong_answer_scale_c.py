# points: 9
# says: Between -1 and 1 are cosines
# why: Takes the scale for a cosine.
# %% answer-scale
scale_answer = "c"
