"""What is recorded: results, nbgrader's gradebook, folders written whole or not at all."""
