"""How a submission is graded: the learner's cells in a sandbox, the tests outside it.

wire       what may cross between the two sides: data, never code
learner    the learner's side: runs the cells of a notebook, answers questions about it
sandbox    what the learner's side may not do
tests_side the teacher's side: runs a test cell on stand-ins for the learner's functions
run        one notebook from top to bottom, both sides together
server     a warm process that forks both sides; warm is its client
preflight  what is wrong with a submission, and what was done about it
archive    unpacks what a learning platform hands over
nbgrader   the pieces that nbgrader_config.py plugs in
"""
