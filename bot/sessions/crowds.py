"""How many tables one person and one server may have at once, and what is said when there are enough."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from data.store import limits as held
from data.store.limits import Crowded, Limits, Seating
from data.store.store import Store

from .refusals import TableError
from .server_rules import ServerRules

WAITING: Final = 10
"""Tables that one person may have opened and not begun."""
SEATS: Final = 50
"""Tables that are not over and at which one person may sit."""
USUAL: Final = Limits(waiting=WAITING, seats=SEATS)


def limits(rules: ServerRules) -> Limits:
    """The limits in a server of these rules."""
    return Limits(WAITING, SEATS, rules.tables, rules.each)


def refusal(crowded: Crowded) -> TableError:
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
def told() -> Iterator[None]:
    """Around what a limit may refuse.

    :raises TableError: with a sentence, when it does.
    """
    try:
        yield
    except Crowded as crowded:
        raise refusal(crowded) from None


async def require_room(store: Store, host: int, server: int | None, most: Limits) -> None:
    """:raises TableError: when ``host`` may open no further table; opening one asks again."""
    with told():
        await held.require_room(store, host, server, most)


def seating(person: int) -> Seating:
    """``person``, who sits down at one table more."""
    return Seating(person, SEATS)
