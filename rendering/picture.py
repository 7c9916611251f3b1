"""Finished pictures, and why one can't be made."""

from __future__ import annotations

from dataclasses import dataclass


class PaintError(Exception):
    """A picture that couldn't be made; show a text image or the text instead."""


class NoPainter(PaintError):
    """The game has no painter and is shown as text. That's no fault."""


class Fatal(PaintError):
    """A picture that ends or hangs workers. It isn't tried again: all others wait each time."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture."""

    data: bytes
    """A PNG file."""
    width: int
    height: int
