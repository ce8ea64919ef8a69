# points: 9
# says: without a point
# why: Wrote 1.0.
# %% answer-blank
blank = 1.0
