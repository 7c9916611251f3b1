"""Above the station: the rounds as a gauge, or what is left of the captain's turn, or how the game ended."""

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
HEAD: Final = 58
"""The strip's height."""
EDGE: Final = 36
CHIP: Final = 60
"""The room of a figure in the strip."""
LETTERS: Final = 32
"""The size of the strip's words."""
GAUGE: Final = 29
"""The y of the strip's middle."""
TUBE: Final = 44
"""The gauge's height."""
DIGITS: Final = 34
"""The size of the gauge's numbers."""
MOST_TENTHS: Final = 120
"""The most rounds of which every tenth has room for its number."""


ENDINGS: Final = gettext_noop(
    {
        "drowned": "One of the crew has drowned.",
        "pod flooded": "The escape pod is flooded.",
        "cut off": "One of the crew is cut off from the pod.",
        "captain drowned": "Captain Crackers has drowned in his control room.",
        "held out": "The pod is ready, and everybody gets away.",
    }
)


def strip(picture: TiledPicture, view: CrackersView, theme: Theme) -> None:
    """Draw what stands above the station."""
    (_gauge if view.to_act and view.phase == "crew" else _turn)(picture, view, theme)


def _gauge(picture: TiledPicture, view: CrackersView, theme: Theme) -> None:
    """Draw the rounds that are over as a filled tube that leads to the pod; every tenth has its number.

    Of many rounds, only every twentieth has one.
    """
    room = WIDTH - 2 * EDGE - 40
    tube = panel(room, TUBE, TUBE / 2, theme.ink, theme.paper, 3)
    picture.paste(tube, (EDGE, GAUGE - TUBE // 2), tube)
    filled = round((room - 12) * (view.round - 1) / view.rounds)
    if filled:
        picture.paste(_filling(filled, room - 12, theme), (EDGE + 6, GAUGE - TUBE // 2 + 6))
    apart = 10 if view.rounds <= MOST_TENTHS else 20
    for tick in range(apart, view.rounds, apart):
        x = EDGE + 6 + round((room - 12) * tick / view.rounds)
        done = EDGE + 6 + filled - x
        mark = panel(2, TUBE - 12, 0, theme.ink if done >= 0 else theme.paper)
        picture.paste(mark, (x - 1, GAUGE - TUBE // 2 + 6))
        number = _number(str(tick), max(-60, min(done, 0)), theme)
        stamp(picture, number, (x - 6 - number.width / 2, GAUGE))
    stamp(picture, figure("pod", 56, theme), (WIDTH - EDGE - 16, GAUGE))


@cached
def _filling(across: int, room: int, theme: Theme) -> Image.Image:
    """The gauge's content: it ends straight, as the numbers on it do."""
    return panel(room, TUBE - 12, (TUBE - 12) / 2, theme.chosen).crop((0, 0, across, TUBE - 12))


@cached
def _number(text: str, done: int, theme: Theme) -> Image.Image:
    """A number of the gauge, dark as far as the tube is filled: to ``done`` pixels from its tick."""
    number, dark = line(text, DIGITS, theme.paper).copy(), line(text, DIGITS, theme.ink)
    covered = dark.crop((0, 0, max(0, min(dark.width, dark.width + 6 + done)), dark.height))
    number.paste(covered, (0, 0))
    return number


def _turn(picture: TiledPicture, view: CrackersView, theme: Theme) -> None:
    """Draw that the captain is to choose and what is left of the turn, or how the game ended."""
    turns = possible(view) if view.phase == "captain" and view.to_act else ()
    groups = [[kind for kind in PARTS for _ in range(rest[kind])] for rest in turns]
    text, step, word = "" if groups else _left(view), 44, pgettext("between two choices", "or")
    gap = max(62, round(width(word, 30)) + 20)
    size = fit(text, LETTERS, WIDTH - 40 - len(view.to_act) * CHIP)
    room = len(view.to_act) * CHIP + width(text, size)
    room += sum(len(group) * step for group in groups) + gap * max(len(groups) - 1, 0)
    x, y = (WIDTH - room) / 2, GAUGE
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
