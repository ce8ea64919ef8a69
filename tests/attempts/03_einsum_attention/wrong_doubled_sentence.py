# points: 9
# says: Answer with one of the letters
# why: A sentence for a letter.
# %% answer-doubled
doubled = "the largest weight grows"
