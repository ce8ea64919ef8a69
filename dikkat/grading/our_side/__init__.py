"""Our side: tests run here; the learner's code never does."""
