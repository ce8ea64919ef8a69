# points: 9
# says: the diagonal is hidden too
# why: Wrote 0.
# %% answer-blank
blank = 0
