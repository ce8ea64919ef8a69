# points: 9
# says: A dict must come back
# why: Four values in place of a dict.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return list(weights.shape), list(weights.shape), list(output.shape), weights[0].sum(-1).tolist()
