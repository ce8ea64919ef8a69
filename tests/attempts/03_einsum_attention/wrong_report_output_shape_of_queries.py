# points: 9
# says: output_shape
# why: Output with the width of Q.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": list(weights.shape),
        "attn_shape": list(weights.shape),
        "output_shape": list(Q.shape),
        "attn_row_sums": [round(x, 4) for x in weights[0].sum(dim=-1).tolist()],
    }
