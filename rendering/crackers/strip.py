"""Above and below the station: whose turn it is, the rounds as a gauge, what is left of the turn."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.games.crackers.actions import CAPTAIN, CREW, SEATS
from bot.games.crackers.turns import PARTS, left
from bot.games.crackers.view import CrackersView
from rendering.cache import cached
from rendering.primitives import frame, panel
from rendering.sprites import stamp
from rendering.text import caption, fit, line
from rendering.theme import RGB
from rendering.tiles import TiledPicture

from .figures import crew, figure, part
from .tiles import Station

WIDTH: Final = 960
HEAD: Final = 106
"""The header's height."""
FOOT: Final = 58
"""The footer's height."""
EDGE: Final = 36
CHIP: Final = 54
GAUGE: Final = 84
"""The y of the gauge's middle."""
TUBE: Final = 32
"""The gauge's height."""
MOST_TENTHS: Final = 120
"""The most rounds of which every tenth has room for its number."""


def header(picture: TiledPicture, view: CrackersView, theme: Station) -> None:
    """Draw the order of turns, with a frame around the one who acts, and the gauge of the rounds."""
    for order, seat in enumerate(SEATS):
        at = (EDGE + CHIP / 2 + order * (CHIP + 10), 36)
        sprite = figure("captain", CHIP - 8, theme) if seat == CAPTAIN else crew(order, CHIP - 8, theme)
        stamp(picture, sprite, at)
        if seat in view.to_act:
            box = frame(CHIP, CHIP, 12, 4, theme.highlight, theme.ink)
            stamp(picture, box, at)
    turn = EDGE + 4 * (CHIP + 10) + 16
    caption(picture, (turn, 36), _who(view), 34, theme.paper, theme.ground, share=0)
    _gauge(picture, view, theme)


def _who(view: CrackersView) -> str:
    if view.outcome is not None:
        return "The crew wins" if CREW[0] in view.outcome.winners else "The captain wins"
    if not view.to_act:
        return "The end"
    if view.phase == "settle":
        return "Water runs"
    return f"{'The captain' if view.mover == CAPTAIN else view.mover.capitalize()} to move"


def _gauge(picture: TiledPicture, view: CrackersView, theme: Station) -> None:
    """Draw the rounds that are over as a filled tube that leads to the pod; every tenth has its number.

    Of many rounds, only every twentieth has one.
    """
    room = WIDTH - 2 * EDGE - 40
    tube = panel(room, TUBE, TUBE / 2, theme.ink, theme.paper, 3)
    picture.paste(tube, (EDGE, GAUGE - TUBE // 2), tube)
    over = view.round if view.outcome and view.outcome.reason == "held out" else view.round - 1
    filled = round((room - 12) * over / view.rounds)
    if filled >= TUBE - 12:
        bar = panel(filled, TUBE - 12, (TUBE - 12) / 2, theme.chosen)
        picture.paste(bar, (EDGE + 6, GAUGE - TUBE // 2 + 6), bar)
    apart = 10 if view.rounds <= MOST_TENTHS else 20
    for tick in range(apart, view.rounds, apart):
        x = EDGE + 6 + round((room - 12) * tick / view.rounds)
        done = EDGE + 6 + filled - x
        picture.paste(_tick(theme.ink if done >= 0 else theme.paper), (x - 1, GAUGE - TUBE // 2 + 6))
        number = _number(str(tick), max(-60, min(done, 0)), theme)
        stamp(picture, number, (x - 6 - number.width / 2, GAUGE))
    stamp(picture, figure("pod", 44, theme), (WIDTH - EDGE - 18, GAUGE - 2))


@cached
def _number(text: str, done: int, theme: Station) -> Image.Image:
    """A number of the gauge, dark as far as the tube is filled: to ``done`` pixels from its tick."""
    number, dark = line(text, 24, theme.paper).copy(), line(text, 24, theme.ink)
    covered = dark.crop((0, 0, max(0, min(dark.width, dark.width + 6 + done)), dark.height))
    number.paste(covered, (0, 0))
    return number


@cached
def _tick(colour: RGB) -> Image.Image:
    """A mark on the gauge."""
    return Image.new("RGB", (2, TUBE - 12), colour)


def footer(picture: TiledPicture, view: CrackersView, theme: Station, top: int) -> None:
    """Draw what is left of the turn, or how the game ended."""
    if view.phase == "captain" and view.to_act:
        _parts(picture, view, theme, top + FOOT // 2)
        return
    text = _left(view)
    size = fit(text, 30, WIDTH - 2 * EDGE)
    caption(picture, (WIDTH / 2, top + FOOT / 2), text, size, theme.paper, theme.ground)


def _parts(picture: TiledPicture, view: CrackersView, theme: Station, y: int) -> None:
    """Draw what is left of each turn that the captain may still complete: drops and sandbags."""
    groups = [[kind for kind in PARTS for _ in range(rest[kind])] for rest in left(view.done)]
    step, gap = 44, 62
    room = sum(len(group) * step for group in groups) + gap * (len(groups) - 1)
    x = (WIDTH - room) / 2
    for order, group in enumerate(groups):
        if order:
            stamp(picture, line("or", 26, theme.paper), (x + gap / 2, y))
            x += gap
        for kind in group:
            stamp(picture, part(kind, 38, theme), (x + step / 2, y))
            x += step


def _left(view: CrackersView) -> str:
    if view.outcome is not None:
        return {
            "drowned": "One of the crew has drowned.",
            "pod flooded": "The escape pod is flooded.",
            "cut off": "One of the crew is cut off from the pod.",
            "captain drowned": "Captain Crackers has drowned in his control room.",
            "held out": "The pod is ready, and everybody gets away.",
        }[view.outcome.reason]
    if not view.to_act:
        return "The game is over."
    if view.phase == "settle":
        return "The captain chooses where the water runs."
    return f"{view.mover.capitalize()} moves, and can then drop or pick up a sandbag."
