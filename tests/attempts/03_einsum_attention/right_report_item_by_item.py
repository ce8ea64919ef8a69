# points: 10
# why: A report made with loops, shapes unpacked, and Python's round.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    sums = []
    for row in weights[0]:
        sums.append(round(row.sum().item(), 4))
    return {
        "attn_row_sums": sums,
        "output_shape": [n for n in output.shape],
        "attn_shape": [*weights.shape],
        "score_shape": [*weights.size()],  # softmax keeps the shape
    }
