"""Queries and changes by subject: tables, people, servers, deadlines, limits, scores, preconditions."""
