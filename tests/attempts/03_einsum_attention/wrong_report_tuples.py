# points: 9
# says: must be a plain list
# why: Tuples.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": tuple(weights.shape),
        "attn_shape": tuple(weights.shape),
        "output_shape": tuple(output.shape),
        "attn_row_sums": [round(x, 4) for x in weights[0].sum(dim=-1).tolist()],
    }
