"""Puzzles: a file for each game, with a puzzle on each line.

``python -m tests.puzzles.make`` makes and proves them.
"""
