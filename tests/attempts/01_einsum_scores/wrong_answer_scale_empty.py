# points: 9
# says: There is no answer yet
# why: Leaves the question open.
# %% answer-scale
scale_answer = None
