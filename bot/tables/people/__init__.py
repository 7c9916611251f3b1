"""What the bot knows of people: names, preferences, the export and the erasure of their data."""
