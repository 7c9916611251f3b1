"""Snorkels: the capture game. Rulings are numbered as in ``rulings.md`` beside this file."""

from __future__ import annotations

from bot.games.core import GUEST, HOST, Designer, Game, IntOption, SeatStyle

from . import actions, book, rules, text
from .actions import COLOURS, GREEN, PIE, PURPLE, SnorkelsAction
from .view import SnorkelsView

GAME: Game[SnorkelsAction, SnorkelsView] = Game.from_modules(
    actions,
    book,
    rules,
    text,
    key="snorkels",
    title="Snorkels",
    rules=1,
    tagline="Two tribes of aliens share a crater. Cut off the other side’s air to win.",
    designer=Designer("Mark Engelberg"),
    seats=COLOURS,
    seat_styles={
        PURPLE: SeatStyle(0x8E5BD0, "🟣"),
        GREEN: SeatStyle(0x3FA34D, "🟩"),
        HOST: SeatStyle(0x8A93A6, "⚪"),
        GUEST: SeatStyle(0x5C6577, "⚪"),
    },
    people=(2, 2),
    plannable=True,
    options={
        "stones": IntOption("Stones that fall into the crater before the game starts", 0, 3, 0),
        "pie": PIE.option,
    },
    first_options={"pie": "off"},
    book=book.BOOK,
)
