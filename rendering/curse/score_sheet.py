"""The pirate's sheet on the picture: the six columns in the centre, and the panel below the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.games.curse.score import TITLES, goals_named
from bot.games.curse.view import CurseView, Goal
from bot.languages import gettext, labelled, written
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


CELL: Final = Cell(66, 47)
SHEET: Final = (216, (MAP + HEIGHT) / 2)
"""The middle of the columns."""
TOP: Final = MAP + 14
LARGE: Final = 38
SMALL: Final = 34
"""The sizes of what is written on the panel; nothing is smaller, unless it has to be to fit."""
DIGITS: Final = 42
"""The size of the columns' values."""
LEFT: Final = 452
RIGHT: Final = WIDTH - 24


def columns(
    picture: Image.Image, view: CurseView, candidates: Mapping[tuple[str, int], bool], theme: Theme
) -> None:
    """The six columns: each treasure, and below it its values with rings and crosses.

    ``candidates`` are the treasures and values that may be circled, and whether with the cursed die.
    """
    across, down = CELL
    left, top = SHEET[0] - 2.5 * across, SHEET[1] - 3 * down
    for index, column in enumerate(view.columns):
        middle = left + index * across
        treasure(column.treasure, down - 3, theme).put(picture, (middle, top - 1))
        for row, (value, mark) in enumerate(zip(column.values, column.marks, strict=True)):
            # Half a pixel lower: they are of odd height.
            cell(value, mark, theme).put(picture, (middle, top + (1 + row) * down + 0.5))
        for row, value in enumerate(column.values):
            if (column.treasure, value) in candidates:
                cursed = candidates[column.treasure, value]
                sign = chip(str(value), across - 8, down, theme.highlight, theme, cursed=cursed)
                sign.put(picture, (middle, top + (1 + row) * down))


@cached
def cell(value: int, mark: str, theme: Theme) -> Cutout:
    """One value of a column, circled, or a cross in its place."""
    sketch = Sketch(CELL.across - 4, CELL.down, (*theme.sheet, 0))
    x, y = sketch.width / 2, CELL.down / 2
    if mark == "circled":
        sketch.ellipse((x - 26, y - 21.5, x + 26, y + 21.5), None, theme.loot, 4)
    if mark == "crossed":
        reach = y - 10
        for way in (-reach, reach):
            sketch.line([(x - reach, y - way), (x + reach, y + way)], INK, 5)
    sprite = sketch.sprite()
    if mark != "crossed":
        write_centred(sprite, (x, y), str(value), DIGITS, INK)
    return printed(sprite, theme)


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


def key(picture: Image.Image, words: tuple[str, ...], theme: Theme) -> None:
    """What the circles on treasures mean, in a corner of the sea; the crosses, too, given a second word."""
    if not any(words):
        return
    high = 10 + 39 * len(words)
    sketch = Sketch(230, high).rounded((0, 0, 230, high), 12, theme.coast)
    sketch.rounded((3, 3, 227, high - 3), 10, theme.sheet)
    for sign, _ in zip(("key_looted", "key_abandoned"), words, strict=False):
        sketch.draw(FIGURES[sign], theme, ink=INK)
    printed(sketch.sprite(), theme).put(picture, (123, 8 + high / 2))
    pen = Pen(picture, theme, theme.inks)
    for y, word in zip((31, 70), words, strict=False):
        pen.write(word, fit(word, SMALL, 172), (50, y), INK, theme.sheet)


def dice(picture: Image.Image, edition: int, rolled: tuple[int, int] | None, theme: Theme) -> None:
    """The two dice beside each other in the middle of the island, with what they are; a 0 leaves one out."""
    x, y = PLACES[str(edition)]["dice"]
    for side, (word, cursed) in enumerate(((gettext("free"), False), (gettext("cursed"), True))):
        at = x + (140 * side - 70), y - 26
        if rolled is None or not rolled[side]:
            ImageDraw.Draw(picture).rounded_rectangle(around(at, 50), 20, None, ink(theme.faint, theme), 3)
        else:
            die(rolled[side], 104, theme, cursed=cursed).put(picture, at)
        if word:
            sign = chip(word, 132, 44, theme.loot if cursed else INK, theme, cursed=cursed)
            sign.put(picture, (at[0], y + 58))


def plate(picture: Image.Image, edition: int, lines: tuple[str, str, str], theme: Theme) -> None:
    """What sinks, in the place of the dice: a line by its letter, and what it costs."""
    x, y = PLACES[str(edition)]["dice"]
    pen, size = Pen(picture, theme, theme.inks), min(fit(line, 40, 300) for line in lines)
    for line, down in zip(lines, (-56, 0, 56), strict=True):
        pen.write(line, size, (x, y + down), INK, theme.sheet, share=0.5)


