"""The pirate's sheet on the picture: the six columns in the centre, and the panel beside the map."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from bot.games.curse.view import CurseView, Score
from rendering.cache import cached
from rendering.primitives import cross, ring
from rendering.sprites import Sketch, stamp
from rendering.text import fit
from rendering.theme import RGB, Theme, mix

from .colours import CHARTS, ink
from .layout import HEIGHT, MAP, WIDTH, spot
from .letterpress import Block, block, press
from .treasures import INK, PIPS, die, treasure
from .woodcut import carve, carve_centred, woodcut

ACROSS: Final = 46
DOWN: Final = 36
PANEL: Final = MAP + 8
ROOM: Final = WIDTH - PANEL - 8
MIDDLE: Final = PANEL + ROOM / 2
TALLY: Final = HEIGHT - 380
"""The y at which the scores begin."""


def columns(picture: Image.Image, view: CurseView, theme: Theme) -> None:
    """The six columns: each treasure, its values with rings and crosses, and what it is worth so far."""
    x, y = spot(0)
    left, top = x - 2.5 * ACROSS, y - 3.9 * DOWN
    for index, column in enumerate(view.columns):
        middle = left + index * ACROSS
        values = _values(column.values, column.marks, theme)
        values.put(picture, (middle, top + 3.5 * DOWN))
        press(picture, treasure(column.treasure, 38, theme), (middle, top - 4), theme)
        sprite = total(view.now.columns[index], column.complete, theme)
        press(picture, sprite, (middle, top + 7 * DOWN), theme)


@cached
def _values(values: tuple[int, ...], marks: tuple[str, ...], theme: Theme) -> Block:
    """A column's values below each other."""
    sprite = Image.new("RGBA", (ACROSS - 4, 6 * DOWN), (*CHARTS[theme.palette].sheet, 0))
    for row, (value, mark) in enumerate(zip(values, marks, strict=True)):
        sprite.paste(cell(value, mark, theme), (0, row * DOWN))
    return block(sprite, theme)


@cached
def cell(value: int, mark: str, theme: Theme) -> Image.Image:
    """One value of a column, circled or crossed out."""
    chart = CHARTS[theme.palette]
    sprite = Image.new("RGBA", (ACROSS - 4, DOWN), (*chart.sheet, 0))
    middle = (sprite.width / 2, DOWN / 2)
    faded = mark == "crossed"
    carve_centred(sprite, middle, str(value), 28, mix(INK, chart.sheet, 0.45) if faded else INK)
    if mark == "circled":
        stamp(sprite, ring(34, 4, chart.loot), middle)
    if faded:
        stamp(sprite, cross(32, 4, INK, chart.sheet), middle)
    return sprite


@cached
def total(points: int, complete: bool, theme: Theme) -> Image.Image:
    """A column's sum in its box, dark once the column is complete."""
    chart = CHARTS[theme.palette]
    sketch = Sketch(ACROSS - 6, 30)
    sketch.rounded((0, 0, ACROSS - 6, 30), 7, INK)
    if not complete:
        sketch.rounded((2, 2, ACROSS - 8, 28), 6, chart.land)
    sprite = woodcut(sketch)
    carve_centred(sprite, (sprite.width / 2, 15), str(points), 22, chart.sheet if complete else INK)
    return sprite


def panel(picture: Image.Image, view: CurseView, theme: Theme) -> None:
    """Dice, doubles and charms, the score, what the end would bring, and the goals."""
    _dice(picture, view.dice, view.turn, theme)
    _doubles(picture, view.doubles, theme)
    _scores(picture, view.now, view.end, theme, over=view.outcome is not None)


