# points: 9
# says: attention_report is not written yet
# why: The stub of the report as released.
# %% exercise-report
def attention_report(Q, K, V):
    # YOUR CODE HERE
    raise NotImplementedError("Your turn: write your own code in place of this line.")
