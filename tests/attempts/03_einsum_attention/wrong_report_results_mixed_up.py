# points: 9
# says: score_shape
# why: Unpacks attention in the wrong order.
# %% exercise-report
def attention_report(Q, K, V):
    weights, output = attention(Q, K, V)
    return {
        "score_shape": list(weights.shape),
        "attn_shape": list(weights.shape),
        "output_shape": list(output.shape),
        "attn_row_sums": weights[0].sum(-1).round(decimals=4).tolist(),
    }
