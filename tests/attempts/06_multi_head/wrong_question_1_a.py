# points: 9
# says: it divides nothing
# why: Chose A.
# %% answer-scale
scale = "A"
