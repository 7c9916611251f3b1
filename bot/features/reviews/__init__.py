"""Reviews: what the turns of finished games were worth."""
