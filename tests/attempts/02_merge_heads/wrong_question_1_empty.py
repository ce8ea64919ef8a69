# points: 9
# says: There is no answer yet
# why: Leaves question 1 out.
# %% answer-row-zero
row_zero = None
# YOUR CODE HERE
raise NotImplementedError("Your turn: write your own code in place of this line.")
