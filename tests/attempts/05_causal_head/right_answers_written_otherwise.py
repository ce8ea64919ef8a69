# points: 10
# why: A list, a small letter with a space, lists as shapes.
# %% predict-softmax
prediction = [0.5, 0.5, 0, 0]
# %% answer-mask-after
mask_after = " b"
# %% answer-shapes
shapes = {"h": [32, 8, 32], "query(h)": [32, 8, 16], "scores": [32, 8, 8], "query.weight": [16, 32]}
