# points: 10
# why: Lists, a small letter and NumPy numbers as answers.
# %% predict-order
long_line = [10, 30, 50, 20, 40, 60]
new_shape = [4, 2, 3]

# %% answer-row-zero
row_zero = " b"

# %% answer-start
import numpy as np

start = 2 * 3

# %% answer-shapes
shapes = {
    "x[0]": [3, 7, 4],
    "x[:, 0]": (2, 7, 4),
    "merge_heads(x)": (2, 7, 12),
    "merge_heads(x)[:, 0]": (2, 12),
}
