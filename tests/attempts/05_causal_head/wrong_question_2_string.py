# points: 9
# says: without quotes
# why: Wrote "1".
# %% answer-blank
blank = "1"
