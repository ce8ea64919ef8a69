# points: 10
# why: The prediction as an array.
# %% predict-softmax
import numpy as np

prediction = np.array([0.5, 0.5, 0, 0])
