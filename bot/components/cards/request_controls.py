"""What a card tells of requests and time, and the buttons that answer it."""

from __future__ import annotations

from typing import Final

from bot.components.interactions.card import Control, Style
from bot.tables.model.table import Request, Table
from bot.tables.people.display_names import plain

from . import time_text

MAX_ROWS: Final = 4
"""Rows of requests that a card shows at once; the rest follows when these are answered."""
KIND_LABELS: Final = {"undo": "Undo", "pause": "Pause", "resume": "Resume", "seat": "Takeover"}
"""What a button calls a request of each kind."""


def title(ask: Request) -> str:
    """A request as its buttons name it, such as ``Finn’s Undo``; labels are plain text, never escaped."""
    return f"{plain(ask.by.name)}’s {KIND_LABELS[ask.kind]}"


def lines(table: Table) -> tuple[str, ...]:
    """What a card tells of time and requests."""
    asked = [time_text.request(table, ask) for ask in table.requests[:MAX_ROWS]]
    declined = [time_text.declined(said) for said in table.declined[-MAX_ROWS:]]
    return (time_text.deadlines(table), *declined, *asked, time_text.leaving(table))


def rows(table: Table) -> tuple[tuple[Control, ...], ...]:
    """The buttons that answer them."""

    def control(verb: str, label: str, rest: str = "", style: Style = Style.secondary) -> Control:
        return Control(verb, label, table.id, table.version, rest, style)

    found: list[tuple[Control, ...]] = []
    if table.flagged and not (table.clock is not None and table.clock.paused):
        claim = control("claim", "Claim the Win", style=Style.success)
        found.append((claim, control("grant", "Grant More Time")))
    for ask in table.requests[:MAX_ROWS]:
        number = str(ask.seq)
        if table.pending_answers(ask):
            accept = control("agree", f"Accept {title(ask)}", number, Style.success)
            found.append((accept, control("refuse", f"Decline {title(ask)}", number)))
        else:
            found.append((control("refuse", f"Withdraw {title(ask)}", number),))
    for person in table.people:
        if person.id in table.leaving:
            slot = next(sitter.slot for sitter in table.seated if sitter.person.id == person.id)
            name = plain(person.name)
            take = control("takeover", f"Take Over from {name}", str(person.id))
            found.append((take, control("stay", f"{name} Stays", slot)))
    return tuple(found)
