# points: 9
# says: Answer with one of the letters A, B, C, D
# why: Answers in words.
# %% answer-scale
scale_answer = "it keeps the size the same"
