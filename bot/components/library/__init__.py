"""What people look up beside a game and after it.

- ``rule_book``; ``replays``: films, and the review of a finished game.
- ``daily_results``: how a daily challenge ended; ``scoreboard``: who did best.
"""
