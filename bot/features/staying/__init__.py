"""Who plays games with others to their end: beside names in lobbies, and in profiles."""
