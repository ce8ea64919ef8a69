# points: 9
# says: Query 1 of text 0 was made NaN
# why: The last text in place of the first.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": list(weights.shape),
        "attn_shape": list(weights.shape),
        "output_shape": list(output.shape),
        "attn_row_sums": weights[-1].sum(dim=-1).round(decimals=4).tolist(),
    }
