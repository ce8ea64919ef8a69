# points: 9
# says: This is a loop in Python
# why: The loop sits in a helper.
# %% exercise-scores
def one_text(q, k):
    rows = []
    for head in range(len(q)):
        rows.append(q[head] @ k[head].T)
    return np.stack(rows)


def attention_scores(q, k):
    b = 0
    texts = []
    while b < len(q):
        texts.append(one_text(q[b], k[b]))
        b += 1
    return np.stack(texts) / np.sqrt(q.shape[-1])
