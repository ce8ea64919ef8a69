# points: 10
# why: Other parameter names, type hints and a print.
# %% exercise-scores
import numpy as np


def attention_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    print("shapes:", queries.shape, keys.shape)
    d_k = queries.shape[-1]
    return np.einsum("bhtd,bhsd->bhts", queries, keys) / np.sqrt(d_k)
