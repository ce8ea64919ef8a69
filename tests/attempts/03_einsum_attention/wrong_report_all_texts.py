# points: 9
# says: Report only the first text
# why: Row sums of every text.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": list(weights.shape),
        "attn_shape": list(weights.shape),
        "output_shape": list(output.shape),
        "attn_row_sums": weights.sum(dim=-1).round(decimals=4).tolist(),
    }
