# points: 9
# says: Rows that add up to 1 are what a softmax makes
# why: Takes the scale for a softmax.
# %% answer-scale
scale_answer = "A"
