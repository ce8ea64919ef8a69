# points: 10
# why: Two loops.
# %% exercise-lookup
H = np.zeros((5, 5, 8))
for b in range(5):
    for i in range(5):
        H[b, i] = E[X[b, i]]
