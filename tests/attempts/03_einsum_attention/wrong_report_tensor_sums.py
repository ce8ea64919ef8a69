# points: 9
# says: must be a plain list
# why: A tensor of sums.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": list(weights.shape),
        "attn_shape": list(weights.shape),
        "output_shape": list(output.shape),
        "attn_row_sums": weights[0].sum(dim=-1),
    }
