"""How many tables one person and one server may have at once, and what is said when there are enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from bot.tables.model.table import Table
from bot.tables.people.display_names import escape_markdown
from data.store.queries import limits as held
from data.store.queries.limits import LimitExceeded, Limits, Seating
from data.store.records import Event
from data.store.store import Store

from .errors import TableError
from .server_rules import ServerRules

MAX_WAITING: Final = 10
"""Tables that one person may have opened and not begun."""
MAX_SEATS: Final = 50
"""Tables that are not over and at which one person may sit."""
DEFAULT_LIMITS: Final = Limits(waiting=MAX_WAITING, seats=MAX_SEATS)


def limits(rules: ServerRules) -> Limits:
    """The limits in a server of these rules."""
    return Limits(MAX_WAITING, MAX_SEATS, rules.tables, rules.each)


def refusal(crowded: LimitExceeded) -> TableError:
    """Why no further table can be opened."""
    match crowded.which:
        case "waiting":
            words = (
                f"{crowded.most} of your tables wait for players. **Cancel** one of them, or wait until one "
                f"begins: `/games` lists them."
            )
        case "seats":
            words = f"You sit at {crowded.most} tables. Finish one first: `/games` lists them."
        case "server":
            words = (
                f"This server has {crowded.most} open tables at most. Finish one first, or join one in a "
                f"lobby."
            )
        case _:
            words = (
                f"On this server one member may have {crowded.most} open at once, and you have. Finish one "
                f"first."
            )
    return TableError(words)


@contextmanager
def explain_limits(events: Sequence[Event] = ()) -> Iterator[None]:
    """Around what a limit may refuse: ``events`` at a table that is there, or the opening of one.

    :raises TableError: with a sentence, when it does.
    """
    try:
        yield
    except LimitExceeded as crowded:
        for event in events:
            if event.verb == "sit" and event.person == crowded.person != events[0].person:
                raise too_many(event.name, crowded.most) from None
        raise refusal(crowded) from None


def too_many(name: str, most: int) -> TableError:
    """Why somebody of this ``name`` can't have the seat that others agree to give them."""
    return TableError(
        f"{escape_markdown(name)} sits at {most} tables by now, so the seat can’t be theirs yet. "
        f"Press **Accept** again once they have finished one, or **Decline**."
    )


async def require_room(store: Store, host: int, server: int | None, most: Limits) -> None:
    """:raises TableError: when ``host`` may open no further table; opening one asks again."""
    with explain_limits():
        await held.require_room(store, host, server, most)


def seating(table: Table, events: Sequence[Event]) -> Seating | None:
    """Who sits down at ``table`` by ``events``, or asks for a seat; None where nobody does.

    That is one person at most: whoever sits there already only changes the slot.
    """
    here = {person.id for person in table.people}
    for event in events:
        if event.verb == "sit" and event.person is not None and event.person not in here:
            return Seating(event.person, MAX_SEATS)
    for event in events:
        if event.verb == "ask" and event.person is not None and event.text.startswith("seat "):
            return Seating(event.person, MAX_SEATS, coming=1)
    return None
