"""For self-learners and students: copies of the lessons, JupyterLab, solutions."""
