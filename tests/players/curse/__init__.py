"""Captain's Curse's computer player: its board, what it may know, and how strong it is.

- ``check``: the private board against the rules; ``tables``: makes the player's table of prospects.
- ``training``: how it is learnt, by ``learning.c``; ``titles``: the points and titles that it reaches.
- ``beginner``: a scripted player to compare with.
"""
