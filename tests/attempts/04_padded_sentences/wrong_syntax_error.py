# points: 6
# says: dikkat
# why: The cell has a syntax error.
# %% exercise-dikkat
def dikkat(Q, K, V, pad)
    return Q, K
