"""The painter of Captain's Checkers: stacks on a wooden board, shares beside it.

A picture is assembled from finished squares in its own colours, in pairs of equal rows.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw

from bot.games.checkers.actions import BLACK, BOARD, CheckersAction
from bot.games.checkers.view import CheckersView, LastTurn, Stack
from rendering.boards import BoardFrame
from rendering.cache import cached
from rendering.canvas import Canvas, put
from rendering.primitives import arrow, chosen, frame, goal, last_move, mark, target
from rendering.primitives import column as framed
from rendering.scene import Scene
from rendering.sprites import Point, stamp
from rendering.theme import RGB, Theme

from .pieces import CELL, FACE, LEFT, WOODS, face_top, figure, pile, ring, settled, shadow
from .sidebar import HIGH, SIDE, STRIP, WIDTH, column, strip

Sign: TypeAlias = Literal["left", "touched", "chosen", "may", "goal"]
"""A square's sign: left by a whole stack, part of the last turn, chosen in a menu, may be chosen, or pointed
at."""

CORNER: Final = (40, 46)
"""The x and the y of the board's upper left corner."""
ASIDE: Final = 32
"""How far a slanting arrow reaches beyond its squares to the left and right in a row, in pixels."""
FADES: Final = (0, STRIP)
"""The rows of the board: see ``rendering.painting``."""


def paint(scene: Scene[CheckersAction, CheckersView], theme: Theme) -> Image.Image:
    """The picture of ``scene`` in mode P: 1000 × 1000 pixels."""
    view, flipped, theme = scene.view, scene.bottom == BLACK, WOODS[theme.palette]
    board, picture = layout(flipped), _background(theme, flipped).copy()
    put(picture, column(view, flipped, theme), SIDE[:2])
    put(picture, strip(view, theme), (0, STRIP))
    signs, ringed = _signs(scene), {BOARD.read(name) for name in scene.threatened}
    for square, stack in enumerate(view.stacks):
        if stack or square in signs:
            drawn = _square(stack, _is_dark(square), signs.get(square), square in ringed, theme)
            put(picture, drawn, board.box(square)[:2])
    if (lit := board.chosen_column(scene.chosen)) is not None:
        _over(picture, lit, framed(lit, theme), theme)
    if view.last:
        _way(picture, board, view.stacks, view.last, theme)
    for name in scene.marks:
        _over(picture, board.box(name), mark(CELL, theme), theme)
    return picture


def layout(flipped: bool) -> BoardFrame:
    """The places of the squares."""
    return BoardFrame(BOARD, *CORNER, CELL, flipped)


@cached
def _background(theme: Theme, flipped: bool) -> Canvas:
    """The empty board in its frame, with coordinates, and room for the line below it."""
    board = layout(flipped)
    picture = Image.new("RGB", (WIDTH, STRIP + HIGH), theme.ground)
    pen = ImageDraw.Draw(picture)
    left, top, right, bottom = board.bounds
    pen.rounded_rectangle((4, 4, WIDTH - 5, bottom + CORNER[1] - 5), 16, theme.frame, theme.gold, 3)
    pen.rectangle((left - 4, top - 4, right + 3, bottom + 3), theme.edge, theme.gold, 2)
    for square in range(len(BOARD.names)):
        picture.paste(_wood(_is_dark(square), theme), board.box(square)[:2])
    board.coordinates(picture, theme.inlay, 32, 21)
    return Canvas.of(settled(picture, theme), theme.inks)


