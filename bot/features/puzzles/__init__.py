"""Puzzles: positions with one best action, as data.

- ``puzzle``: a puzzle and its text; ``library``: the puzzles that come with the bot, and the daily one.
- ``puzzle_cards``: ``/puzzle``, and the judges.

``python -m tests.puzzles.make`` makes them. A game with a file in ``data/puzzles`` has puzzles; nothing else
is needed.
"""
