# points: 10
# why: Small letter, spaces, lists for shapes.
# %% predict-mix
guess_shape = [3, 7]
guess_weight = 1 / 5
# %% answer-doubled
doubled = "c "
# %% answer-received
received_letters = "b s"
# %% answer-shapes
shapes_matched = {}
shapes_matched["keys"] = [2, 5, 8]
shapes_matched["weights"] = [2, 3, 5]
shapes_matched["output"] = [2, 3, 6]
shapes_matched["row sums"] = [2, 3]
