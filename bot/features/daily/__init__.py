"""Daily challenges, and the scores of solo games.

- ``daily``: a day's chance, and one attempt at it a person and server; ``scores``: what games were worth.
- ``daily_cards``: today's attempt, its result, and the line to share.
"""
