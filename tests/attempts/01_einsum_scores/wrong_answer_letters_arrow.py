# points: 9
# says: The arrow is there already
# why: Fills the blank with "->t".
# %% answer-letters
output_letters = "->t"
