"""The band above a board: the game, how far it is, who plays which colour, what happened, how it ended.

Drawn in one place for all games, in the colours that the board's picture already has. It is put together from
cached words, as the fonts don't kern.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from typing import Final

from PIL import Image

from . import discs
from .cache import cached
from .canvas import index, indexed, put
from .pen import Pen
from .scene import Crown, PictureHeader, Player
from .sprites import Sketch, stamp
from .text import fit, ramp, width, writable, write_centred
from .theme import RGB, Theme, luminance, rgb

EDGE: Final = 26
"""Pixels on both sides."""
TITLE_ROW: Final = 66
PLAYERS_ROW: Final = 70
STORY_ROW: Final = 66
TOLD_BAND: Final = TITLE_ROW + PLAYERS_ROW + STORY_ROW
"""The height of a band that says what happened last, or how the game ended."""
TITLE_SIZE: Final = 40
NAME_SIZES: Final = (38, 30)
"""Of names, in pixels: at best, and before names are shortened."""
STORY_SIZES: Final = (36, 26)
PILL: Final = 58
"""The height of a lit player's pill."""
CHIP: Final = 44
RECENT: Final = 4
"""Bands that are kept, 0.2 MB each."""
PADDING: Final = 14
WON_SIZES: Final = (76, 44)
"""Of the winner's headline."""
RIM: Final = 6
"""Around the picture of a win."""
MEDAL: Final = 184
RAYS: Final = 18
GAP: Final = 16


@lru_cache(maxsize=RECENT)
def band(header: PictureHeader, theme: Theme, width: int, palette: bytes) -> Image.Image:
    """The band of ``header``, ``width`` pixels wide, in numbers of the colours of ``palette`` (L).

    Never draw on it: the pictures of one turn share it.
    """
    if header.crown is not None:
        return _crowned(header, header.crown, theme, width, palette)
    told = header.result or header.story
    high = TOLD_BAND if told else TITLE_ROW + PLAYERS_ROW
    empty = Image.new("L", (width, high), ramp(theme.ground, theme.ground, palette)[0])
    pen = Pen(empty, theme, palette)
    _title(pen, header)
    _players(pen, header)
    if told:
        _story(pen, told, banner=bool(header.result))
    return empty


