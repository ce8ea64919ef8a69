# points: 9
# says: one-hot vectors
# why: Stops at one-hot.
# %% exercise-lookup
H = np.eye(9)[X]
