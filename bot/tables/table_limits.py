"""Limits on the number of tables per person and per server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.languages import ngettext
from bot.people.computers import is_computer
from bot.people.display_names import escape_markdown
from bot.tables.model.table import Table
from data.store import limits as held
from data.store.limits import LimitExceeded
from data.store.records import Event, Limits, Seating
from data.store.store import Store

from .errors import TableError
from .server_rules import ServerRules

MAX_WAITING: Final = 10
"""The most tables that one person may have opened that haven't started."""
MAX_SEATS: Final = 50
"""The most lobbies and games in play at which one person may sit."""
DEFAULT_LIMITS: Final = Limits(waiting=MAX_WAITING, seats=MAX_SEATS)


def limits(rules: ServerRules) -> Limits:
    """The limits in a server with these settings."""
    return Limits(MAX_WAITING, MAX_SEATS, rules.tables, rules.each)


def refusal(crowded: LimitExceeded, events: Sequence[Event] = ()) -> TableError:
    """The error shown for a limit that ``events``, or a new table, would exceed."""
    for event in events:
        if event.verb == "sit" and event.person == crowded.person != events[0].person:
            return TableError(
                "{name} is already at {most} tables, so they can’t take the seat yet. Press **Accept "
                "Takeover** again once they’ve finished a game, or press **Decline Takeover**.",
                name=escape_markdown(event.name),
                most=crowded.most,
            )
    most = crowded.most
    sentences = {
        "waiting": ngettext(
            "You already have a table waiting for players. **Cancel** it, or wait until it begins.",
            "You already have {number} tables waiting for players. **Cancel** one of them, or wait until one "
            "begins. Use `/games` to see them.",
            most,
        ),
        "seats": ngettext(
            "You’re already at a table. Finish that game first. Use `/games` to see it.",
            "You’re already at {number} tables. Finish a game first. Use `/games` to see yours.",
            most,
        ),
        "server": ngettext(
            "This server allows one open table at a time. Join it, or wait until its game ends.",
            "This server allows {number} open tables at a time. Join one that’s waiting for players, or wait "
            "until a game ends.",
            most,
        ),
        "each": ngettext(
            "You can only have one open table at a time in this server. Finish your current game first.",
            "You can only have {number} open tables at a time in this server. Finish a game first.",
            most,
        ),
    }
    return TableError(sentences[crowded.which])


async def require_room(store: Store, host: int, server: int | None, most: Limits) -> None:
    """:raises TableError: when ``host`` may not open another table."""
    try:
        await held.require_room(store, host, server, most)
    except LimitExceeded as crowded:
        raise refusal(crowded) from None


def seating(table: Table, events: Sequence[Event]) -> Seating | None:
    """The person who newly sits down at ``table`` by ``events``, or asks for a seat; there is at most one.

    Computers sit at any number of tables.
    """
    asking = None
    for event in events:
        sits, asks = event.verb == "sit", event.verb == "ask" and event.text.startswith("seat ")
        if not (sits or asks) or event.person is None or is_computer(event.person):
            continue
        if asks:
            asking = Seating(event.person, MAX_SEATS, coming=1)
        elif event.person not in table.seating:
            return Seating(event.person, MAX_SEATS)
    return asking
