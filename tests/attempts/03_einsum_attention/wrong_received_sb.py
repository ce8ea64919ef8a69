# points: 9
# says: axes exchanged
# why: Wrote sb.
# %% answer-received
received_letters = "sb"
