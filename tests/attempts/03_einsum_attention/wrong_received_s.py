# points: 9
# says: the letter b must stay
# why: Wrote s.
# %% answer-received
received_letters = "s"
