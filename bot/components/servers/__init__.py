"""Servers and the people in them.

- ``settings``: what both choose; ``doctor``: finds what keeps tables from working.
"""
