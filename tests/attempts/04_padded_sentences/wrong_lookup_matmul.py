# points: 9
# says: The name H does not exist yet
# why: X @ E stops with an error.
# %% exercise-lookup
H = X @ E
