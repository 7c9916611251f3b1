"""Below the station: the rounds as a gauge, or what is left of the captain's turn, or how the game ended."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.games.crackers.board import possible
from bot.games.crackers.turns import PARTS
from bot.games.crackers.view import CrackersView
from bot.languages import gettext, gettext_noop, pgettext
from rendering.cache import cached
from rendering.primitives import panel
from rendering.sprites import stamp
from rendering.text import fit, line, width
from rendering.theme import Theme
from rendering.tiles import TiledPicture

from .figures import figure, part

WIDTH: Final = 960
STRIP: Final = 62
"""The strip's height: it's beside what is asked, and so in view on a phone while somebody chooses."""
EDGE: Final = 36
CHIP: Final = 60
"""The room of a figure in the strip."""
LETTERS: Final = 32
"""The size of the strip's words."""
MIDDLE: Final = 31
"""The strip's middle, from its top."""
TUBE: Final = 46
"""The gauge's height."""
DIGITS: Final = 36
"""The size of the gauge's words."""
BESIDE: Final = 10
"""The room between the gauge's words and the end of its filling."""


ENDINGS: Final = gettext_noop(
    {
        "drowned": "One of the crew has drowned.",
        "pod flooded": "The escape pod is flooded.",
        "cut off": "One of the crew is cut off from the pod.",
        "captain drowned": "Captain Crackers has drowned in his control room.",
        "held out": "The pod is ready: the crew escapes.",
    }
)


def strip(picture: TiledPicture, view: CrackersView, top: int, theme: Theme) -> None:
    """Draw what stands below the station, from ``top`` on."""
    (_gauge if view.to_act and view.phase == "crew" else _turn)(picture, view, top + MIDDLE, theme)


def _gauge(picture: TiledPicture, view: CrackersView, y: int, theme: Theme) -> None:
    """Draw the rounds that are over as a filled tube that leads to the pod, and which one this is."""
    room = WIDTH - 2 * EDGE - 40
    tube = panel(room, TUBE, TUBE / 2, theme.ink, theme.paper, 3)
    picture.paste(tube, (EDGE, y - TUBE // 2), tube)
    filled = round((room - 12) * (view.round - 1) / view.rounds)
    if filled:
        picture.paste(_filling(filled, room - 12, theme), (EDGE + 6, y - TUBE // 2 + 6))
    end, told = EDGE + 6 + filled, _round(view)
    half = width(told, DIGITS) / 2 + BESIDE
    middle = EDGE + room / 2
    if abs(middle - end) < half:
        # The end of the filling leaves all letters whole.
        middle = end - half if middle < end else end + half
    words = line(told, DIGITS, theme.ink if middle < end else theme.paper)
    stamp(picture, words, (middle, y))
    stamp(picture, figure("pod", 56, theme), (WIDTH - EDGE - 16, y))


def _round(view: CrackersView) -> str:
    return gettext("Round {round} of {rounds}", round=view.round, rounds=view.rounds)


@cached
def _filling(across: int, room: int, theme: Theme) -> Image.Image:
    """The gauge's content: it ends straight, as the words on it do."""
    return panel(room, TUBE - 12, (TUBE - 12) / 2, theme.chosen).crop((0, 0, across, TUBE - 12))


def _turn(picture: TiledPicture, view: CrackersView, y: int, theme: Theme) -> None:
    """Draw the round, that the captain is to choose, and what is left of the turn; or how the game ended."""
    turns = possible(view) if view.phase == "captain" and view.to_act else ()
    groups = [[kind for kind in PARTS for _ in range(rest[kind])] for rest in turns]
    text, step, word = "" if groups else _left(view), 44, pgettext("between two choices", "or")
    gap = max(62, round(width(word, 30)) + 20)
    room = len(view.to_act) * CHIP + sum(len(group) * step for group in groups)
    room += gap * max(len(groups) - 1, 0)
    start = 20.0
    if view.to_act:
        now = f"{view.round}/{view.rounds}" if groups else _round(view)
        told = line(now, fit(now, LETTERS, WIDTH - 50 - room), theme.paper)
        stamp(picture, told, (start + told.width / 2, y))
        start += told.width + 10
    size = fit(text, LETTERS, WIDTH - 20 - start - room)
    x = start + (WIDTH - 20 - start - room - width(text, size)) / 2
    for _ in view.to_act:
        stamp(picture, figure("captain", 46, theme), (x + CHIP / 2 - 6, y))
        x += CHIP
    if text:
        told = line(text, size, theme.paper)
        stamp(picture, told, (x + told.width / 2, y))
    for order, group in enumerate(groups):
        if order:
            stamp(picture, line(word, 30, theme.paper), (x + gap / 2, y))
            x += gap
        for kind in group:
            stamp(picture, part(kind, 42, theme), (x + step / 2, y))
            x += step


def _left(view: CrackersView) -> str:
    if view.outcome is not None:
        return gettext(ENDINGS[view.outcome.reason])
    if not view.to_act:
        return gettext("The game is over.")
    return gettext("The captain chooses where the water runs.")
