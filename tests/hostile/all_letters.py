# lesson: 01_einsum_scores
# points: 0
# kind: answers that name every letter at once
# %% answer-scale
scale_answer = ['A', 'B', 'C', 'D']
# %% answer-letters
output_letters = ('t', 'd', 'td')
# %% answer-shapes
shapes = {key: [(12,), (2, 10, 12), (2, 8, 10, 12)] for key in ('q', 'k', 'scores', 'scores[:, 0]', 'scores[0, 0, 0]')}
