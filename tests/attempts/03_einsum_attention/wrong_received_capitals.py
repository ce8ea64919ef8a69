# points: 9
# says: capital letters
# why: Wrote BS.
# %% answer-received
received_letters = "BS"
