# points: 10
# why: The shapes and the count read from the tensors.
# %% answer-parameters
parameters = sum(p.numel() for f in (query, key, value, output) for p in f.parameters())
# %% answer-shapes
q = query(h)
shapes = {
    "query(h)": q.shape,
    "split": split_heads(q, 4).shape,
    "weights": multi_head_attention(h, query, key, value, output, 4)[1].shape,
    "merged": merge_heads(split_heads(q, 4)).shape,
}