@cached
def _wood(dark: bool, theme: Theme) -> Image.Image:
    """An empty square: planks with grain. It is vertical: rows that differ from the one above cost most."""
    lit, plain, faint = theme.several("dark_grains" if dark else "light_grains")
    picture = Image.new("RGB", (CELL, CELL), plain)
    pen, rng = ImageDraw.Draw(picture), Random(dark)
    for left in range(0, CELL, CELL // 4):
        pen.rectangle((left, 0, left + 1, CELL), lit)
        x = left + 2
        while (x := x + rng.choice((3, 4, 5, 7))) < left + CELL // 4 - 1:
            pen.line((x, 0, x, CELL), rng.choice((lit, faint, faint, _shade(dark, theme))))
        pen.line((left + CELL // 4 - 1, 0, left + CELL // 4 - 1, CELL), _shade(dark, theme))
    pen.rectangle((0, 0, CELL, 1), lit)
    pen.rectangle((0, CELL - 2, CELL, CELL), _shade(dark, theme))
    return picture


def _shade(dark: bool, theme: Theme) -> RGB:
    return theme.dark_shade if dark else theme.light_shade


def _is_dark(square: int) -> bool:
    return sum(BOARD.place(square)) % 2 == 0


@cached
def _square(stack: Stack, dark: bool, sign: Sign | None, ringed: bool, theme: Theme) -> Image.Image:
    """A finished square, 11 KB."""
    picture, middle = _wood(dark, theme).copy(), (CELL / 2, CELL / 2)
    if sign == "left":
        hollow = figure("ghost", theme, shade=_shade(dark, theme))
        picture.paste(hollow, (LEFT, face_top(0)), hollow)
    if sign in ("left", "touched"):
        stamp(picture, last_move(CELL, theme), middle)
    if sign == "chosen":
        stamp(picture, chosen(CELL, theme), middle)
    if sign == "may":
        sprite = frame(CELL, CELL, 12, 4, theme.target, theme.ink) if stack else target(CELL, theme)
        stamp(picture, sprite, middle)
    if sign == "goal":
        stamp(picture, goal(CELL, theme), middle)
    if stack:
        stamp(picture, shadow(len(stack), theme), middle)
        if ringed:
            stamp(picture, ring(len(stack), theme), middle)
        stamp(picture, pile(stack, theme), middle)
    return settled(picture, theme)


def _signs(scene: Scene[CheckersAction, CheckersView]) -> dict[int, Sign]:
    """The sign of each square: the last turn, or the reader's choices."""
    signs: dict[int, Sign] = {}
    if turn := scene.view.last:
        signs[BOARD.read(turn.source)] = "touched" if turn.left else "left"
        signs[BOARD.read(turn.target)] = "touched"
    whole = len(scene.chosen) >= 2
    signs |= {action.target if whole else action.source: "may" for action in scene.choices}
    signs |= {BOARD.read(name): "goal" for name in scene.goals}
    if not whole:
        return signs
    return signs | {BOARD.read("".join(scene.chosen[:2])): "chosen"}


def _way(
    picture: Image.Image, board: BoardFrame, stacks: tuple[Stack, ...], turn: LastTurn, theme: Theme
) -> None:
    """Draw the last turn's arrow, under the stacks that it passed over."""
    source, goal = BOARD.read(turn.source), BOARD.read(turn.target)
    ends = board.box(source), board.box(goal)
    first, highest = min(ends)[0], min(box[1] for box in ends)

    def face(square: int) -> Point:
        # From the corner of all: arrows of one kind are one sprite.
        left, upper, _, _ = board.box(square)
        y = face_top(len(stacks[square])) + FACE[1] / 2
        return left + CELL / 2 - first, upper + y - highest

    start, end = face(source), face(goal)
    near, far = _towards(start, end, 26 if stacks[source] else 0), _towards(end, start, 31)
    sprite, (x, y) = arrow(near, far, 10, theme.highlight, theme.ink, head=3.2)
    things = [(sprite, (first + x, highest + y))]
    # No arrow hides what it passes under.
    between = _between(source, goal)
    things += [(pile(stacks[square], theme), board.box(square)[:2]) for square in between if stacks[square]]
    rows: dict[int, list[int]] = {}
    for square in (source, *between, goal):
        left, top, _, _ = board.box(square)
        rows.setdefault(top, []).append(left)
    # Row by row: all between the ends may be most of the board.
    for top, lefts in rows.items():
        left = max(min(lefts) - ASIDE, first)
        right = min(max(lefts) + CELL + ASIDE, max(ends)[2])
        row = picture.crop((left, top, right, top + CELL)).convert("RGB")
        for sprite, (x, y) in things:
            row.paste(sprite, (x - left, y - top), sprite)
        put(picture, settled(row, theme), (left, top))


def _between(source: int, goal: int) -> list[int]:
    """The squares that a stack passes over."""
    (column, row), (to_column, to_row) = BOARD.place(source), BOARD.place(goal)
    steps = max(abs(to_column - column), abs(to_row - row))
    return [source + (goal - source) // steps * step for step in range(1, steps)]


def _over(picture: Image.Image, box: tuple[int, int, int, int], sprite: Image.Image, theme: Theme) -> None:
    """Stamp ``sprite`` on the middle of ``box``."""
    region = picture.crop(box).convert("RGB")
    stamp(region, sprite, (region.width / 2, region.height / 2))
    put(picture, settled(region, theme), box[:2])


def _towards(start: Point, end: Point, pixels: float) -> Point:
    """The point ``pixels`` from ``start`` on the way to ``end``."""
    share = pixels / (math.dist(start, end) or 1)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
