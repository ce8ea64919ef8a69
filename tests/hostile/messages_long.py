# lesson: 01_einsum_scores
# points: 0
# kind: an answer of ten million characters, and a name of a thousand
# %% answer-letters
output_letters = 'x' * 10_000_000
# %% answer-scale
scale_answer = '✓' * 100_000
# %% exercise-scores
attention_scores = type('A' * 1000 + chr(27) + '[2J', (), {})()
