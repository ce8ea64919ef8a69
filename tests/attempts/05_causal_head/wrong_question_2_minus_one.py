# points: 9
# says: the key just before it
# why: Wrote -1.
# %% answer-blank
blank = -1
