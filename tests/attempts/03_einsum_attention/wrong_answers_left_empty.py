# points: 6
# says: There is no answer yet
# why: All questions left.
# %% predict-mix
guess_shape = None
guess_weight = None
raise NotImplementedError("Your turn: write your own code in place of this line.")
# %% answer-doubled
doubled = None
raise NotImplementedError("Your turn: write your own code in place of this line.")
# %% answer-received
received_letters = None
raise NotImplementedError("Your turn: write your own code in place of this line.")
# %% answer-shapes
shapes_matched = None
raise NotImplementedError("Your turn: write your own code in place of this line.")
