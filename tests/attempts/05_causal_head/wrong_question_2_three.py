# points: 9
# says: Write a whole number
# why: Wrote 3.
# %% answer-blank
blank = 3
