"""Tests of Drown, Captain Crackers!"""

NAMES = ("station", "outpost", "bell")
"""Every layout that can be played, the largest first."""