def _dice(picture: Image.Image, dice: tuple[int, int] | None, turn: int, theme: Theme) -> None:
    """Draw the turn, and the two dice below each other with what they are."""
    x, faint = MIDDLE, ink(theme.faint, theme)
    carve(picture, (x, 36), f"Turn {max(turn, 1)}", 32, ink(theme.coordinate, theme))
    for row, (word, cursed) in enumerate((("free", False), ("cursed", True))):
        y = 108 + row * 126
        if dice is None:
            pen = ImageDraw.Draw(picture)
            pen.rounded_rectangle((x - 42, y - 42, x + 42, y + 42), 16, None, faint, 3)
        else:
            press(picture, die(dice[row], 84, cursed=cursed), (x, y), theme)
        carve(picture, (x, y + 57), word, 22, faint)


def _doubles(picture: Image.Image, doubles: tuple[str, ...], theme: Theme) -> None:
    """Draw the six doubles symbols: plain, gilded for a charm, struck through once spent."""
    x, light, top = MIDDLE, ink(theme.coordinate, theme), 308
    charms = doubles.count("charm")
    carve(picture, (x, top + 26), "Charms", 26, light)
    told = light if charms else ink(theme.faint, theme)
    carve(picture, (x, top + 232), f"{charms or 'none'} to spend", 20, told)
    for index, state in enumerate(doubles):
        middle = (x + (index % 2 * 2 - 1) * 32, top + 74 + index // 2 * 60)
        press(picture, symbol(index + 1, state, theme), middle, theme, theme.panel)


@cached
def symbol(value: int, state: str, theme: Theme) -> Image.Image:
    """A doubles symbol."""
    chart = CHARTS[theme.palette]
    face: RGB = {"": theme.panel, "charm": theme.highlight, "spent": mix(theme.panel, theme.faint, 0.5)}[
        state
    ]
    pip = INK if state == "charm" else theme.faint
    sketch = Sketch(54, 54)
    sketch.rounded((3, 3, 51, 51), 11, theme.paper if state == "charm" else theme.faint)
    sketch.rounded((6, 6, 48, 48), 9, face)
    for x, y in PIPS[value]:
        sketch.circle((27 + 12 * x, 27 + 12 * y), 4.6, INK if state == "spent" else pip)
    sprite = woodcut(sketch)
    if state == "spent":
        stamp(sprite, cross(50, 6, chart.loot, theme.paper), (27, 27))
    return sprite


def _scores(picture: Image.Image, now: Score, end: Score, theme: Theme, *, over: bool) -> None:
    """Draw the running score, what the end would bring now, and the three goals with a tick each."""
    x, faint, paper = MIDDLE, ink(theme.faint, theme), ink(theme.paper, theme)
    carve(picture, (x, TALLY + 22), "Final score" if over else "Score", 26, ink(theme.coordinate, theme))
    carve_centred(picture, (x, TALLY + 68), str(now.total), 58, ink(theme.highlight, theme))
    if not over:
        carve(picture, (x, TALLY + 124), "if it ended now", 18, faint)
        carve_centred(picture, (x, TALLY + 156), str(end.total), 38, paper)
    verdict = end.title or "lost"
    size = fit(verdict, 24, ROOM - 6)
    carve(picture, (x, TALLY + 194), verdict, size, ink(theme.good if end.title else theme.bad, theme))
    crosses = "cross" if end.crossed == 1 else "crosses"
    rows = (f"{end.crossed} {crosses}", "perfect", f"{end.unsunk} land")
    for index, (goal, met) in enumerate(zip(rows, end.goals, strict=True)):
        y = TALLY + 244 + index * 44
        press(picture, tick(met, theme), (PANEL + 18, y), theme)
        size = fit(goal, 24, ROOM - 42)
        carve(picture, (PANEL + 38, y), goal, size, paper if met else faint, anchor="lm")


@cached
def tick(met: bool, theme: Theme) -> Image.Image:
    """A goal's sign: a tick in a full circle, or an empty circle."""
    sketch = Sketch(28, 28)
    if not met:
        return woodcut(sketch.circle((14, 14), 12, None, theme.faint, 3))
    sketch.circle((14, 14), 13, theme.good)
    return woodcut(sketch.line([(8, 14), (12.5, 19), (20, 9)], INK, 3.6))
