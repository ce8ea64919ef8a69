# points: 10
# why: np.take.
# %% exercise-lookup
H = np.take(E, X, axis=0)
