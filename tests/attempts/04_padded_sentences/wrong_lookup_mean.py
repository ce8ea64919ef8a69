# points: 9
# says: One vector for a whole review
# why: Averages the review.
# %% exercise-lookup
H = E[X].mean(axis=1)
