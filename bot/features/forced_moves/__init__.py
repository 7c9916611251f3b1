"""Forced moves: people's only legal moves, played automatically for those who want that.

- ``forced``: which move that is. Pure. ``forced_turns``: plays it.
"""
