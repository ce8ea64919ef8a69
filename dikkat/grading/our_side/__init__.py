"""Our side: tests run here, and never the learner's code."""
