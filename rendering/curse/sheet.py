"""The pirate's sheet on the picture: the six columns in the centre, and the panel beside the map."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from bot.games.curse.view import CurseView, Score
from rendering.cache import cached
from rendering.lettering import fit
from rendering.mosaic import indexed
from rendering.primitives import cross, ring
from rendering.sprites import Sketch, stamp
from rendering.theme import RGB, Theme, mix

from .colours import CHARTS, inks
from .places import HEIGHT, MAP, WIDTH, spot
from .pressing import press
from .printing import carve, carve_centred, woodcut
from .treasures import INK, PIPS, die, treasure

ACROSS: Final = 46
DOWN: Final = 36
PANEL: Final = MAP + 8
MIDDLE: Final = (PANEL + WIDTH - 8) / 2


def columns(picture: Image.Image, view: CurseView, theme: Theme) -> None:
    """The six columns: each treasure, its values with rings and crosses, and what it is worth so far."""
    x, y = spot(0)
    left, top = x - 2.5 * ACROSS, y - 3.9 * DOWN
    for index, column in enumerate(view.columns):
        press(picture, treasure(column.treasure, 38, theme), (left + index * ACROSS, top - 4), theme)
        for row in range(6):
            middle = (left + index * ACROSS, top + (row + 1) * DOWN)
            press(picture, cell(column.values[row], column.marks[row], theme), middle, theme)
        sprite = total(view.now.columns[index], column.complete, theme)
        press(picture, sprite, (left + index * ACROSS, top + 7 * DOWN), theme)


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
    sprite = dice_part(view.dice, view.turn, theme)
    picture.paste(sprite, (PANEL, 8))
    picture.paste(doubles_part(view.doubles, theme), (PANEL, 8 + sprite.height))
    part = score_part(view.now, view.end, view.outcome is not None, theme)
    picture.paste(part, (PANEL, HEIGHT - 8 - part.height))


def blank(height: int, theme: Theme) -> Image.Image:
    """A piece of the panel."""
    return Image.new("RGB", (WIDTH - PANEL - 8, height), theme.panel)


@cached
def dice_part(dice: tuple[int, int] | None, turn: int, theme: Theme) -> Image.Image:
    """The turn, and the two dice below each other with what they are."""
    sprite = blank(300, theme)
    x = sprite.width / 2
    carve(sprite, (x, 28), f"Turn {max(turn, 1)}", 32, theme.coordinate)
    for row, (word, cursed) in enumerate((("free", False), ("cursed", True))):
        y = 100 + row * 126
        if dice is None:
            pen = ImageDraw.Draw(sprite)
            pen.rounded_rectangle((x - 42, y - 42, x + 42, y + 42), 16, None, theme.faint, 3)
        else:
            stamp(sprite, die(dice[row], 84, cursed=cursed), (x, y))
        carve(sprite, (x, y + 57), word, 22, theme.faint)
    return indexed(sprite, inks(theme))


@cached
def doubles_part(doubles: tuple[str, ...], theme: Theme) -> Image.Image:
    """The six doubles symbols: plain, gilded for a charm, struck through once spent."""
    sprite = blank(250, theme)
    x = sprite.width / 2
    charms = doubles.count("charm")
    carve(sprite, (x, 26), "Charms", 26, theme.coordinate)
    carve(sprite, (x, 232), f"{charms or 'none'} to spend", 20, theme.coordinate if charms else theme.faint)
    for index, state in enumerate(doubles):
        stamp(sprite, symbol(index + 1, state, theme), (x + (index % 2 * 2 - 1) * 32, 74 + index // 2 * 60))
    return indexed(sprite, inks(theme))


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


@cached
def score_part(now: Score, end: Score, over: bool, theme: Theme) -> Image.Image:
    """The running score, what the end would bring now, and the three goals with a tick each."""
    sprite = blank(372, theme)
    x = sprite.width / 2
    carve(sprite, (x, 22), "Final score" if over else "Score", 26, theme.coordinate)
    carve_centred(sprite, (x, 68), str(now.total), 58, theme.highlight)
    if not over:
        carve(sprite, (x, 124), "if it ended now", 18, theme.faint)
        carve_centred(sprite, (x, 156), str(end.total), 38, theme.paper)
    verdict = end.title or "lost"
    size = fit(verdict, 24, sprite.width - 6)
    carve(sprite, (x, 194), verdict, size, theme.good if end.title else theme.bad)
    crosses = "cross" if end.crossed == 1 else "crosses"
    rows = (f"{end.crossed} {crosses}", "perfect", f"{end.unsunk} land")
    for index, (goal, met) in enumerate(zip(rows, end.goals, strict=True)):
        y = 244 + index * 44
        stamp(sprite, tick(met, theme), (18, y))
        size = fit(goal, 24, sprite.width - 42)
        carve(sprite, (38, y), goal, size, theme.paper if met else theme.faint, anchor="lm")
    return indexed(sprite, inks(theme))


@cached
def tick(met: bool, theme: Theme) -> Image.Image:
    """A goal's sign: a tick in a full circle, or an empty circle."""
    sketch = Sketch(28, 28)
    if not met:
        return woodcut(sketch.circle((14, 14), 12, None, theme.faint, 3))
    sketch.circle((14, 14), 13, theme.good)
    return woodcut(sketch.line([(8, 14), (12.5, 19), (20, 9)], INK, 3.6))
