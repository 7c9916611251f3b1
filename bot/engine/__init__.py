"""The engine: the games over standard input and output, for scripts, other people's players, and tests.

``python -m bot engine`` speaks the framing of the Go Text Protocol, version 2: one command a line.
"""

from __future__ import annotations

from .commands import main

__all__ = ["main"]
