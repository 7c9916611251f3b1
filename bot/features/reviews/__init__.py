"""Reviews: what the turns of finished games were worth.

- ``review``: judgements, and the numbers that follow from them. ``review_cards``: the graph and the turning
  points. ``try_again``: one of those on a practice board. ``proof``: a lost position there.
  ``swings``: the game of a server's week.
"""
