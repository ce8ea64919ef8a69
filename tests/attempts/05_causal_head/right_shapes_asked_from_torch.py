# points: 10
# why: The shapes read from the tensors.
# %% answer-shapes
shapes = {
    "h": h.shape,
    "query(h)": query(h).shape,
    "scores": (query(h) @ key(h).transpose(-2, -1)).shape,
    "query.weight": query.weight.shape,
}
