# points: 9
# says: t is summed: D numbers come out
# why: Fills the blank with "d".
# %% answer-letters
output_letters = "d"
