# points: 9
# says: plain floats
# why: A list of tensors with one number each.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": list(weights.shape),
        "attn_shape": list(weights.shape),
        "output_shape": list(output.shape),
        "attn_row_sums": [row.sum().round(decimals=4) for row in weights[0]],
    }
