# points: 7
# says: This is a loop in Python
# says: These are plain dot products
# why: Loops, and no scale: two faults, two messages.
# %% exercise-scores
def attention_scores(q, k):
    B, H, T, D = q.shape
    out = np.zeros((B, H, T, k.shape[2]))
    for b in range(B):
        for h in range(H):
            out[b, h] = q[b, h] @ k[b, h].T
    return out
