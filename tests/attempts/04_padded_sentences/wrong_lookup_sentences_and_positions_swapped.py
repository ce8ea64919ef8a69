# points: 9
# says: Sentences and positions changed places
# why: E[X.T].
# %% exercise-lookup
H = E[X.T]
