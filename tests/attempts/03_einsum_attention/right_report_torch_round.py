# points: 10
# why: Rounds with torch, then tolist; all the row sums first.
# %% exercise-report
def attention_report(Q, K, V):
    scores = torch.einsum("btd,bsd->bts", Q, K)
    output, attn = attention(Q, K, V)
    row_sums = torch.round(attn.sum(dim=-1), decimals=3)
    report = dict(score_shape=list(scores.shape), attn_shape=list(attn.shape), output_shape=list(output.shape))
    report["attn_row_sums"] = row_sums[0].tolist()
    return report
