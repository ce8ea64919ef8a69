# points: 9
# says: nothing is summed
# why: Fills the blank with "td".
# %% answer-letters
output_letters = "td"
