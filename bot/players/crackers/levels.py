"""How each level looks at the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.core import Options
from bot.games.crackers.layout import layout
from bot.players import levels

from . import text
from .judgement import DEFAULT, Weights


@dataclass(frozen=True, slots=True)
class CrackersSettings:
    """How far somebody sees, and how surely they choose the best of it."""

    budget: int
    """How many positions a choice judges at most, the one that is being played on aside."""
    temperature: float
    """How much worse a choice may be, in rounds, to be taken 37 % as often as the best."""
    choices: int = 5
    """How many of the best it chooses from."""
    careful: bool = True
    """Whether it looks for an action of the other side's that wins at once."""
    candidates: int = 0
    """How many of the best at a glance are played on to the end of the captain's next turn."""
    width: int = 0
    """How many turns the captain goes on with after each part of his own; 0: he sees one part at a time."""
    reply: int = 0
    """The same of the captain's turn that a candidate is played on with."""
    crew: Weights = DEFAULT
    """How it judges as one of the crew."""
    captain: Weights = DEFAULT
    """How it judges as the captain."""


LEVELS: Final = {
    "cabin-boy": CrackersSettings(budget=1_000, temperature=0.5, choices=5, careful=False),
    "deckhand": CrackersSettings(budget=2_000, temperature=0.1, choices=3, width=3),
    "first-mate": CrackersSettings(budget=4_000, temperature=0.15, choices=3, candidates=3, width=4, reply=2),
    "captain": CrackersSettings(budget=8_000, temperature=0.02, candidates=6, width=5, reply=3),
}
"""The upper two look on to the end of the captain's next turn; the lower two stop after their own."""


def advice(options: Options, here: Sequence[str]) -> str:
    """Which numbers of rounds are even between players of these levels; empty if the game has one of them."""
    sheet = layout(str(options["board"]))
    rounds = options["rounds"] or sheet.rounds
    titles = {each.key: f"{each.title}s" for each in levels.LEVELS}
    even = {titles[each]: sheet.even_between[each] for each in here}
    return "" if rounds in even.values() else text.even_rounds(sheet.name, even)
