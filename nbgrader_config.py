# nbgrader reads this file for every command and for the formgrader.
import os

from dikkat.grading import plugins

c = get_config()  # noqa: F821 (nbgrader defines it)

# The course folder is the folder of this file.
c.CourseDirectory.course_id = "dikkat"
c.CourseDirectory.root = os.path.dirname(os.path.abspath(__file__))

# The fault model and what is computed from it stay with the teacher.
c.CourseDirectory.ignore = [
    ".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback", "faults.py", "hidden_checks.npz",
]  # fmt: skip

# What a learner finds in place of a solution.
c.ClearSolutions.code_stub = {
    "python": "# YOUR CODE HERE\n"
    'raise NotImplementedError("Your turn: write your own code in place of this line.")'
}

# How a submission is graded: the learner's cells in a sandbox, the tests outside it.
# See docs/grading.md.
plugins.configure(c)

# Limits for one submission. A teacher with slow machines raises the seconds.
c.TwoSided.cell_seconds = 20
c.TwoSided.notebook_seconds = 120
c.TwoSided.memory_mib = 2048

# On a machine without a sandbox (macOS, Windows), other people's work is not graded, unless
# you accept that their code runs as you, with all that you can read: set this to True.
c.TwoSided.without_sandbox = False

# `nbgrader zip_collect LESSON` reads names that a learning platform gave to files, folders or
# archives: STUDENT_LESSON_attempt_2027-03-01-20-15-00_NOTEBOOK.ipynb. The time zone of these times:
c.Collector.time_zone = "UTC"  # or "Europe/Istanbul", say
