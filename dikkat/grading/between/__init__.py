"""What crosses between the two sides: data, never code."""
