# points: 9
# says: Reviews and positions changed places
# why: E[X.T].
# %% exercise-lookup
H = E[X.T]
