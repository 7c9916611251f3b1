"""During a game.

- ``resolve_table``: which table a command means; ``autocomplete``: for typed moves.
- ``picker``: choosing a move step by step; ``next_card``: where the private card goes on; ``daily_view``: the
  same for a daily challenge.
- ``placement``: placing in secret; ``notes``: private marks on squares.
- ``private_views``: the private cards around a board; ``agreements``: requests between players.
"""
