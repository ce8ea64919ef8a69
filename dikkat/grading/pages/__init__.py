"""The pages: feedback for a learner, a report on the class."""
