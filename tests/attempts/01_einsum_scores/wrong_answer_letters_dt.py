# points: 9
# says: the products come out one by one, transposed
# why: Fills the blank with "dt".
# %% answer-letters
output_letters = "dt"
