"""Depth Charge's computer player.

- ``beginner``: a scripted opponent; ``positions``: random positions and their twins.
- ``check``: the private board and the secrecy on many positions; ``strength``: figures. Both are run by hand.
"""
