"""Depth Charge's computer player.

- ``beginner``: a scripted opponent; ``positions``: random positions and their twins.
"""
