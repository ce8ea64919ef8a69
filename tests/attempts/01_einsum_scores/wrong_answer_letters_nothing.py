# points: 9
# says: one number for everything
# why: Fills the blank with "".
# %% answer-letters
output_letters = ""
