"""The column of shares beside the board of Captain's Checkers, and the line below it."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from bot.games.checkers.actions import BLACK, CHECKERS, RED, name_of
from bot.games.checkers.view import CheckersView
from bot.languages import gettext
from rendering.cache import cached
from rendering.canvas import indexed
from rendering.primitives import badge, panel
from rendering.sprites import Sketch, stamp
from rendering.text import fit, write, write_centred
from rendering.theme import Theme

from .pieces import ROOM, figure, settled

WIDTH: Final = 1000
SIDE: Final = (908, 10, 992, 914)
"""The box of the shares' column: left, top, right, bottom."""
LAYER: Final = 12
"""Height of one of the bar's 64 checkers, in pixels."""
BAR: Final = (4, 34)
"""The bar in its column: left and right."""
FLAG: Final = (48, 76)
"""Width and height of the flag of a goal, in pixels: whose it is, and how many checkers."""
CHIP: Final = (42, 28)
"""Width and height of the checker on it, in pixels."""
REACH: Final = 32
"""The least distance of such a flag's middle from the ends of the bar, in pixels."""
STRIP: Final = 928
"""The y of the upper edge of the line below the board, and its height."""
HIGH: Final = 72
ROOM_FOR_AIM: Final = 500
"""The width of what wins in that line, in pixels."""


def column(view: CheckersView, flipped: bool, theme: Theme) -> Image.Image:
    """Both sides' shares as one bar of 64 checkers, the lower player's below, with each side's goal."""
    acting = view.to_act[0] if view.to_act else None
    return _column(view.red, view.black, view.goal, acting, flipped, theme)


@cached
def _column(red: int, black: int, goal: int, acting: str | None, flipped: bool, theme: Theme) -> Image.Image:
    wide, high = SIDE[2] - SIDE[0], SIDE[3] - SIDE[1]
    picture = Image.new("RGB", (wide, high), theme.frame)
    pen = ImageDraw.Draw(picture)
    whole, (left, right) = CHECKERS * LAYER, BAR
    top, low = (high - whole) // 2, (high + whole) // 2
    pen.rectangle((left - 3, top - 4, right + 2, low + 3), theme.edge)
    lower, upper = (black, red) if flipped else (red, black)
    for share, start, colour in (
        (lower, low - lower * LAYER, "b" if flipped else "r"),
        (upper, top, "r" if flipped else "b"),
    ):
        if share:
            end = start + share * LAYER - 1
            pen.rectangle((left, start, right - 1, end), theme.red if colour == "r" else theme.side)
            for y in range(start, end, LAYER * 2) if colour == "r" else ():
                # Notches, as on the side of a checker.
                pen.rectangle((left, y + 2, left + 7, min(y + 11, end)), theme.inlay)
                pen.rectangle((right - 8, y + 2, right - 1, min(y + 11, end)), theme.inlay)
    for seat, share in ((RED, red), (BLACK, black)):
        below = (seat == RED) != flipped
        line = low - goal * LAYER if below else top + goal * LAYER
        fill = theme.red if seat == RED else theme.black
        # Near the middle, a flag would cover another one.
        half = FLAG[1] // 2
        ends = (top + REACH, high // 2 - half) if below else (high // 2 + half, low - REACH)
        y = min(max(line, ends[0]), ends[1])
        flag = panel(*FLAG, 8, fill, theme.highlight, 3).copy()
        stamp(flag, _checker(seat, theme).resize(CHIP, Image.Resampling.LANCZOS), (FLAG[0] / 2, 22))
        write_centred(flag, (FLAG[0] / 2, 55), str(goal), 32, theme.inlay)
        stamp(picture, flag, (wide - FLAG[0] / 2 - 1, y))
        pen.rectangle((left - 3, line - 3, right + 4, line + 2), theme.highlight, theme.edge)
        rim = theme.highlight if seat == acting else theme.edge
        sign = badge(str(share), 50, fill, theme.inlay, rim)
        stamp(picture, sign, (wide / 2, low + (high - low) / 2 if below else top / 2))
    return settled(picture, theme)


def strip(view: CheckersView, theme: Theme) -> Image.Image:
    """Whose turn it is and what wins; at the end how it ended."""
    who, words = _state(view)
    aim = gettext("Control {number} of {all} to win", number=view.goal, all=CHECKERS) if view.to_act else ""
    return _strip(who, words, aim, theme)


def _state(view: CheckersView) -> tuple[str, str]:
    """Whose checker stands before the words (none for an empty name), and who is to move or has won.

    A game that people agreed to end has neither.
    """
    if view.outcome is not None:
        if not view.outcome.winners:
            return "", gettext("A draw")
        winner = view.outcome.winners[0]
        return winner, gettext("{name} wins", name=name_of(winner))
    if not view.to_act:
        return "", gettext("The end")
    return view.to_act[0], gettext("{name} to move", name=name_of(view.to_act[0]))


@cached
def _checker(who: str, theme: Theme) -> Image.Image:
    """A checker with a light rim, which a black one on the dark strip needs."""
    wide, high = ROOM[0] + 8, ROOM[1] + 8
    sprite = Sketch(wide, high).ellipse((0, 0, wide, high), theme.inlay).sprite()
    sprite.alpha_composite(figure(f"face_{who[0]}", theme), (4, 4))
    return sprite


@cached
def _strip(who: str, words: str, aim: str, theme: Theme) -> Image.Image:
    picture, left, y = Image.new("RGB", (WIDTH, HIGH), theme.ground), 22.0, HIGH / 2 - 2
    ground = panel(WIDTH - 8, HIGH - 4, 14, theme.panel, theme.gold, 2)
    picture.paste(ground, (4, 0), ground)
    if who:
        stamp(picture, _checker(who, theme).resize((60, 44), Image.Resampling.LANCZOS), (left + 30, y))
        left += 74
    write(picture, (left, y), words, 40, theme.inlay, anchor="lm")
    if aim:
        write(picture, (WIDTH - 22, y), aim, fit(aim, 40, ROOM_FOR_AIM), theme.highlight, anchor="rm")
    return indexed(picture, theme.inks)
