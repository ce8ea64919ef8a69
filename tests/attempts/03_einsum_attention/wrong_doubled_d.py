# points: 9
# says: add up to 1, whatever the scores are
# why: Chose D.
# %% answer-doubled
doubled = "D"
