"""What one looks up beside a game and after it.

- ``booklet``: the rule books; ``replays``: a game seen again.
- ``results``: how a daily curse ended; ``ranking``: who did best.
"""
