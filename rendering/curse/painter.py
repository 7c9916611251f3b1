"""The painter of Captain's Curse: an old treasure map, the pirate's sheet in its middle, dice beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from math import hypot
from typing import Final

from PIL import Image, ImageDraw

from bot.games.curse.actions import CurseAction, Loot, Sink
from bot.games.curse.island import Line, edges, island
from bot.games.curse.view import CurseView
from rendering.cache import cached
from rendering.primitives import mark
from rendering.scene import Scene
from rendering.sprites import Point, Sketch
from rendering.theme import Theme
from rendering.tiles import coloured, indexed

from . import sheet
from .colours import CHARTS, ink, inks
from .layout import HEIGHT, MAP, WIDTH, borders, coasts, icon_spot, points, spot
from .letterpress import press
from .map import Layer, coast, land, lay, mask, tiles
from .treasures import INK
from .woodcut import carve_centred, woodcut

RING: Final = 57


def paint(scene: Scene[CurseAction, CurseView], theme: Theme) -> Image.Image:
    """The picture of ``scene``: 1200 × 956 pixels in mode P, the map on the left, the panel on the right."""
    view = scene.view
    picture = _ground(theme).copy()
    layers = _layers(scene)
    for number, layer in layers.items():
        lay(picture, number, layer, theme)
    sunk = {number for number, layer in layers.items() if layer == "water"}
    shore = ink(CHARTS[theme.palette].coast, theme)
    for number in sunk:
        for beside, _ in coasts(number):
            if beside not in sunk:
                piece = coast(number, beside)
                picture.paste(shore, piece.at, piece.mask)
    for number in view.looted:
        if number not in sunk:
            sprite = loot_ring(number in view.abandoned, number == view.last.looted, theme)
            press(picture, sprite, icon_spot(number), theme)
    for name in scene.marks:
        if name.isdigit() and 0 < int(name) <= len(island().spaces):
            press(picture, mark(110, theme), spot(int(name)), theme)
    _letters(picture, scene, sunk, theme)
    sheet.columns(picture, view, theme)
    sheet.panel(picture, view, theme)
    return coloured(picture, inks(theme))


def warm_up(theme: Theme) -> Iterator[Callable[[], object]]:
    """What each space needs once it is chosen, doomed or sunk: up to 20 ms a space."""
    layers: tuple[Layer, ...] = ("water", "lit", "doomed")
    for layer in layers:
        yield partial(tiles, layer, theme)
    for number in range(1, len(island().spaces) + 1):
        yield partial(mask, number, flood=True)
        yield partial(mask, number, flood=False)


def _layers(scene: Scene[CurseAction, CurseView]) -> dict[int, Layer]:
    """The spaces that are not plain land: sunk, about to sink, or open to choice."""
    layers: dict[int, Layer] = dict.fromkeys(scene.view.sunk, "water")
    if line := _sinking(scene):
        layers |= dict.fromkeys(_takes(scene.view, line) or scene.view.last.sunk, "doomed")
    spaces = {choice.space for choice in scene.choices if isinstance(choice, Loot)}
    if len(scene.chosen) > 1 or len(spaces) == 1:
        layers |= dict.fromkeys(sorted(spaces), "lit")
    return layers


def _sinking(scene: Scene[CurseAction, CurseView]) -> str:
    """The line that the reader has chosen to sink: in a menu's last step, or in its preview."""
    chosen = scene.chosen[0] if scene.chosen else ""
    if len(scene.choices) == 1:
        chosen = str(scene.choices[0])
    return chosen.removeprefix("sink ") if chosen.startswith("sink ") else ""


def _takes(view: CurseView, label: str) -> tuple[int, ...]:
    return next((line.takes for line in view.lines if line.label == label), ())


@cached
def _ground(theme: Theme) -> Image.Image:
    """The untouched island and the empty panel, in L."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), theme.ground)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((MAP, 0, WIDTH, HEIGHT), theme.panel)
    pen.rectangle((MAP, 0, MAP + 3, HEIGHT), theme.border)
    picture = indexed(picture, inks(theme))
    picture.paste(land(theme), (0, 0))
    return picture


@cached
def loot_ring(abandoned: bool, latest: bool, theme: Theme) -> Image.Image:
    """The ring of a looted treasure: full, broken for an abandoned one, doubled for the latest."""
    chart = CHARTS[theme.palette]
    sketch = Sketch(RING + 12, RING + 12)
    middle, radius = (RING / 2 + 6, RING / 2 + 6), RING / 2
    box = (6.0, 6.0, RING + 6.0, RING + 6.0)
    if abandoned:
        for start in range(0, 360, 45):
            sketch.arc(box, start, start + 24, chart.loot, 5)
    else:
        sketch.circle(middle, radius, None, chart.loot, 6)
    if latest:
        sketch.circle(middle, radius + 5, None, chart.loot, 2.5)
    return woodcut(sketch)


def _letters(
    picture: Image.Image, scene: Scene[CurseAction, CurseView], sunk: set[int], theme: Theme
) -> None:
    """The letters of open lines, at both ends of what is left of them; bold where one is to be chosen."""
    view = scene.view
    sinks = {choice.line for choice in scene.choices if isinstance(choice, Sink)}
    taken: list[Point] = []
    chosen = _sinking(scene)
    for line in island().lines:
        if _takes(view, line.label) or line.label == chosen:
            loud = line.label in (sinks or {chosen}) or (view.phase == "sink" and not scene.choices)
            for place in _ends(line, sunk):
                place = _clear_of(place, taken)
                taken.append(place)
                press(picture, letter(line.label, loud, theme), place, theme)


def _ends(line: Line, sunk: set[int]) -> tuple[Point, Point]:
    """Where a line's letters go: just off both ends of the part of it that touches land."""
    path = line.path
    dry = [index for index, sides in enumerate(_sides(path)) if not sunk.issuperset(sides)]
    first, last = dry[0], dry[-1] + 1
    return _off(path[first + 1], path[first]), _off(path[last - 1], path[last])


@cache
def _sides(path: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The spaces on both sides of each border that a line runs along."""
    return tuple(borders()[edge] for edge in edges(path, closed=False))


def _off(inner: int, end: int) -> Point:
    """A place in the water beyond ``end``, as seen from ``inner``."""
    (x1, y1), (x2, y2) = points()[inner], points()[end]
    length = hypot(x2 - x1, y2 - y1) or 1.0
    x, y = x2 + (x2 - x1) / length * 19, y2 + (y2 - y1) / length * 19
    return min(max(x, 16), MAP - 16), min(max(y, 16), HEIGHT - 16)


def _clear_of(place: Point, taken: list[Point]) -> Point:
    """``place``, moved away from letters that it would cover."""
    x, y = place
    for other_x, other_y in taken:
        apart = hypot(x - other_x, y - other_y)
        if apart < 29:
            push = (29 - apart) / (apart or 1.0)
            x, y = x + (x - other_x) * push, y + (y - other_y) * push
    return x, y


@cached
def letter(label: str, loud: bool, theme: Theme) -> Image.Image:
    """A line's letter on a disc."""
    chart = CHARTS[theme.palette]
    size = 34 if loud else 28
    sketch = Sketch(size, size)
    sketch.circle((size / 2, size / 2), size / 2, INK)
    sketch.circle(
        (size / 2, size / 2), size / 2 - (3 if loud else 2), theme.highlight if loud else chart.sheet
    )
    sprite = woodcut(sketch)
    carve_centred(sprite, (size / 2, size / 2), label, 22 if loud else 19, INK)
    return sprite
