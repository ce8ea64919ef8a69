# points: 9
# says: The name H does not exist yet
# why: Step 2 is left empty.
# %% exercise-lookup
raise NotImplementedError("Your turn: write your own code in place of this line.")
