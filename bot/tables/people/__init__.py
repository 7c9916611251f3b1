"""People: names, preferences, and the export and erasure of their data."""
