# points: 9
# says: not what multiplies them
# why: Chose B.
# %% answer-doubled
doubled = "B"
