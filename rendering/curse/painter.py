"""The painter of Captain's Curse: an old treasure map, the dice in its middle, the pirate's sheet below."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from itertools import islice
from math import atan2, cos, hypot, sin
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from bot.games.curse.actions import BLACK, DICE, CurseAction, Loot, Sink
from bot.games.curse.island import NEWEST, DottedLine, edges, island
from bot.games.curse.text import fitting, land_of, stuck, value_of
from bot.games.curse.view import CurseView
from bot.languages import pgettext
from rendering.cache import cached
from rendering.canvas import Canvas, fill, indexed, put
from rendering.primitives import frame
from rendering.scene import Scene
from rendering.sprites import Cutout, Point, Sketch, around
from rendering.text import write_centred
from rendering.theme import Theme

from . import score_sheet
from .colours import CHARTS, INK, ink
from .layout import DIGITS, HEIGHT, MAP, WIDTH, borders, coasts, points, spot
from .layout import label as label_of
from .map import Layer, coast, dotted, land, lay, mask, tiles
from .woodcut import FIGURES, printed

CurseScene: TypeAlias = Scene[CurseAction, CurseView]
FADES: Final = (0, MAP)
"""The rows of the board: see ``rendering.painting``."""
DISC: Final = 45
"""The width of a line's letter."""
APART: Final = 49
"""How far the middles of two letters are from each other, in pixels."""
CLEAR: Final = 43
"""How far a letter has to be from a space's number."""
CLEAR_OF_ICON: Final = 58
"""How far it has to be from a space's treasure, for the ring round this."""
GOAL: Final = 76
"""The least side of the frame around a space that is pointed at, in pixels."""
WAYS: Final = tuple((turn, off) for off in (27, 40, 54) for turn in (0, 0.6, -0.6, 1.2, -1.2))
"""Where a letter may be, the best first: how far it is turned to the side, and pixels from its line's end."""


def paint(scene: CurseScene, theme: Theme) -> Image.Image:
    """The picture of ``scene``: 1000 × 998 pixels in mode P, the map above, the panel below."""
    view, edition, theme = scene.view, scene.view.edition, CHARTS[theme.palette]
    words = pgettext("on the map", "looted"), pgettext("on the map", "abandoned")
    # In the first turn there's enough to read without them.
    picture = _ground(edition, words[: bool(view.looted) + bool(view.abandoned)], theme).copy()
    border = ink(INK, theme)
    for line in view.lines:
        # The others are as bold from the first.
        for box in dotted(edition, line.label) if view.sheet.by_label[line.label].gates else ():
            picture.im.paste(border, box)
    layers = _layers(scene)
    for number, layer in layers.items():
        lay(picture, edition, number, layer, theme)
    sunk = frozenset(number for number, layer in layers.items() if layer == "water")
    shore = ink(theme.coast, theme)
    for number in sunk:
        for beside, _ in coasts(edition, number):
            if beside not in sunk:
                fill(picture, shore, *coast(edition, number, beside))
    # Those to choose from first, so that the chosen one lies on top.
    chosen, pen = _sinking(scene), ImageDraw.Draw(picture)
    for label in sorted(_gilded(scene) - {""}, key=lambda each: (each == chosen, each)):
        path = [points(edition)[vertex] for vertex in _dry(edition, view.sheet.by_label[label], sunk)]
        strokes = (
            ((theme.sheet, 13), (theme.loot, 8)) if label == chosen else ((theme.highlight, 11), (INK, 5))
        )
        for colour, weight in strokes:
            tint, reach = ink(colour, theme), weight // 2 - 0.5
            pen.line(path, tint, weight)
            # Pillow's round joints take five times as long.
            for middle in path[1:-1]:
                pen.ellipse(around(middle, reach), tint)
    for number in view.looted:
        if number not in sunk:
            ring = loot_ring(number in view.abandoned, number == view.last.looted, theme)
            ring.put(picture, label_of(edition, number).icon)
    for name in scene.goals:
        if name.isdigit() and 0 < int(name) <= len(view.sheet.spaces):
            _goal(edition, int(name), theme).put(picture, spot(edition, int(name)))
    _letters(picture, scene, sunk, theme)
    if (label := _sinking(scene)) and view.outcome is None:
        takes = view.takes(label) or view.last.sunk
        score_sheet.plate(picture, edition, (label, *land_of(view, takes)), theme)
    else:
        score_sheet.dice(picture, edition, view.dice or _taken(scene), theme)
    score_sheet.columns(picture, view, _candidates(scene), theme)
    score_sheet.panel(picture, view, theme)
    return picture


