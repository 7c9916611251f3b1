"""Finished pictures, and the errors of painting."""

from __future__ import annotations

from dataclasses import dataclass


class PaintError(Exception):
    """A picture that couldn't be made; show a text image or the text instead."""


class NoPainter(PaintError):
    """The game has no painter and is shown as text, which is no fault."""


class Fatal(PaintError):
    """A picture that makes workers crash or hang. It isn't tried again, since all others wait meanwhile."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture."""

    data: bytes
    """A PNG file."""
    width: int
    height: int
    board: tuple[int, int] = (0, 0)
    """The rows of its board: the first, and the one below the last."""
