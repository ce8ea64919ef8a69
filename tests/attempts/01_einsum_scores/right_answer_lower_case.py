# points: 10
# why: A small letter, with a space, is an answer too; lists are shapes too.
# %% answer-scale
scale_answer = " b "

# %% answer-letters
output_letters = " t"

# %% answer-shapes
shapes = {
    "q": [2, 8, 10, 64],
    "k": [2, 8, 12, 64],
    "scores": [2, 8, 10, 12],
    "scores[:, 0]": [2, 10, 12],
    "scores[0, 0, 0]": [12],
}
