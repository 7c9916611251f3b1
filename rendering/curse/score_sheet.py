"""The pirate's sheet on the picture: the six columns in the centre, and the panel below the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.games.curse.score import TITLES
from bot.games.curse.view import LEAST_UNSUNK, MOST_CROSSED, CurseView, Score
from bot.languages import gettext, written
from rendering.cache import cached
from rendering.pen import Pen
from rendering.primitives import cross
from rendering.sprites import Cutout, Sketch, around, stamp
from rendering.text import fit, write_centred
from rendering.theme import RGB, Theme

from .colours import INK, ink
from .layout import HEIGHT, MAP, PLACES, WIDTH
from .woodcut import FIGURES, die, pips, printed, treasure, woodcut


class Cell(NamedTuple):
    """The size of the sheet's cells, in pixels."""

    across: int
    down: int


CELLS: Final = {1: Cell(44, 36), 2: Cell(47, 38)}
"""By the map's edition: the first one has less room in its centre."""
TOP: Final = MAP + 18
LARGE: Final = 37
SMALL: Final = 30
"""The sizes of what is written on the panel."""


def columns(
    picture: Image.Image, view: CurseView, candidates: Mapping[tuple[str, int], bool], theme: Theme
) -> None:
    """The six columns: each treasure, its values with rings and crosses, and its sum, in bold once complete.

    ``candidates`` are the treasures and values that may be circled, and whether with the cursed die.
    """
    room = CELLS[view.edition]
    x, y = PLACES[str(view.edition)]["sheet"]
    left, top = x - 2.5 * room.across, y - 3.55 * room.down
    for index, column in enumerate(view.columns):
        middle = left + index * room.across
        values = _values(column.values, column.marks, room, theme)
        values.put(picture, (middle, top + 3.6 * room.down))
        treasure(column.treasure, room.down + 4, theme).put(picture, (middle, top - 4))
        rim = INK if column.complete else theme.sheet
        sprite = chip(str(view.now.columns[index]), room.across - 4, room.down - 2, rim, theme, cursed=False)
        sprite.put(picture, (middle, top + 7.1 * room.down))
        for row, value in enumerate(column.values):
            if (column.treasure, value) in candidates:
                cursed = candidates[column.treasure, value]
                sign = chip(str(value), room.across, room.down, theme.highlight, theme, cursed=cursed)
                sign.put(picture, (middle, top + (1.1 + row) * room.down))


@cached
def _values(values: tuple[int, ...], marks: tuple[str, ...], room: Cell, theme: Theme) -> Cutout:
    """A column's values below each other."""
    sprite = Image.new("RGBA", (room.across - 4, 6 * room.down), (*theme.sheet, 0))
    for row, (value, mark) in enumerate(zip(values, marks, strict=True)):
        sprite.paste(cell(value, mark, room, theme), (0, row * room.down))
    return printed(sprite, theme)


@cached
def cell(value: int, mark: str, room: Cell, theme: Theme) -> Image.Image:
    """One value of a column, circled, or a cross in its place."""
    sketch = Sketch(room.across - 4, room.down, (*theme.sheet, 0))
    x, y = sketch.width / 2, room.down / 2
    if mark == "circled":
        sketch.circle((x, y), y - 1, None, theme.loot, 4)
    if mark == "crossed":
        reach = y - 7
        for way in (-reach, reach):
            sketch.line([(x - reach, y - way), (x + reach, y + way)], INK, 5)
    sprite = sketch.sprite()
    if mark != "crossed":
        write_centred(sprite, (x, y), str(value), room.down - 6, INK)
    return sprite


@cached
def chip(text: str, across: int, down: int, rim: RGB, theme: Theme, *, cursed: bool) -> Cutout:
    """A number or a word in a box, which is light, or dark for what is cursed."""
    sketch = Sketch(across, down).rounded((0, 0, across, down), 8, INK)
    sketch.rounded((2, 2, across - 2, down - 2), 7, rim)
    sketch.rounded((5, 5, across - 5, down - 5), 5, INK if cursed else theme.sheet)
    sprite = woodcut(sketch)
    size = fit(text, down - 8, across - 14)
    write_centred(sprite, (across / 2, down / 2), text, size, theme.sheet if cursed else INK)
    return printed(sprite, theme)


def key(picture: Image.Image, words: tuple[str, str], theme: Theme) -> None:
    """What the two circles on treasures mean, in a corner of the sea."""
    printed(Sketch(180, 88).draw(FIGURES["key"], theme).sprite(), theme).put(picture, (98, 52))
    pen = Pen(picture, theme, theme.inks)
    for y, word in zip((34, 70), words, strict=True):
        pen.write(word, fit(word, 24, 132), (48, y), INK, theme.sheet)


