"""Queries and changes by subject: tables, people, servers, deadlines, scores."""
