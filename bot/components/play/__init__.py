"""During a game.

- ``resolve_table``: which table a command means; ``autocomplete``: what options of commands offer.
- ``picker``: choosing a move, step by step.
- ``proposals``: choosing a turn that somebody else plays.
- ``private_cards``: the private cards that stay, one a person and table.
- ``placement``: placing in secret; ``notes``: private marks on squares.
- ``private_views``: the private cards around a board; ``agreements``: requests between players.
- ``orphaned_tables``: tables whose channel is gone.
"""