def shown(scene: CurseScene) -> CurseScene:
    """``scene`` as those see it who choose nothing, if that is the same picture."""
    bare = replace(scene, view=replace(scene.view, viewer=None), chosen=(), choices=())
    same = all(found(scene) == found(bare) for found in (_layers, _sinking, _gilded, _candidates))
    return bare if same else scene


def warm_up(theme: Theme) -> None:
    """Draw what each space needs once it is chosen, doomed or sunk: up to 20 ms a space."""
    layers: tuple[Layer, ...] = ("water", "lit", "doomed")
    for layer in layers:
        tiles(NEWEST, layer, CHARTS[theme.palette])
    for number in range(1, len(island().spaces) + 1):
        mask(NEWEST, number, flood=True)
        mask(NEWEST, number, flood=False)


def _layers(scene: CurseScene) -> dict[int, Layer]:
    """The spaces that are not plain land: sunk, about to sink, or open to choice."""
    layers: dict[int, Layer] = dict.fromkeys(scene.view.sunk, "water")
    if line := _sinking(scene):
        layers |= dict.fromkeys(scene.view.takes(line) or scene.view.last.sunk, "doomed")
    loots = [choice for choice in scene.choices if isinstance(choice, Loot)]
    if len({(loot.taken, loot.treasure) for loot in loots}) == 1:
        layers |= dict.fromkeys((loot.space for loot in loots), "lit")
    return layers


def _candidates(scene: CurseScene) -> dict[tuple[str, int], bool]:
    """The treasures and values that may be circled next, and whether only the cursed die gives them."""
    view = scene.view
    if scene.choices or view.phase != "loot" or view.dice is None:
        loots = [choice for choice in reversed(scene.choices) if isinstance(choice, Loot)]
        return {(loot.treasure, value_of(view, loot.taken)): loot.die == BLACK for loot in loots}
    return {
        (treasure, value): cursed
        for cursed, value in zip((True, False), reversed(view.dice[view.fresh :]), strict=False)
        for treasure in fitting(view, value)
    }


def _sinking(scene: CurseScene) -> str:
    """The line that the reader has chosen to sink: in a menu's last step, or in its preview."""
    if scene.preview:
        return scene.view.last.line
    chosen = scene.chosen[0] if scene.chosen else ""
    if len(scene.choices) == 1:
        chosen = str(scene.choices[0])
    return chosen.removeprefix("sink ") if chosen.startswith("sink ") else ""


def _taken(scene: CurseScene) -> tuple[int, int] | None:
    """In a preview, which has no next roll, the die that is taken, beside an empty place (0)."""
    last = scene.view.last
    if not scene.preview or last.die not in DICE:
        return None
    return (0, last.value) if DICE[last.die][0] == BLACK else (last.value, 0)


def _gilded(scene: CurseScene) -> set[str]:
    """The lines whose letters are gilded: those that are to be chosen from, or the chosen one."""
    view = scene.view
    if (view.phase == "sink" or stuck(view)) and not scene.choices:
        return {line.label for line in view.lines if line.takes}
    return {choice.line for choice in scene.choices if isinstance(choice, Sink)} or {_sinking(scene)}


@cached
def _ground(edition: int, words: tuple[str, ...], theme: Theme) -> Canvas:
    """The untouched island and the empty panel."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), theme.panel)
    ImageDraw.Draw(picture).rectangle((0, MAP, WIDTH, MAP + 3), theme.border)
    score_sheet.ground(picture, theme)
    canvas = Canvas.of(indexed(picture, theme.inks), theme.inks)
    put(canvas, land(edition, theme), (0, 0))
    score_sheet.key(canvas, words, theme)
    return canvas


@cached
def _goal(edition: int, number: int, theme: Theme) -> Cutout:
    """The frame around a space's treasure and number."""
    (x, y), (to_x, to_y) = label_of(edition, number)
    return printed(frame(abs(to_x - x) + GOAL, abs(to_y - y) + GOAL, 24, 8, theme.target, theme.ink), theme)


