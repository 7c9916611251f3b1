"""What the bot sends, checked against Discord's limits."""
