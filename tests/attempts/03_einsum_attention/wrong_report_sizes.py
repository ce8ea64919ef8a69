# points: 9
# says: must be a plain list
# why: torch.Size in place of lists.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    return {
        "score_shape": weights.shape,
        "attn_shape": weights.shape,
        "output_shape": output.shape,
        "attn_row_sums": [round(x, 4) for x in weights[0].sum(dim=-1).tolist()],
    }
