# points: 9
# says: H is None
# why: H is left None.
# %% exercise-lookup
H = None
