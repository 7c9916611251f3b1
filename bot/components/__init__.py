"""Everything that people see and press at every table on Discord; it knows no feature by name.

Packages, from the bottom up: each may import those listed before it.

- ``interactions``: commands and presses come in, replies go out; cards as values; what everything shares.
- ``hooks``: what features can hook into.
- ``cards``: what is said and shown of a table.
- ``publishing``: from a commit to Discord: cards, notifications, private charts.
- ``lobbies``: before a game.
- ``play``: during a game.
- ``practice``: alone on a practice board, which belongs to no table.
- ``servers``: settings, and the doctor.
"""

from __future__ import annotations

import importlib
import pkgutil


def load_handlers() -> None:
    """Import all modules here, which registers their button handlers."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
