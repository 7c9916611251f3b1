"""Snorkels: the capture game. Rulings are numbered as in ``rulings.md`` beside this file.

- ``groups``: snorkels that breathe together, and their open tubes.
"""

from __future__ import annotations

from bot.games.core import ChoiceOption, Game, IntOption, SeatStyle

from . import squares, text
from .actions import COLOURS, GREEN, GUEST, HOST, PURPLE, SnorkelsAction, parse
from .book import BOOK
from .rules import sides, start
from .view import SnorkelsView

GAME: Game[SnorkelsAction, SnorkelsView] = Game(
    key="snorkels",
    title="Snorkels",
    rules=1,
    tagline="Place breathing aliens in a crater; whoever is cut off from the air first loses.",
    seats=COLOURS,
    seat_styles={
        PURPLE: SeatStyle(0x8E5BD0, "🟣"),
        GREEN: SeatStyle(0x3FA34D, "🟩"),
        HOST: SeatStyle(0x8E5BD0, "🟣"),
        GUEST: SeatStyle(0xC9A227, "🟡"),
    },
    people=(2, 2),
    sides=sides,
    options={
        "stones": IntOption("How many stones chance drops into the crater before the opening", 0, 3, 0),
        "pie": ChoiceOption(
            "on: the host opens for purple, the guest then takes a colour. off: purple simply begins",
            ("on", "off"),
            "on",
        ),
    },
    start=start,
    parse=parse,
    text=text.text,
    describe=text.describe,
    headline=text.headline,
    summary=text.summary,
    ending=text.ending,
    ask=text.ask,
    label=text.label,
    book=BOOK,
    page_for=text.page_for,
    describe_square=squares.look,
    details=text.details,
)
