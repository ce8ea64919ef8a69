# points: 9
# says: A letter may stand only once
# why: Fills the blank with "tt".
# %% answer-letters
output_letters = "tt"
