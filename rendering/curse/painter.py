"""The painter of Captain's Curse: an old treasure map, the pirate's sheet in its middle, dice below it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import hypot
from typing import Final

from PIL import Image, ImageDraw

from bot.games.curse.actions import CurseAction, Loot, Sink
from bot.games.curse.island import NEWEST, DottedLine, edges, island
from bot.games.curse.view import CurseView
from rendering.cache import cached
from rendering.canvas import Canvas, fill, indexed, put
from rendering.primitives import mark
from rendering.scene import Scene
from rendering.sprites import Cutout, Point, Sketch
from rendering.theme import Theme

from . import sheet
from .colours import CHARTS, INK, Chart, ink
from .layout import DIGITS, HEIGHT, MAP, WIDTH, borders, coasts, points, spot
from .layout import label as label_of
from .map import Layer, coast, dotted, land, lay, mask, tiles
from .woodcut import FIGURES, carve_centred, printed, woodcut

FADES: Final = (0, MAP)
"""The rows of the board: see ``rendering.painting``."""
DISC: Final = 45
"""The width of a line's letter."""
CLEAR: Final = 43
"""How far, in pixels, a letter has to be from a space's treasure and number."""
OFF: Final = 27
"""Pixels from a line's end to the middle of its letter."""
PUSHES: Final = 30
"""How often, at most, a letter is moved away from each of the others."""


def paint(scene: Scene[CurseAction, CurseView], theme: Theme) -> Image.Image:
    """The picture of ``scene``: 920 × 1236 pixels in mode P, the map above, the panel below."""
    view, edition, theme = scene.view, scene.view.edition, CHARTS[theme.palette]
    picture = _ground(edition, theme).copy()
    border = ink(theme.dots, theme)
    for line in view.lines:
        for box in dotted(edition, view.sheet.by_label[line.label]):
            picture.im.paste(border, box)
    layers = _layers(scene)
    for number, layer in layers.items():
        lay(picture, edition, number, layer, theme)
    sunk = {number for number, layer in layers.items() if layer == "water"}
    shore = ink(theme.coast, theme)
    for number in sunk:
        for beside, _ in coasts(edition, number):
            if beside not in sunk:
                piece = coast(edition, number, beside)
                fill(picture, shore, piece.at, piece.mask)
    if label := _sinking(scene):
        _coloured_line(picture, edition, label, sunk, theme)
    for number in view.looted:
        if number not in sunk:
            ring = loot_ring(number in view.abandoned, number == view.last.looted, theme)
            ring.put(picture, label_of(edition, number).icon)
    for name in scene.marks:
        if name.isdigit() and 0 < int(name) <= len(view.sheet.spaces):
            _mark(theme).put(picture, spot(edition, int(name)))
    _letters(picture, scene, sunk, theme)
    sheet.columns(picture, view, theme)
    sheet.panel(picture, view, theme)
    return picture


def shown(scene: Scene[CurseAction, CurseView]) -> Scene[CurseAction, CurseView]:
    """``scene`` as those see it who choose nothing, if that is the same picture."""
    bare = replace(scene, view=replace(scene.view, viewer=None), chosen=(), choices=())
    same = all(found(scene) == found(bare) for found in (_layers, _sinking, _gilded))
    return bare if same else scene


def warm_up(theme: Theme) -> None:
    """Draw what each space needs once it is chosen, doomed or sunk: up to 20 ms a space."""
    layers: tuple[Layer, ...] = ("water", "lit", "doomed")
    for layer in layers:
        tiles(NEWEST, layer, CHARTS[theme.palette])
    for number in range(1, len(island().spaces) + 1):
        mask(NEWEST, number, flood=True)
        mask(NEWEST, number, flood=False)


def _layers(scene: Scene[CurseAction, CurseView]) -> dict[int, Layer]:
    """The spaces that are not plain land: sunk, about to sink, or open to choice."""
    layers: dict[int, Layer] = dict.fromkeys(scene.view.sunk, "water")
    if line := _sinking(scene):
        layers |= dict.fromkeys(scene.view.takes(line) or scene.view.last.sunk, "doomed")
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


def _gilded(scene: Scene[CurseAction, CurseView]) -> set[str]:
    """The lines whose letters are gilded: those that are to be chosen from, or the chosen one."""
    view = scene.view
    if view.phase == "sink" and not scene.choices:
        return {line.label for line in view.lines if line.takes}
    return {choice.line for choice in scene.choices if isinstance(choice, Sink)} or {_sinking(scene)}


