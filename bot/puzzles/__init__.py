"""Puzzles: positions with one best action, as data.

- ``puzzle``: a puzzle and its text.
"""
