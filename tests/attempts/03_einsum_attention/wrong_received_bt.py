# points: 9
# says: that is always 1
# why: Wrote bt.
# %% answer-received
received_letters = "bt"
