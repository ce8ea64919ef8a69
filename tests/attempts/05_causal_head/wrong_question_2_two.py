# points: 9
# says: sees the next one
# why: Wrote 2.
# %% answer-blank
blank = 2
