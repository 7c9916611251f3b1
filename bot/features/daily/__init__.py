"""Daily challenges, and the scores of solo games."""
