# points: 9
# says: Answer with one of the letters A, B, C, D
# why: Answers with a number.
# %% answer-row-zero
row_zero = 2
