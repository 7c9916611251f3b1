"""Lessons on a practice board."""
