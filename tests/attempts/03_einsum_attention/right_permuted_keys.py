# points: 10
# why: Splits the result in small steps and uses torch.einsum on a permuted K.
# %% exercise-attention
import torch


def attention(Q, K, V):
    keys_t = K.permute(0, 2, 1)  # (B, D, S)
    scores = torch.einsum("bij,bjk->bik", Q, keys_t)
    scores = scores / torch.sqrt(torch.tensor(K.size(-1), dtype=scores.dtype))
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bij,bjk->bik", weights, V)
    result = (output, weights)
    return result
