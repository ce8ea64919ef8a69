# points: 9
# says: leave out the letter to sum over
# why: Fills the blank with "bhts".
# %% answer-letters
output_letters = "bhts"
