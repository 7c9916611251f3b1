"""Questions and changes by subject: people, servers, what is due, limits, scores."""
