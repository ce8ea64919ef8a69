# lesson: 01_einsum_scores
# points: 0
# kind: a coroutine, a generator and a future come back
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
import asyncio


async def attention_scores(q, k):
    return await asyncio.sleep(0)


def scores_anywhere(q, k):
    yield from ()
