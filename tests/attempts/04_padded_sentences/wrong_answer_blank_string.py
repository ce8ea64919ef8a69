# points: 9
# says: leave the quotes out
# why: None in quotes.
# %% answer-blank
mask_index = "None"
