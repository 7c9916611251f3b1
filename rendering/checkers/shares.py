"""The column of shares beside the board of Captain's Checkers, and the strip of mixed stacks below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageDraw

from bot.games.checkers.actions import BLACK, BOARD, CHECKERS, RED
from bot.games.checkers.view import CheckersView, mixed, runs
from rendering.cache import cached
from rendering.primitives import badge, panel
from rendering.sprites import Cutout, Sketch, cut, flat, pairs, stamp
from rendering.text import width, write

from .pieces import ROOM, Wood, figure, settled, token

WIDTH: Final = 1000
SIDE: Final = (908, 10, 992, 914)
"""The box of the shares' column: left, top, right, bottom."""
LAYER: Final = 12
"""Height of one of the column's 64 checkers, in pixels."""
GOAL: Final = 34
"""Height of the badge of a goal, in pixels."""
REACH: Final = 10
"""The least distance of such a badge's middle from the ends of the pile, in pixels."""
ROW: Final = 46
"""Height of a row of tokens."""
NAME: Final = 42
"""Room for a square's name, in pixels; tokens overlap by ``LAP``, and ``GAP`` parts two stacks."""
LAP: Final = 4
GAP: Final = 24
HEADING: Final = 46
"""Height of the strip's first line."""
LEAST: Final = 2
"""The least number of rows: pictures of one game seldom change in size."""
STRIP: Final = 928
"""The y of the strip's upper edge."""


def column(view: CheckersView, flipped: bool, theme: Wood) -> Image.Image:
    """Both sides' shares as one pile of 64 checkers, the lower player's below, with each side's goal."""
    acting = view.to_act[0] if view.to_act else None
    return _column(view.red, view.black, view.goal, acting, flipped, theme)


