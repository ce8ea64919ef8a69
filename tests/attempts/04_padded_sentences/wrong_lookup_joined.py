# points: 9
# says: glued into one
# why: Joins the vectors of a sentence.
# %% exercise-lookup
H = E[X].reshape(5, -1)
