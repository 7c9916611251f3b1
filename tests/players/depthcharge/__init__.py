"""Depth Charge's computer player.

- ``beginner``: a scripted opponent.
"""
