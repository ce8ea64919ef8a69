# points: 9
# says: Every id took the row before its own
# why: E[X - 1].
# %% exercise-lookup
# ids start at 1, rows at 0
H = E[X - 1]