def ground(picture: Image.Image, theme: Theme) -> None:
    """The paper of the columns, on an RGB picture."""
    x, y = SHEET
    across, down = 3 * CELL.across + 6, 3.5 * CELL.down + 5
    box = (x - across, y - down, x + across, y + down)
    ImageDraw.Draw(picture).rounded_rectangle(box, 16, theme.sheet)


def panel(picture: Image.Image, view: CurseView, theme: Theme) -> None:
    """The score so far; doubles and charms; and the goals."""
    pen = Pen(picture, theme, theme.inks)
    _scores(pen, view)
    if any(view.doubles) and view.outcome is None:
        _doubles(pen, view.doubles)
    _goals(pen, view)


def _doubles(pen: Pen, doubles: tuple[str, ...]) -> None:
    """Draw the six doubles symbols: plain, gilded for a charm, struck through once spent."""
    y, theme = TOP + 146, pen.theme
    told = gettext("Charms: {number}", number=doubles.count("charm"))
    pen.write(told, fit(told, SMALL, 160), (LEFT, y), theme.coordinate, theme.panel)
    for index, state in enumerate(doubles):
        symbol(index + 1, state, theme).put(pen.picture, (RIGHT - 28 - (5 - index) * 61, y))


@cached
def symbol(value: int, state: str, theme: Theme) -> Cutout:
    """A doubles symbol."""
    sketch = Sketch(60, 60).draw(FIGURES[f"doubles_{state or 'none'}"], theme, ink=INK)
    pips(sketch, value, 13.5, 5.2, INK if state else theme.faint)
    sprite = sketch.sprite()
    if state == "spent":
        stamp(sprite, cross(56, 6, theme.loot, theme.paper), (30, 30))
    return printed(sprite, theme, theme.panel)


def _scores(pen: Pen, view: CurseView) -> None:
    """Draw the score so far, the title or what one takes, and what the score is made of or lacks."""
    theme, over = pen.theme, view.outcome is not None
    score = view.end if over else view.now
    total = gettext("Final score") if over else gettext("Score so far")
    short = gettext("You need {points} at the end", points=TITLES[-1][1])
    title = labelled(gettext("Title"), gettext(view.end.title)) if view.end.title else ""
    told = title or (gettext("Lost") if over else short)
    parts = []
    if over:
        parts = [(gettext("Circles"), sum(score.columns)), (gettext("Crosses"), -score.crossed)]
    elif view.looted:
        # Before the first turn it would only frighten.
        parts = [(gettext("Empty at the end"), score.crossed - view.end.crossed)]
    sums = " · ".join(labelled(name, written(points)) for name, points in parts if points)
    for text, size, x, y, colour, room in (
        (total, LARGE, LEFT, 20, theme.coordinate, 0.62),
        (told, SMALL, LEFT, 62, theme.good if title else theme.paper, 0.62),
        (written(score.total), 84, RIGHT, 44, theme.highlight, 0.36),
        (sums, SMALL, LEFT, 102, theme.coordinate, 1.0),
    ):
        size = fit(text, size, (RIGHT - LEFT) * room)
        pen.write(text, size, (x, TOP + y), colour, theme.panel, share=float(x == RIGHT))


def _goals(pen: Pen, view: CurseView) -> None:
    """Draw the three goals in words, each with how far it is and whether it's met, open or missed."""
    theme, room = pen.theme, RIGHT - LEFT
    heading = gettext("Goals for better titles")
    pen.write(heading, fit(heading, SMALL, room), (LEFT, TOP + 197), theme.paper, theme.panel)
    figures = (str(view.now.crossed), "", str(view.now.unsunk))
    for row, (told, figure, state) in enumerate(zip(goals_named(), figures, view.goals, strict=True)):
        y, colour = TOP + 237 + 40 * row, theme.paper if state == "met" else theme.coordinate
        goal(state, theme).put(pen.picture, (LEFT + 18, y))
        pen.write(told, fit(told, SMALL, room - 108), (LEFT + 48, y), colour, theme.panel)
        pen.write(figure, SMALL, (RIGHT, y), colour, theme.panel, share=1.0)


@cached
def goal(state: Goal, theme: Theme) -> Cutout:
    """A goal's sign: ticked if it's met, a cross if it can't be met any more."""
    return printed(Sketch(36, 36).draw(FIGURES[state], theme, ink=INK).sprite(), theme, theme.panel)
