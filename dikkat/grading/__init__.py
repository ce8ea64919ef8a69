"""How a submission is graded: the learner's cells in a sandbox, the tests outside it.

settings      limits and levels of isolation, in one place
one           one submission: files in, a graded notebook and a Result out
class_run     the coordinator: all submissions, one writer
plugins       what nbgrader_config.py plugs into nbgrader
reading       from a submission to a notebook; untrusted input, nothing is run
learner_side  hostile code runs here, in a sandbox
between       what crosses between the two sides: data, never code
our_side      tests run here, with proxies for the learner's functions
processes     the fork server, which both sides are forked from
records       results, nbgrader's gradebook, folders written whole or not at all
pages         the feedback page and the report on the class
"""