@cached
def _column(red: int, black: int, goal: int, acting: str | None, flipped: bool, theme: Wood) -> Image.Image:
    wide, high = SIDE[2] - SIDE[0], SIDE[3] - SIDE[1]
    picture = Image.new("RGB", (wide, high), theme.frame)
    pen = ImageDraw.Draw(picture)
    pile = CHECKERS * LAYER
    top, low, left, right = (high - pile) // 2, (high + pile) // 2, 13, wide - 14
    pen.rectangle((left - 3, top - 3, right + 3, low + 2), theme.edge)
    lower, upper = (black, red) if flipped else (red, black)
    for order in (*range(lower), *range(CHECKERS - upper, CHECKERS)):
        colour = theme.red if (order < lower) != flipped else theme.black
        y = low - (order + 1) * LAYER
        pen.rectangle((left, y, right, y + LAYER - 2), colour)
        pen.rectangle((left, y, right, y + 1), theme.inlay if colour == theme.red else theme.side)
    for seat, share in ((RED, red), (BLACK, black)):
        below = (seat == RED) != flipped
        line = low - goal * LAYER if below else top + goal * LAYER
        stamp(picture, _line(theme), (wide / 2, line - 0.5))
        fill = theme.red if seat == RED else theme.black
        # Near its end of the pile or the middle, a badge would cover another one.
        ends = (top + REACH, high // 2 - GOAL // 2) if below else (high // 2 + GOAL // 2, low - REACH)
        y = min(max(line, ends[0]), ends[1])
        stamp(picture, badge(str(goal), GOAL, fill, theme.inlay, theme.highlight), (wide / 2, y))
        rim = theme.highlight if seat == acting else theme.edge
        sign = badge(str(share), 50, fill, theme.inlay, rim)
        stamp(picture, sign, (wide / 2, low + (high - low) / 2 if below else top / 2))
    return settled(picture, theme)


@cached
def _line(theme: Wood) -> Image.Image:
    wide = SIDE[2] - SIDE[0] - 8
    sketch = Sketch(wide, 9).rounded((0, 0, wide, 9), 4, theme.edge)
    return sketch.rounded((2, 2, wide - 2, 7), 2, theme.highlight).sprite()


def strip(view: CheckersView, theme: Wood) -> Image.Image:
    """Whose turn it is, and the mixed stacks, each from the top; as wide as the picture."""
    placed = list(_placed(view, theme))
    rows = max(LEAST, 1 + max((row for row, _, _ in placed), default=0))
    who, words = _state(view)
    if not placed:
        return _plain(who, words, view.goal if view.to_act else None, theme)
    picture = _panel(rows, who, words, theme).copy()
    for row, x, tag in placed:
        tag.put(picture, (x + tag.middle[0], HEADING + ROW * (row + 0.5)))
    return picture


def _state(view: CheckersView) -> tuple[str, str]:
    """Whose checker stands before the words (none for an empty name), and who is to move or has won.

    A game that people agreed to end has neither.
    """
    if view.outcome is not None:
        if not view.outcome.winners:
            return "", "A draw"
        winner = view.outcome.winners[0]
        return winner, f"{winner.capitalize()} wins"
    if not view.to_act:
        return "", "The end"
    return view.to_act[0], f"{view.to_act[0].capitalize()} to move"


def _empty(rows: int, theme: Wood) -> Image.Image:
    """The strip's ground."""
    high = HEADING + ROW * rows + 6
    picture = Image.new("RGB", (WIDTH, high + 4), theme.ground)
    ground = panel(WIDTH - 8, high, 14, theme.panel, theme.gold, 2)
    picture.paste(ground, (4, 0), ground)
    return picture


@cached
def _checker(who: str, theme: Wood) -> Image.Image:
    """A checker with a light rim, which a black one on the dark strip needs."""
    wide, high = ROOM[0] + 8, ROOM[1] + 8
    sprite = Sketch(wide, high).ellipse((0, 0, wide, high), theme.inlay).sprite()
    sprite.alpha_composite(figure(f"face_{who[0]}", theme), (4, 4))
    return sprite


@cached
def _panel(rows: int, who: str, words: str, theme: Wood) -> Image.Image:
    """The strip with its heading: who is to move, and what the rows below are."""
    picture, left, y = _empty(rows, theme), 22.0, HEADING / 2 + 2
    if who:
        checker = _checker(who, theme).resize((52, 38), Image.Resampling.LANCZOS)
        stamp(picture, checker, (left + 26, y))
        left += 64
    write(picture, (left, y), words, 34, theme.inlay, anchor="lm")
    rest = WIDTH - 22, y
    write(picture, rest, "Mixed stacks, from the top down", 28, theme.faint, face="regular", anchor="rm")
    return settled(picture, theme)


@cached
def _plain(who: str, words: str, goal: int | None, theme: Wood) -> Image.Image:
    """The strip while no stack is mixed: who is to move, and what wins; at the end only how it ended."""
    picture = _empty(LEAST, theme)
    middle, high = WIDTH / 2, picture.height
    y = high * (0.5 if goal is None else 0.38)
    if goal is not None:
        aim = f"Control {goal} of the {CHECKERS} checkers to win."
        write(picture, (middle, high * 0.74), aim, 32, theme.faint, face="regular")
    if who:
        stamp(picture, _checker(who, theme), (middle - width(words, 52) / 2 - 20, y))
        middle += 46
    write(picture, (middle, y), words, 52, theme.inlay)
    return settled(picture, theme)


def _tag(sprite: Image.Image, theme: Wood) -> Cutout:
    """A piece of the strip."""
    paired = pairs(flat(sprite, theme.panel))
    paired.putalpha(pairs(sprite.getchannel("A")).point([0] + [255] * 255))
    return cut(paired, theme.panel, theme.inks)


@cached
def _run(colour: str, count: int, top: bool, theme: Wood) -> Cutout:
    """A run of a stack: a token."""
    return _tag(token(colour, count, top, theme), theme)


@cached
def _name(name: str, theme: Wood) -> Cutout:
    """The name of a stack's square."""
    ink = theme.inlay
    sprite = Image.new("RGBA", (NAME, ROW), (*ink, 0))
    write(sprite, (0, ROW / 2), name, 30, ink, anchor="lm")
    return _tag(sprite, theme)


def _placed(view: CheckersView, theme: Wood) -> Iterator[tuple[int, float, Cutout]]:
    """The places of all names and runs, as (row, x, tag)."""
    left, right = 22, WIDTH - 20
    row, x = 0, float(left)
    for name, stack in zip(BOARD.names, view.stacks, strict=True):
        if mixed(stack):
            pieces = [
                _run(seat[0], count, order == 0, theme) for order, (seat, count) in enumerate(runs(stack))
            ]
            if x > left and x + NAME + sum(piece.width - LAP for piece in pieces) > right:
                row, x = row + 1, left
            yield row, x, _name(name, theme)
            x += NAME
            for piece in pieces:
                if x + piece.width > right:
                    row, x = row + 1, left + NAME
                yield row, x, piece
                x += piece.width - LAP
            x += GAP
