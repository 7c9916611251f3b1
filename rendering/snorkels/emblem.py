"""Snorkels' sign: a purple alien on its planet."""

from __future__ import annotations

from PIL import Image

from rendering.theme import RGB, Theme

from .sprites import CELL, CRATERS, Kind, bare


def emblem(size: int, theme: Theme, seat: str = "purple") -> tuple[Image.Image, RGB]:
    """The alien of ``seat`` for a disc of ``size`` pixels, and the ground under it."""
    own = CRATERS[theme.palette]
    kind: Kind = "green" if seat == "green" else "purple"
    return bare(kind, "happy", own, unit=size * 0.84 / CELL), own.floor
