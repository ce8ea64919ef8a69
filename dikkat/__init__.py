"""dikkat: a course in which people build attention with their own hands."""
