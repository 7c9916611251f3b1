"""Guess the move: whoever only watches a game guesses its next turn, in private, until it is played.

- ``guesses``: who may guess, and which guesses were hits; ``guess_cards``: its cards and presses.
"""
