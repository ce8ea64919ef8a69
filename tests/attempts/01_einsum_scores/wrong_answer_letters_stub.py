# points: 9
# says: There is no answer yet
# why: The cell of question 2 is left as it was.
# %% answer-letters
output_letters = None
# YOUR CODE HERE
raise NotImplementedError("Your turn: write your own code in place of this line.")
