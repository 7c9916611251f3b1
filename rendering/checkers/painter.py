"""The painter of Captain's Checkers: stacks on a wooden board, shares beside it.

A picture is assembled from finished squares in its own colours, in pairs of equal rows.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw

from bot.games.checkers.actions import BLACK, BOARD, CheckersAction
from bot.games.checkers.view import CheckersView, LastTurn, Stack, mixed
from rendering.boards import BoardFrame
from rendering.cache import cached
from rendering.canvas import Canvas, put
from rendering.primitives import arrow, badge, chosen, frame, last_move, mark, target
from rendering.primitives import column as framed
from rendering.scene import Scene
from rendering.sprites import Point, stamp
from rendering.theme import RGB, Theme
from rendering.tiles import Box

from .pieces import CELL, FACE, ROOM, WOODS, figure, inside, pile, place, settled, shadow
from .sidebar import HIGH, SIDE, STRIP, WIDTH, column, strip

Sign: TypeAlias = Literal["left", "touched", "chosen", "may"]
"""A square's sign: left by a whole stack, part of the last turn, chosen in a menu, or may be chosen."""

LEFT: Final = 40
TOP: Final = 46
HEAD: Final = 4
"""Pixels between a square's upper edge and the face on top of a stack of any height.

With faces at one level, lines of the picture repeat, and its file is a third smaller.
"""
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
    signs = _signs(scene)
    for square, stack in enumerate(view.stacks):
        if stack or square in signs:
            put(picture, _square(stack, _is_dark(square), signs.get(square), theme), board.box(square)[:2])
    if (lit := board.chosen_column(scene.chosen)) is not None:
        _over(picture, lit, framed(lit, theme), theme)
    if view.last:
        _way(picture, board, view.stacks, view.last, theme)
    for name in scene.marks:
        _over(picture, board.box(name), mark(CELL, theme), theme)
    for name in scene.threatened:
        _over(picture, board.box(name), frame(CELL, CELL, CELL / 2, 4, theme.mark, theme.paper), theme)
    return picture


def layout(flipped: bool) -> BoardFrame:
    """The places of the squares."""
    return BoardFrame(BOARD, LEFT, TOP, CELL, flipped)


@cached
def _background(theme: Theme, flipped: bool) -> Canvas:
    """The empty board in its frame, with coordinates, and room for the line below it."""
    board = layout(flipped)
    picture = Image.new("RGB", (WIDTH, STRIP + HIGH), theme.ground)
    pen = ImageDraw.Draw(picture)
    left, top, right, bottom = board.bounds
    pen.rounded_rectangle((4, 4, WIDTH - 5, bottom + TOP - 5), 16, theme.frame, theme.gold, 3)
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
def _square(stack: Stack, dark: bool, sign: Sign | None, theme: Theme) -> Image.Image:
    """A finished square, 11 KB."""
    picture = _wood(dark, theme).copy()
    middle, corner = (CELL / 2, CELL / 2), ((CELL - ROOM[0]) // 2, HEAD)
    if sign == "left":
        hollow = figure("ghost", theme, shade=_shade(dark, theme))
        picture.paste(hollow, corner, hollow)
    if sign in ("left", "touched"):
        stamp(picture, last_move(CELL, theme), middle)
    if stack:
        for sprite, left in ((shadow(len(stack), theme), place(stack)), (pile(stack, theme), 0)):
            picture.paste(sprite, (left, HEAD), sprite)
    if sign == "chosen":
        stamp(picture, chosen(CELL, theme), middle)
    if sign == "may":
        sprite = frame(CELL, CELL, 12, 5, theme.target, theme.ink) if stack else target(CELL, theme)
        stamp(picture, sprite, middle)
    return settled(picture, theme)


def _signs(scene: Scene[CheckersAction, CheckersView]) -> dict[int, Sign]:
    """The sign of each square: the last turn, or the reader's choices."""
    signs: dict[int, Sign] = {}
    if turn := scene.view.last:
        signs[BOARD.read(turn.source)] = "touched" if turn.left else "left"
        signs[BOARD.read(turn.target)] = "touched"
    if len(scene.chosen) < 2:
        return signs | {action.source: "may" for action in scene.choices}
    signs |= {action.target: "may" for action in scene.choices}
    return signs | {BOARD.read("".join(scene.chosen[:2])): "chosen"}


def _way(
    picture: Image.Image, board: BoardFrame, stacks: tuple[Stack, ...], turn: LastTurn, theme: Theme
) -> None:
    """Draw the last turn's arrow, under the stacks that it passed over, and how many checkers moved."""
    source, goal = BOARD.read(turn.source), BOARD.read(turn.target)
    ends = board.box(source), board.box(goal)
    first, highest = min(ends)[0], min(box[1] for box in ends)

    def face(box: Box) -> Point:
        # From the corner of all: arrows of one kind are one sprite.
        return box[0] + CELL / 2 - first, box[1] + HEAD + FACE[1] / 2 - highest

    start, end = map(face, ends)
    near, far = _towards(start, end, 26), _towards(end, start, 27)
    sprite, (x, y) = arrow(near, far, 10, theme.highlight, theme.ink, head=3.2)
    things = [(sprite, (first + x, highest + y))]
    # No arrow hides what it passes under, or what is in the stacks at its ends.
    between = _between(source, goal)
    over = [(square, pile) for square in between if stacks[square]]
    over += [(square, inside) for square in (source, goal) if mixed(stacks[square])]
    for square, drawn in over:
        left, top, _, _ = board.box(square)
        things.append((drawn(stacks[square], theme), (left, top + HEAD)))
    for (left, _, _, bottom), sign in zip(ends, "−+", strict=True):
        tag = badge(f"{sign}{len(turn.lifted)}", 38, theme.highlight, theme.ink, theme.ink)
        things.append((tag, (left + 1, bottom - 39)))
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
