"""The column of shares beside the board of Captain's Checkers, and the strip of mixed stacks below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from bot.games.checkers.actions import BLACK, BOARD, CHECKERS, RED
from bot.games.checkers.view import CheckersView, mixed, runs
from rendering.cache import cached
from rendering.primitives import badge, panel
from rendering.sprites import Sketch, flat, stamp
from rendering.text import write
from rendering.theme import Theme

from .pieces import FACE, PAINTS, ROOM, face, numbered, settled, token

WIDTH: Final = 1000
SIDE: Final = (908, 10, 992, 896)
"""The box of the shares' column: left, top, right, bottom."""
LAYER: Final = 11
"""Height of one of the column's 64 checkers, in pixels."""
ROW: Final = 46
"""Height of a row of tokens."""
NAME: Final = 42
"""Room for a square's name, in pixels; tokens overlap by ``LAP``, and ``GAP`` parts two stacks."""
LAP: Final = 4
GAP: Final = 24
LEAST: Final = 2
"""The least number of rows: pictures of one game seldom change in size."""
STRIP: Final = 912
"""The y of the strip's upper edge."""


def column(view: CheckersView, flipped: bool, theme: Theme) -> Image.Image:
    """Both sides' shares as one pile of 64 checkers, the lower player's below, with each side's goal."""
    acting = view.to_act[0] if view.to_act else None
    return _column(view.red, view.black, view.goal, acting, flipped, theme)


@cached
def _column(red: int, black: int, goal: int, acting: str | None, flipped: bool, theme: Theme) -> Image.Image:
    paints = PAINTS[theme.palette]
    wide, high = SIDE[2] - SIDE[0], SIDE[3] - SIDE[1]
    picture = Image.new("RGB", (wide, high), paints.frame)
    pen = ImageDraw.Draw(picture)
    pile = CHECKERS * LAYER
    top, low, left, right = (high - pile) // 2, (high + pile) // 2, 13, wide - 14
    pen.rectangle((left - 3, top - 3, right + 3, low + 2), paints.edge)
    lower, upper = (black, red) if flipped else (red, black)
    for order in (*range(lower), *range(CHECKERS - upper, CHECKERS)):
        colour = paints.red if (order < lower) != flipped else paints.black
        y = low - (order + 1) * LAYER
        pen.rectangle((left, y, right, y + LAYER - 2), colour)
        pen.rectangle((left, y, right, y + 1), paints.inlay if colour == paints.red else paints.side)
    for seat, share in ((RED, red), (BLACK, black)):
        below = (seat == RED) != flipped
        line = low - goal * LAYER if below else top + goal * LAYER
        stamp(picture, _line(theme), (wide / 2, line - 0.5))
        fill = paints.red if seat == RED else paints.black
        stamp(picture, badge(str(goal), 34, fill, paints.inlay, theme.highlight), (wide / 2, line))
        sprite = _share(seat, share, seat == acting, theme)
        stamp(picture, sprite, (wide / 2, low + (high - low) / 2 - 2 if below else top / 2 - 1))
    return settled(picture, theme)


@cached
def _share(seat: str, count: int, acting: bool, theme: Theme) -> Image.Image:
    """A checker with the number that ``seat`` controls, ringed if it's its turn."""
    paints = PAINTS[theme.palette]
    sprite = Image.new("RGBA", (ROOM[0] + 8, FACE[1] + 12), (0, 0, 0, 0))
    if acting:
        glow = Sketch(sprite.width, sprite.height)
        glow.ellipse((0, 0, sprite.width, sprite.height), theme.highlight)
        sprite.alpha_composite(glow.sprite())
    disc = face(seat[0], theme).copy()
    numbered(disc, count, paints.edge if seat == RED else paints.inlay)
    sprite.alpha_composite(disc, ((sprite.width - ROOM[0]) // 2, 6))
    return sprite.resize((sprite.width * 4 // 5, sprite.height * 4 // 5), Image.Resampling.LANCZOS)


@cached
def _line(theme: Theme) -> Image.Image:
    wide = SIDE[2] - SIDE[0] - 8
    sketch = Sketch(wide, 9).rounded((0, 0, wide, 9), 4, PAINTS[theme.palette].edge)
    return sketch.rounded((2, 2, wide - 2, 7), 2, theme.highlight).sprite()


def strip(view: CheckersView, theme: Theme) -> Image.Image:
    """The mixed stacks, each from the top; as wide as the picture."""
    placed = list(_placed(view, theme))
    rows = max(LEAST, 1 + max((row for row, _, _ in placed), default=0))
    picture = _panel(rows, bool(placed), theme).copy()
    for row, x, tag in placed:
        y = 34 + ROW * row + (ROW - tag.image.height) // 2
        picture.paste(tag.image, (x, y), tag.mask)
    return picture


@cached
def _panel(rows: int, some: bool, theme: Theme) -> Image.Image:
    """The strip's ground with its heading."""
    high = 42 + ROW * rows
    picture = Image.new("RGB", (WIDTH, high + 4), theme.ground)
    ground = panel(WIDTH - 8, high, 14, theme.panel, PAINTS[theme.palette].gold, 2)
    picture.paste(ground, (4, 0), ground)
    if some:
        write(
            picture, (22, 20), "Mixed stacks, from the top down", 28, theme.faint, face="regular", anchor="lm"
        )
    else:
        write(picture, (WIDTH / 2, high / 2), "No mixed stacks", 42, theme.faint, face="regular")
    return settled(picture, theme)


@dataclass(frozen=True, slots=True)
class Tag:
    """A piece of the strip."""

    image: Image.Image
    """In the sixteen colours."""
    mask: Image.Image

    @property
    def width(self) -> int:
        return self.image.width


def _tag(sprite: Image.Image, theme: Theme) -> Tag:
    mask = sprite.getchannel("A").point([0] + [255] * 255)
    return Tag(settled(flat(sprite, theme.panel), theme), mask)


@cached
def _run(colour: str, count: int, top: bool, theme: Theme) -> Tag:
    """A run of a stack: a token."""
    return _tag(token(colour, count, top, theme), theme)


@cached
def _name(name: str, theme: Theme) -> Tag:
    """The name of a stack's square."""
    ink = PAINTS[theme.palette].inlay
    sprite = Image.new("RGBA", (NAME, ROW), (*ink, 0))
    write(sprite, (0, ROW / 2), name, 30, ink, anchor="lm")
    return _tag(sprite, theme)


def _placed(view: CheckersView, theme: Theme) -> Iterator[tuple[int, int, Tag]]:
    """The places of all names and runs, as (row, x, tag)."""
    left, right = 22, WIDTH - 20
    row, x = 0, left
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
