"""People: names, computers, preferences, and the export and erasure of their data."""
