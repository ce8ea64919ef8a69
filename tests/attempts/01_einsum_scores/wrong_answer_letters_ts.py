# points: 9
# says: There is no s in the inputs
# why: Fills the blank with "ts".
# %% answer-letters
output_letters = "ts"
