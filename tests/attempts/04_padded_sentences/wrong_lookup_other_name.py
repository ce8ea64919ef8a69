# points: 9
# says: The name H does not exist yet
# why: Another name.
# %% exercise-lookup
h = E[X]
