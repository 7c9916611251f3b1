"""Questions and changes by subject: tables, people, servers, what is due, limits, scores."""
