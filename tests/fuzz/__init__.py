"""Hostile input of every kind: no traceback, no wrong state, bounded time and memory.

Short and the same each time; ``CAPTAINS_TABLE_FUZZ=50`` runs fifty times as much, on new ground each time.
"""
