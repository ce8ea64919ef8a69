# points: 9
# says: These are the column sums
# why: Sums over the queries.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": list(weights.shape),
        "attn_shape": list(weights.shape),
        "output_shape": list(output.shape),
        "attn_row_sums": [round(x, 4) for x in weights[0].sum(dim=0).tolist()],
    }
