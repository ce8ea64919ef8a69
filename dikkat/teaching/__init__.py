"""For teachers and authors: the bank of attempts, the sample class, `dikkat doctor`."""
