# points: 9
# says: one for each query
# why: Sums over axis 1 of all texts, then the first.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": list(weights.shape),
        "attn_shape": list(weights.shape),
        "output_shape": list(output.shape),
        "attn_row_sums": [round(x, 4) for x in weights.sum(dim=(1, 2)).tolist()],
    }
