"""What a card tells of requests and time, and the buttons that answer it."""

from __future__ import annotations

from typing import Final

from bot.components.boundary.card import Control, Style
from bot.sessions.snapshot import Snapshot

from . import time_words

ROWS: Final = 4
"""Rows of requests that a card shows at once; the rest follows when these are answered."""


def lines(table: Snapshot) -> tuple[str, ...]:
    """What a card tells of time and requests."""
    asked = [time_words.request(table, ask) for ask in table.asks[:ROWS]]
    declined = [time_words.declined(said) for said in table.declined[-ROWS:]]
    return (time_words.deadlines(table), *declined, *asked, time_words.leaving(table))


def rows(table: Snapshot) -> tuple[tuple[Control, ...], ...]:
    """The buttons that answer them."""

    def control(verb: str, label: str, rest: str = "", style: Style = Style.secondary) -> Control:
        return Control(verb, label, table.id, table.version, rest, style)

    found: list[tuple[Control, ...]] = []
    if table.flagged and not (table.clock is not None and table.clock.paused):
        claim = control("claim", "Claim the Win", style=Style.success)
        found.append((claim, control("grant", "Grant More Time")))
    for ask in table.asks[:ROWS]:
        accept = control("agree", "Accept", str(ask.seq), Style.success)
        answers = (accept, control("refuse", "Decline", str(ask.seq)))
        found.append(answers if table.asked(ask) else answers[1:])
    for person in table.people:
        if person.id in table.leaving:
            chair = next(sitter.chair for sitter in table.sitters if sitter.person.id == person.id)
            found.append((control("takeover", "Take Over", str(person.id)), control("stay", "Stay", chair)))
    return tuple(found)
