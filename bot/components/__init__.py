"""Everything that people see and press on Discord.

Rooms, from the bottom up: each may import those listed before it.

- ``interactions``: commands and presses come in, replies go out; cards as values; what everything shares.
- ``cards``: what is said and shown of a table.
- ``publishing``: from a commit to Discord: cards, notifications, private charts.
- ``lobbies``: before a game.
- ``library``: rule books, replays, results and rankings.
- ``play``: during a game.
- ``practice``: alone on a practice board, which belongs to no table: lessons.
- ``leagues``: leagues and Swiss nights.
- ``servers``: settings, privacy, the doctor and the list of tables.
"""

from __future__ import annotations

import importlib
import pkgutil


def load_handlers() -> None:
    """Import all modules here, which registers their button handlers."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
