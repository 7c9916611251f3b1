"""Puzzles: how they are made and proved.

- ``make``: the tool; ``makers``: what it does in each game.
"""
