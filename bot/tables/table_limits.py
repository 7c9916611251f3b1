"""Limits on the number of tables per person and per server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.plurals import plural
from bot.people.computers import is_computer
from bot.people.display_names import escape_markdown
from bot.tables.model.table import Table
from data.store.queries import limits as held
from data.store.queries.limits import LimitExceeded
from data.store.records import Event, Limits, Seating
from data.store.store import Store

from . import text
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
            return TableError(text.newcomer_has_no_room(escape_markdown(event.name), crowded.most))
    most = crowded.most
    sentences = {
        "waiting": plural(
            most,
            "You already have a table waiting for players. **Cancel** it, or wait until it begins.",
            f"You already have {most} tables waiting for players. **Cancel** one of them, or wait until one "
            f"begins. Use `/games` to see them.",
        ),
        "seats": plural(
            most,
            "You’re already at a table. Finish that game first. Use `/games` to see it.",
            f"You’re already at {most} tables. Finish a game first. Use `/games` to see yours.",
        ),
        "server": plural(
            most,
            "This server allows one open table at a time. Join it, or wait until its game ends.",
            f"This server allows {most} open tables at a time. Join one that’s waiting for players, or wait "
            f"until a game ends.",
        ),
        "each": plural(
            most,
            "You can only have one open table at a time in this server. Finish your current game first.",
            f"You can only have {most} open tables at a time in this server. Finish a game first.",
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
