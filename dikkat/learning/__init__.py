"""For learners: their own copies of the lessons, JupyterLab, solutions."""
