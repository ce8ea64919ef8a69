# points: 9
# says: Write a string with the letters
# why: A tuple of sizes for letters.
# %% answer-received
received_letters = (2, 4)
