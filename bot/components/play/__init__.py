"""During a game.

- ``finding``: which table a command means; ``typing_help``: autocomplete for typed actions.
- ``picker``: choosing an action step by step; ``following``: where that card goes on; ``daily``: the same
  for a daily curse.
- ``laying``: placing in secret; ``marking``: the notebook.
- ``more``: the private cards around a board; ``agreements``: what people ask of each other.
"""
