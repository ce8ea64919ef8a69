# points: 9
# says: nothing is summed
# why: Wrote bts.
# %% answer-received
received_letters = "bts"
