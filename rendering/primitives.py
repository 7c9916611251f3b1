"""Signs that all boards share: targets, marks, arrows, badges, panels.

Functions return a cached RGBA sprite (never draw on it). All measures are in pixels of the finished picture.
"""

from __future__ import annotations

import math

from PIL import Image, ImageChops

from .cache import cached
from .sprites import Point, Sketch
from .text import fit, write_centred
from .theme import RGB, Theme


@cached
def dot(diameter: float, fill: RGB, line: RGB) -> Image.Image:
    """A filled dot with a thin outline."""
    middle = (diameter / 2 + 1, diameter / 2 + 1)
    sketch = Sketch(diameter + 2, diameter + 2).circle(middle, diameter / 2, line)
    return sketch.circle(middle, diameter / 2 - max(1.5, diameter / 12), fill).sprite()


def target(cell: float, theme: Theme) -> Image.Image:
    """The light dot on a square of side ``cell`` that can be chosen."""
    return dot(cell * 0.3, theme.target, theme.ink)


@cached
def cross(size: float, weight: float, colour: RGB, edge: RGB) -> Image.Image:
    """An ✕ with an outline in ``edge``."""
    sketch, low, high = Sketch(size, size), weight, size - weight
    for tint, thick in ((edge, weight + max(3.0, weight * 0.4)), (colour, weight)):
        sketch.line([(low, low), (high, high)], tint, thick).line([(low, high), (high, low)], tint, thick)
    return sketch.sprite()


def mark(cell: float, theme: Theme) -> Image.Image:
    """The ✕ of ``scene.marks`` on a square of side ``cell``."""
    return cross(cell * 0.56, cell * 0.1, theme.mark, theme.paper)


def goal(cell: float, theme: Theme) -> Image.Image:
    """The frame of ``scene.goals`` around a square of side ``cell``."""
    return frame(cell, cell, cell * 0.12, cell * 0.07, theme.target, theme.ink)


@cached
def frame(width: float, height: float, radius: float, weight: float, colour: RGB, edge: RGB) -> Image.Image:
    """A rounded frame with a thin dark edge on both sides."""
    sketch = Sketch(width, height)
    sketch.rounded((0, 0, width, height), radius, None, edge, weight + 3)
    inner = (1.5, 1.5, width - 1.5, height - 1.5)
    return sketch.rounded(inner, max(0.0, radius - 1.5), None, colour, weight).sprite()


def column(box: tuple[int, int, int, int], theme: Theme) -> Image.Image:
    """The frame around a column that has been chosen."""
    left, top, right, bottom = box
    return frame(right - left, bottom - top, 8, 10, theme.chosen, theme.ink)


def last_move(cell: float, theme: Theme) -> Image.Image:
    """The frame around a square of side ``cell`` in the last move."""
    return frame(cell, cell, cell * 0.12, cell * 0.07, theme.highlight, theme.ink)


def chosen(cell: float, theme: Theme) -> Image.Image:
    """The frame around a square of side ``cell`` that has been chosen."""
    return frame(cell, cell, cell * 0.12, cell * 0.07, theme.chosen, theme.ink)


@cached
def badge(text: str, height: int, fill: RGB, ink: RGB, line: RGB) -> Image.Image:
    """A round badge (wider from two characters on) with a short ``text`` in its middle."""
    size = round(height * 0.66)
    width = max(height, round(height * 0.62 * len(text) + height * 0.34))
    sketch = Sketch(width, height)
    weight = max(1.5, height / 14)
    sketch.rounded((0, 0, width, height), height / 2, line)
    inset = (weight, weight, width - weight, height - weight)
    sprite = sketch.rounded(inset, height / 2 - weight, fill).sprite()
    write_centred(sprite, (width / 2, height / 2), text, fit(text, size, width - height * 0.3), ink)
    return sprite


@cached
def panel(
    width: int, height: int, radius: float, fill: RGB, line: RGB | None = None, weight: float = 0
) -> Image.Image:
    """A rounded panel, framed if ``line`` is given."""
    sketch = Sketch(width, height)
    return sketch.rounded((0, 0, width, height), radius, fill, line, weight).sprite()


@cached
def _arrow(start: Point, end: Point, weight: float, colour: RGB, edge: RGB, head: float) -> Image.Image:
    margin = weight * head
    room = max(start[0], end[0]) + margin, max(start[1], end[1]) + margin
    length = math.dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    depth = min(weight * head, length)
    neck = (end[0] - ux * depth, end[1] - uy * depth)
    half = weight * head / 2
    corners = [end, (neck[0] - uy * half, neck[1] + ux * half), (neck[0] + uy * half, neck[1] - ux * half)]
    rim = max(2.0, weight * 0.25)
    # A long arrow's box is most of a board: a cover takes a quarter of a sketch's memory, and drawn at twice
    # its size only, half the time.
    inner, outer = Sketch(*room, 0, unit=0.5), Sketch(*room, 0, unit=0.5)
    inner.line([start, neck], 255, weight).polygon(corners, 255)
    outer.line([start, neck], 255, weight + 2 * rim).line([*corners, end], 255, 2 * rim)
    within, around = (each.drawn().reduce(2) for each in (inner, outer))
    sprite = Image.new("RGB", within.size, edge)
    sprite.paste(colour, (0, 0), within)
    sprite.putalpha(ImageChops.lighter(within, around))
    return sprite


def arrow(
    start: Point, end: Point, weight: float, colour: RGB, edge: RGB, head: float
) -> tuple[Image.Image, tuple[int, int]]:
    """An outlined arrow, ``weight`` thick, its head ``head`` times as wide; and its upper left corner."""
    margin = weight * head
    left, top = min(start[0], end[0]) - margin, min(start[1], end[1]) - margin
    left, top = math.floor(left), math.floor(top)
    begin, tip = (start[0] - left, start[1] - top), (end[0] - left, end[1] - top)
    return _arrow(begin, tip, weight, colour, edge, head), (left, top)