@cached
def loot_ring(abandoned: bool, latest: bool, theme: Theme) -> Cutout:
    """The ring of a looted treasure, doubled for the latest; or the cross of an abandoned one."""
    sketch = Sketch(70, 70).draw(FIGURES["abandoned" if abandoned else "looted"], theme, ink=INK)
    if latest:
        sketch.draw(FIGURES["latest"], theme)
    return printed(sketch.sprite(), theme)


def _letters(picture: Image.Image, scene: CurseScene, sunk: frozenset[int], theme: Theme) -> None:
    """The letters of open lines, gilded where one is to be chosen."""
    view, chosen, gilded = scene.view, _sinking(scene), _gilded(scene)
    labels = tuple(line.label for line in view.sheet.lines if view.takes(line.label) or line.label == chosen)
    for label, place in letters_at(view.edition, sunk, labels):
        letter(label, label in gilded, theme).put(picture, place)


@lru_cache(maxsize=64)
def letters_at(edition: int, sunk: frozenset[int], labels: tuple[str, ...]) -> list[tuple[str, Point]]:
    """Where lines' letters go: straight off both ends of each, where they cover nothing, else beside one."""
    sheet, place, found = island(edition), points(edition), list[tuple[str, Point]]()
    printed = {space.number: label_of(edition, space.number) for space in sheet.spaces}
    taken = [(*each.digits, CLEAR) for each in printed.values()]
    taken += [(*printed[number].icon, CLEAR_OF_ICON) for number in printed.keys() - sunk]

    def clear(at: Point) -> bool:
        left, top = at
        return not any(
            abs(left - x) < least and abs(top - y) < least and hypot(left - x, top - y) < least
            for x, y, least in taken
        )

    for label in labels:
        path = _dry(edition, sheet.by_label[label], sunk)
        # Both ends of the part that touches land, each after the vertex before it.
        pairs = (path[:2][::-1], path[-2:]) if path else ()
        ends = [(place[inner], place[end]) for inner, end in pairs]
        ways = (_off(*end, *way) for way in WAYS for end in ends)
        first = [*islice(ways, 2)]
        for at in [*filter(clear, first)] or [next(filter(clear, ways), first[0])]:
            found.append((label, at))
            taken.append((*at, APART))
    return found


def _dry(edition: int, line: DottedLine, sunk: frozenset[int]) -> tuple[int, ...]:
    """The vertices of the part of a line that touches land."""
    dry = [index for index, sides in enumerate(_sides(edition, line.path)) if not sunk.issuperset(sides)]
    return line.path[dry[0] : dry[-1] + 2] if dry else ()


@cache
def _sides(edition: int, path: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The spaces on both sides of each border that a line runs along."""
    return tuple(borders(edition)[edge] for edge in edges(path, closed=False))


def _off(inner: Point, end: Point, turn: float, off: float) -> Point:
    """The place ``off`` pixels beyond ``end``, as seen from ``inner``, but for a ``turn``."""
    angle = atan2(end[1] - inner[1], end[0] - inner[0]) + turn
    x, y = end[0] + off * cos(angle), end[1] + off * sin(angle)
    return min(max(x, DISC / 2), WIDTH - DISC / 2), min(max(y, DISC / 2), MAP - DISC / 2)


@cached
def letter(label: str, loud: bool, theme: Theme) -> Cutout:
    """A line's letter on a disc."""
    middle = (DISC / 2, DISC / 2)
    sketch = Sketch(DISC, DISC).circle(middle, DISC / 2, INK)
    rim, tint = (5.5, theme.highlight) if loud else (3, theme.sheet)
    sketch.circle(middle, DISC / 2 - rim, tint)
    sprite = sketch.sprite()
    write_centred(sprite, middle, label, DIGITS, INK)
    return printed(sprite, theme)
