"""Crackers' sign: the red diver; on the captain's medal the captain."""

from __future__ import annotations

from PIL import Image

from bot.games.crackers.actions import CAPTAIN
from rendering.theme import RGB, Theme

from .figures import crew, figure
from .tiles import STATIONS


def emblem(size: int, theme: Theme, seat: str = "") -> tuple[Image.Image, RGB]:
    """The sign for a disc of ``size`` pixels, and the ground under it."""
    own = STATIONS[theme.palette]
    if seat == CAPTAIN:
        return figure("captain", round(size * 0.72), own), own.plate
    return crew(0, "R", round(size * 0.62), own), own.plate