def panel(picture: Image.Image, view: CurseView, theme: Theme) -> None:
    """Dice, doubles and charms; the score as the sheet adds it up; and the goals."""
    pen = Pen(picture, theme, theme.inks)
    _dice(pen, view.dice)
    _doubles(pen, view.doubles)
    _scores(pen, view.now, over=view.outcome is not None)
    _goals(pen, view.now)


def _dice(pen: Pen, dice: tuple[int, int] | None) -> None:
    """Draw the two dice beside each other with what they are."""
    picture, theme, _ = pen
    pen.write(gettext("Dice"), LARGE, (138, TOP + 16), theme.coordinate, theme.panel, share=0.5)
    for index, (word, cursed) in enumerate(((gettext("free"), False), (gettext("cursed"), True))):
        x, y = 78 + index * 120, TOP + 90
        if dice is None:
            box = around((x, y), 44)
            ImageDraw.Draw(picture).rounded_rectangle(box, 17, None, ink(theme.faint, theme), 3)
        else:
            die(dice[index], 88, theme, cursed=cursed).put(picture, (x, y))
        chip(word, 112, 40, theme.loot if cursed else INK, theme, cursed=cursed).put(picture, (x, y + 66))


def _doubles(pen: Pen, doubles: tuple[str, ...]) -> None:
    """Draw the six doubles symbols: plain, gilded for a charm, struck through once spent."""
    x, charms, theme = 398, doubles.count("charm"), pen.theme
    told = gettext("Charms: {number}", number=charms)
    pen.write(told, fit(told, LARGE, 270), (x, TOP + 16), theme.coordinate, theme.panel, share=0.5)
    for index, state in enumerate(doubles):
        middle = (x + (index % 3 - 1) * 68, TOP + 76 + index // 3 * 68)
        symbol(index + 1, state, theme).put(pen.picture, middle)


@cached
def symbol(value: int, state: str, theme: Theme) -> Cutout:
    """A doubles symbol."""
    sketch = Sketch(60, 60).draw(FIGURES[f"doubles_{state or 'none'}"], theme, ink=INK)
    pips(sketch, value, 13.5, 5.2, INK if state else theme.faint)
    sprite = sketch.sprite()
    if state == "spent":
        stamp(sprite, cross(56, 6, theme.loot, theme.paper), (30, 30))
    return printed(sprite, theme, theme.panel)


def _scores(pen: Pen, now: Score, *, over: bool) -> None:
    """Draw the columns' sum, the crosses made, what is left, and the title or what a title still takes."""
    theme, left, right = pen.theme, 544, WIDTH - 34
    lowest, least, _ = TITLES[-1]
    total = gettext("Final score") if over else gettext("Score")
    short = gettext("{points} to {title}", points=least - now.total, title=gettext(lowest))
    told = gettext(now.title) or (gettext("Lost") if over else short)
    for text, size, x, y, colour in (
        (gettext("Columns"), LARGE, left, 16, theme.coordinate),
        (str(sum(now.columns)), LARGE, right, 16, theme.paper),
        (gettext("Crosses"), LARGE, left, 62, theme.coordinate),
        (written(-now.crossed), LARGE, right, 62, theme.paper),
        (total, LARGE, left, 120, theme.coordinate),
        (written(now.total), 58, right, 118, theme.highlight),
        (told, SMALL, right, 164, theme.good if now.title else theme.coordinate),
    ):
        pen.write(text, size, (x, TOP + y), colour, theme.panel, share=float(x == right))
    ImageDraw.Draw(pen.picture).rectangle((left, TOP + 86, right, TOP + 88), ink(theme.coordinate, theme))


def _goals(pen: Pen, now: Score) -> None:
    """Draw the three goals with a tick each."""
    y, theme = HEIGHT - 33, pen.theme
    told = (
        gettext("crosses: {number} (max {most})", number=now.crossed, most=MOST_CROSSED),
        gettext("perfect column"),
        gettext("{number} land (min {least})", number=now.unsunk, least=LEAST_UNSUNK),
    )
    for x, room, goal, met in zip((32, 344, 616), (260, 220, 245), told, now.goals, strict=True):
        tick(met, theme).put(pen.picture, (x + 18, y))
        pen.write(
            goal, fit(goal, SMALL, room), (x + 43, y), theme.paper if met else theme.coordinate, theme.panel
        )


@cached
def tick(met: bool, theme: Theme) -> Cutout:
    """A goal's sign: a tick in a full circle, or an empty circle."""
    sketch = Sketch(36, 36).draw(FIGURES["met" if met else "unmet"], theme, ink=INK)
    return printed(sketch.sprite(), theme, theme.panel)
