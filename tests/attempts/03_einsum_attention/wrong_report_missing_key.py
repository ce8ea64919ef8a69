# points: 9
# says: is missing
# why: A key misspelt.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": list(weights.shape),
        "attn_shape": list(weights.shape),
        "output_shape": list(output.shape),
        "row_sums": [round(x, 4) for x in weights[0].sum(dim=-1).tolist()],
    }
