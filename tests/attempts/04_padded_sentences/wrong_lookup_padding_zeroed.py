# points: 9
# says: embeddings of the padding were set to 0
# why: Zeroes the embeddings of padding.
# %% exercise-lookup
H = E[X] * ~pad[:, :, None]
