"""The computer player of Captain's Checkers: its board, its tactics, and how strong its levels are.

- ``beginner``: a scripted player to measure against (``tests.players.ladder``).
"""
