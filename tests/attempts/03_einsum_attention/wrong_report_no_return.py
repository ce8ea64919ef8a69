# points: 9
# says: Nothing came back (None)
# why: Prints the report.
# %% exercise-report
def attention_report(Q, K, V):
    output, weights = attention(Q, K, V)
    report = {"score_shape": list(weights.shape), "attn_shape": list(weights.shape)}
    report["output_shape"] = list(output.shape)
    report["attn_row_sums"] = weights[0].sum(-1).round(decimals=4).tolist()
    print(report)
