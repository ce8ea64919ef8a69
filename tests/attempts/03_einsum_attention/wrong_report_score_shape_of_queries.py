# points: 9
# says: score_shape
# why: Scores as (B, T, T).
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": [Q.shape[0], Q.shape[1], Q.shape[1]],
        "attn_shape": list(weights.shape),
        "output_shape": list(output.shape),
        "attn_row_sums": [round(x, 4) for x in weights[0].sum(dim=-1).tolist()],
    }
