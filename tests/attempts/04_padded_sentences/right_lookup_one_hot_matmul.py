# points: 10
# why: One-hot times the table.
# %% exercise-lookup
one_hot = np.eye(len(E))[X]
H = one_hot @ E
