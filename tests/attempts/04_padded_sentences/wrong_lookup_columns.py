# points: 9
# says: used on columns of E
# why: E.T[:, X].
# %% exercise-lookup
H = E.T[:, X]
