# points: 9
# says: stand in one long row
# why: Flattens X.
# %% exercise-lookup
H = E[X.reshape(-1)]
