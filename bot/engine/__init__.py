"""The engine: games over standard input and output, for scripts, external players and tests.

``python -m bot engine`` uses the Go Text Protocol, version 2: one command per line.
"""

from __future__ import annotations

from .commands import main

__all__ = ["main"]
