"""Drown, Captain Crackers!: the game of water. Rulings are numbered as in ``rulings.md`` beside this file.

- ``station``: its printed sheets; sandbags, water and crew at one moment; ``water`` and
  ``walking``: where water and crew can go; ``turns``: what the captain may do; ``orders``: a crew member
  who stays until something changes.
"""

from __future__ import annotations

from bot.games.core import ChoiceOption, Designer, Game, IntOption, SeatStyle

from . import actions, book, prompts, rules, squares, text
from .actions import BLUE, CAPTAIN, RED, SEATS, YELLOW, CrackersAction
from .orders import ORDERS
from .station import NAMES, layout
from .view import CrackersView

EVEN = "/".join(str(layout(name).even_rounds) for name in NAMES)
EVEN_LATER = "/".join(str(layout(name).even_between["first-mate"]) for name in NAMES)

GAME: Game[CrackersAction, CrackersView] = Game.from_modules(
    actions,
    book,
    rules,
    text,
    prompts,
    squares,
    key="crackers",
    title="Drown, Captain Crackers!",
    rules=1,
    tagline="A mad captain floods the station. Hold out with sandbags until the pod is ready, or drown him.",
    designer=Designer("Crofter", "https://www.crofter.org"),
    seats=SEATS,
    seat_styles={
        RED: SeatStyle(0xE24A46, "🔴"),
        YELLOW: SeatStyle(0xFFD154, "🟡"),
        BLUE: SeatStyle(0x2C6AA4, "🔵"),
        CAPTAIN: SeatStyle(0x98A2AA, "🏴\u200d☠️"),
    },
    people=(2, 4),
    options={
        "board": ChoiceOption(
            "The layout: " + ", ".join(f"{name} {layout(name).files}×{layout(name).ranks}" for name in NAMES),
            NAMES,
            NAMES[0],
        ),
        "rounds": IntOption(
            f"Even on {'/'.join(NAMES)}: {EVEN} for beginners, {EVEN_LATER} for First Mates", 1, 200, None
        ),
        "path": ChoiceOption(
            "Wade: the path to the pod can go through water 1 deep. Dry: it has to be dry",
            ("wade", "dry"),
            "wade",
        ),
    },
    first_options={"board": "bell", "rounds": "27"},
    book=book.BOOK,
    standing=ORDERS,
    side_title=lambda side: "Captain Crackers" if CAPTAIN in side else "The Crew",
)
