"""For teachers and authors: the bank of attempts, the sample class, what works on a machine."""
