# points: 9
# says: The scores double, and the output does not
# why: Chose A.
# %% answer-doubled
doubled = "A"
