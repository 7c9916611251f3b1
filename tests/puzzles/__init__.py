"""Puzzles: how they are made and proved.

- ``make``: the tool; ``makers``: what it does in each game.
- ``checks``: what has to hold for every puzzle, and its proof once more.
"""
