"""Computer players: matches between them, how strong each level is, and what they may know.

- ``matches``: games between choosers; ``ladder``: the strength of the levels, measured.
- ``train``: lets players learn by playing themselves.
- ``registry``: every computer player, that of the tests' own game, Hex, included.
"""
