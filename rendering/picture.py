"""Finished pictures: what painters give and everybody else sends on."""

from __future__ import annotations

from dataclasses import dataclass


class PaintError(Exception):
    """A picture that could not be made; show a placard or the text instead."""


class NoPainter(PaintError):
    """There is no painter for a game: it is shown as text, which is no fault."""


class Fatal(PaintError):
    """What ends or hangs painters: it is not tried again, for all others wait for it each time."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture."""

    data: bytes
    """A PNG file."""
    width: int
    height: int
