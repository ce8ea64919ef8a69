# points: 9
# says: A mean would divide by D itself
# why: Takes the scale for a mean.
# %% answer-scale
scale_answer = "D"