def _crowned(header: PictureHeader, crown: Crown, theme: Theme, width: int, palette: bytes) -> Image.Image:
    """Who has won, large, beside a medal with rays; the game and how long it took; the people."""
    empty = Image.new("L", (width, TOLD_BAND), ramp(theme.ground, theme.ground, palette)[0])
    medal = indexed(_medal(crown, header.title, theme), palette)
    put(empty, medal, (RIM + 10, (TOLD_BAND - medal.height) // 2 + 4))
    pen, left = Pen(empty, theme, palette), RIM + medal.width + 26
    room = width - left - EDGE
    pen.write_within(crown.headline, WON_SIZES, (left, 56), room, theme.highlight, theme.ground)
    about = f"{header.title} · {header.turn}"
    pen.write_within(about, (34, 26), (left, 107), room, theme.coordinate, theme.ground)
    _players(pen, header, left - PADDING // 2, TOLD_BAND - PLAYERS_ROW)
    rim(empty, theme, palette, above=True)
    return empty


def rim(picture: Image.Image, theme: Theme, palette: bytes, *, above: bool = False) -> None:
    """Draw a golden rim around ``picture``, in numbers of colours; what is ``above`` it is open below."""
    gold, (across, down) = index(theme.highlight, palette), picture.size
    edge = (0, 0, across, RIM) if above else (0, down - RIM, across, down)
    for box in ((0, 0, RIM, down), (across - RIM, 0, across, down), edge):
        picture.paste(gold, box)


@cached
def _medal(crown: Crown, title: str, theme: Theme) -> Image.Image:
    """The winner's figure on a disc with rays, on the ground."""
    middle, sketch = (MEDAL / 2, MEDAL / 2), Sketch(MEDAL, MEDAL, theme.ground)
    for ray in range(RAYS):
        turn = 2 * math.pi * ray / RAYS
        points = [
            (MEDAL / 2 + reach * math.sin(turn + aside), MEDAL / 2 - reach * math.cos(turn + aside))
            for reach, aside in (
                (MEDAL / 2, 0),
                (MEDAL * 0.4, math.pi / RAYS),
                (MEDAL * 0.4, -math.pi / RAYS),
            )
        ]
        sketch.polygon(points, theme.border)
    sketch.circle(middle, MEDAL * 0.425, theme.highlight)
    picture = sketch.sprite().convert("RGB")
    stamp(picture, discs.game(crown.game_key, title, round(MEDAL * 0.77), theme, seat=crown.seat), middle)
    return picture


def _title(pen: Pen, header: PictureHeader) -> None:
    """The game's name on the left, how far it is on the right."""
    theme, middle = pen.theme, TITLE_ROW / 2 + 4
    size = fit(f"{header.title} {header.turn}", TITLE_SIZE, pen.picture.width - 2 * EDGE - GAP)
    pen.write(header.title, size, (EDGE, middle), theme.border, theme.ground)
    pen.write(
        header.turn, size, (pen.picture.width - EDGE, middle), theme.coordinate, theme.ground, share=1.0
    )


def _players(pen: Pen, header: PictureHeader, left: int = EDGE, row: int = TITLE_ROW) -> None:
    """Everybody's chips and name, from ``left`` on below ``row``; those who are lit on a pill."""
    theme, room = pen.theme, pen.picture.width - left - EDGE
    players, (size, least) = header.players, NAME_SIZES
    names = [shown_name(player) for player in players]

    def taken(size: int) -> float:
        rooms = (_room(player, name, size) for player, name in zip(players, names, strict=True))
        return sum(rooms) + GAP * (len(names) - 1)

    while size > least and taken(size) > room:
        size -= 1
    if taken(size) > room:
        names = _last_words(names)
    lit = [place for place, player in enumerate(players) if player.lit]
    if header.crown is not None and len(lit) > 1 and taken(size) > room:
        # Rather the winners' names whole than everybody's cut.
        players, names = tuple(players[place] for place in lit), [names[place] for place in lit]
    while taken(size) > room and max(map(len, names)) > 2:
        longest = max(range(len(names)), key=lambda place: len(names[place].rstrip("…")))
        names[longest] = names[longest].rstrip("…")[:-1].rstrip() + "…"
    x, top = left, row + (PLAYERS_ROW - PILL) / 2
    middle = top + PILL / 2
    for player, name in zip(players, names, strict=True):
        across = round(_room(player, name, size))
        ground, ink = (theme.ground, theme.coordinate)
        if player.lit:
            ground, ink = theme.highlight if header.result or header.crown else theme.paper, theme.ink
            pen.fill((across, PILL), PILL // 2, (x, top), ground, theme.ground)
        at = x + PADDING
        for _, colour, letter in player.seats:
            chip = _chip(letter, colour, ground, theme, pen.palette)
            put(pen.picture, chip, (round(at), round(middle - CHIP / 2)))
            at += CHIP + 4
        pen.write(name, size, (at + 6, middle), ink, ground)
        x += across + GAP


def _last_words(names: list[str]) -> list[str]:
    """Names of which several begin alike, such as those of computers, by what tells them apart."""
    begun = Counter(names) + Counter(name.rpartition(" ")[0] for name in names)
    return [name.rpartition(" ")[2] if begun[name.rpartition(" ")[0]] > 1 else name for name in names]


def shown_name(player: Player) -> str:
    """A name as the fonts can write it; else what the person plays."""
    return writable(player.name) or " ".join(seat.name for seat in player.seats)


def _room(player: Player, name: str, size: int) -> float:
    """The pixels that a player takes."""
    return 2 * PADDING + len(player.seats) * (CHIP + 4) + 6 + width(name, size)


@cached
def _chip(letter: str, number: int, ground: RGB, theme: Theme, palette: bytes) -> Image.Image:
    """A chip as numbers of the colours of ``palette``."""
    return indexed(chip(letter, number, ground, theme), palette)


def chip(letter: str, number: int, ground: RGB, theme: Theme) -> Image.Image:
    """A disc in a seat's colour (0xRRGGBB) with its first letter, on ``ground``; RGB."""
    colour, middle = rgb(number), (CHIP / 2, CHIP / 2)
    sketch = Sketch(CHIP, CHIP, ground)
    sketch.circle(middle, CHIP / 2, theme.paper if luminance(ground) < 128 else theme.ink)
    picture = sketch.circle(middle, CHIP / 2 - 3, colour).sprite().convert("RGB")
    write_centred(picture, middle, letter, 28, theme.paper if luminance(colour) < 140 else theme.ink)
    return picture


def chips(picture: Image.Image, player: Player, at: tuple[int, float], ground: RGB, theme: Theme) -> int:
    """Paste the chips of a player's seats; ``at``: their left end, and their middle. Gives the right end."""
    x, middle = at
    for _, colour, letter in player.seats:
        picture.paste(chip(letter, colour, ground, theme), (x, round(middle - CHIP / 2)))
        x += CHIP + 4
    return x


def _story(pen: Pen, text: str, *, banner: bool) -> None:
    """What happened last, on a panel; how the game ended, on a bright banner."""
    theme, (size, least) = pen.theme, STORY_SIZES
    ground, ink = (theme.highlight, theme.ink) if banner else (theme.panel, theme.coordinate)
    across, top = pen.picture.width - 2 * EDGE, TITLE_ROW + PLAYERS_ROW
    pen.fill((across, STORY_ROW - 12), 14, (EDGE, top), ground, theme.ground)
    room = across - 2 * PADDING
    text = shortened(writable(text), room, least)
    size = fit(text, size, room, least=least)
    pen.write(text, size, (pen.picture.width / 2, top + (STORY_ROW - 12) / 2), ink, ground, share=0.5)


def shortened(text: str, room: float, size: int) -> str:
    """As many of the first sentences of ``text`` as fit, else what stands before the colon.

    Where not even that fits, it's cut between two words.
    """
    ends = [place.end() for place in re.finditer(r"[.!?](?= |$)", text)]
    whole = [text[:end] for end in ends] or [text]
    colon = text[: ends[0] if ends else None].find(":")
    shorter = [*reversed(whole), *([f"{text[:colon]}."] if colon > 0 else [])]
    fitting = next((each for each in shorter if width(each, size) <= room), None)
    if fitting is not None:
        return fitting
    while " " in text and width(f"{text} …", size) > room:
        text = text.rpartition(" ")[0]
    return f"{text} …"
