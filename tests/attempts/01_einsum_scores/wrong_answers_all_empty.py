# points: 7
# says: There is no answer yet
# why: The function is right and no question is answered.
# %% answer-scale
scale_answer = None

# %% answer-letters
output_letters = None

# %% answer-shapes
shapes = None
