# points: 9
# says: It is a string of letters
# why: Fills the blank with 0.
# %% answer-letters
output_letters = 0
