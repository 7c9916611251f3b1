"""The engine: games over standard input and output, for scripts, external players and tests.

``python -m bot engine`` uses the Go Text Protocol, version 2: one command per line.

- ``commands``: what each command does; ``gtp``: how commands and answers are written.
- ``table``: the game that is played; ``perft``: action sequences, counted.
"""

from __future__ import annotations

from .commands import main

__all__ = ["main"]
