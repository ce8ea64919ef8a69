# points: 9
# says: A NaN in text 1 got into the row sums
# why: Averages the texts.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": list(weights.shape),
        "attn_shape": list(weights.shape),
        "output_shape": list(output.shape),
        "attn_row_sums": weights.mean(dim=0).sum(dim=-1).round(decimals=4).tolist(),
    }