@cached
def _ground(edition: int, theme: Chart) -> Canvas:
    """The untouched island and the empty panel."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), theme.panel)
    ImageDraw.Draw(picture).rectangle((0, MAP, WIDTH, MAP + 3), theme.border)
    canvas = Canvas.of(indexed(picture, theme.inks), theme.inks)
    put(canvas, land(edition, theme), (0, 0))
    return canvas


@cached
def _mark(theme: Chart) -> Cutout:
    return printed(mark(110, theme), theme)


@cached
def loot_ring(abandoned: bool, latest: bool, theme: Chart) -> Cutout:
    """The ring of a looted treasure: full, broken for an abandoned one, doubled for the latest."""
    sketch = Sketch(70, 70).draw(FIGURES["abandoned" if abandoned else "looted"], theme)
    if latest:
        sketch.draw(FIGURES["latest"], theme)
    return printed(woodcut(sketch), theme)


def _letters(
    picture: Image.Image, scene: Scene[CurseAction, CurseView], sunk: set[int], theme: Chart
) -> None:
    """The letters of open lines off the ends of what is left of them; gilded where one is to be chosen.

    Where a letter would cover another, or a space's label, only the line's other end has one.
    """
    view, taken = scene.view, list[Point]()
    chosen, gilded = _sinking(scene), _gilded(scene)
    sheet = view.sheet
    labels = [label_of(view.edition, space.number) for space in sheet.spaces if space.number not in sunk]
    printed = [point for found in labels for point in (found.icon, found.digits)]
    for line in sheet.lines:
        if view.takes(line.label) or line.label == chosen:
            ends = _ends(view.edition, line, sunk)
            clear = [end for end in ends if _apart(end, taken, DISC) and _apart(end, printed, CLEAR)]
            for place in clear or [_clear_of(end, taken) for end in ends[:1]]:
                taken.append(place)
                letter(line.label, line.label in gilded, theme).put(picture, place)


def _apart(place: Point, others: list[Point], least: float) -> bool:
    return all(hypot(place[0] - x, place[1] - y) >= least for x, y in others)


def _dry(edition: int, line: DottedLine, sunk: set[int]) -> tuple[int, ...]:
    """The vertices of the part of a line that touches land."""
    dry = [index for index, sides in enumerate(_sides(edition, line.path)) if not sunk.issuperset(sides)]
    return line.path[dry[0] : dry[-1] + 2] if dry else ()


def _coloured_line(picture: Image.Image, edition: int, label: str, sunk: set[int], theme: Chart) -> None:
    """The line that the reader is about to sink."""
    sheet, place = island(edition), points(edition)
    path = [place[vertex] for vertex in _dry(edition, sheet.lines[sheet.by_label[label]], sunk)]
    pen = ImageDraw.Draw(picture)
    for colour, weight in ((theme.sheet, 13), (theme.loot, 8)):
        pen.line(path, ink(colour, theme), weight, joint="curve")


def _ends(edition: int, line: DottedLine, sunk: set[int]) -> tuple[Point, ...]:
    """Where a line's letters go: just off both ends of the part of it that touches land."""
    path, place = _dry(edition, line, sunk), points(edition)
    ends = (path[:2][::-1], path[-2:]) if path else ()
    return tuple(_off(place[inner], place[end]) for inner, end in ends)


@cache
def _sides(edition: int, path: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The spaces on both sides of each border that a line runs along."""
    return tuple(borders(edition)[edge] for edge in edges(path, closed=False))


def _off(inner: Point, end: Point) -> Point:
    """A place in the water beyond ``end``, as seen from ``inner``."""
    (x1, y1), (x2, y2) = inner, end
    length = hypot(x2 - x1, y2 - y1) or 1.0
    x, y = x2 + (x2 - x1) / length * OFF, y2 + (y2 - y1) / length * OFF
    return min(max(x, DISC / 2), WIDTH - DISC / 2), min(max(y, DISC / 2), MAP - DISC / 2)


def _clear_of(place: Point, taken: list[Point]) -> Point:
    """``place``, moved away from letters that it would cover."""
    x, y = place
    # Away from one may be onto another.
    for other_x, other_y in taken * PUSHES:
        apart = hypot(x - other_x, y - other_y)
        if apart < DISC:
            push = (DISC - apart) / (apart or 1.0)
            x, y = x + (x - other_x) * push, y + (y - other_y) * push
    return x, y


@cached
def letter(label: str, loud: bool, theme: Chart) -> Cutout:
    """A line's letter on a disc."""
    middle = (DISC / 2, DISC / 2)
    sketch = Sketch(DISC, DISC).circle(middle, DISC / 2, INK)
    sketch.circle(middle, DISC / 2 - 3, theme.highlight if loud else theme.sheet)
    sprite = woodcut(sketch)
    carve_centred(sprite, middle, label, DIGITS, INK)
    return printed(sprite, theme)
