"""Hints: who may ask for them, and the event that makes a game unrated."""

from __future__ import annotations

from bot.tables import text
from bot.tables.errors import TableError
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from data.store.records import Event

from .moves import event_by, require_turn


def possible(table: Table) -> bool:
    """Whether hints can be asked for here: one person plays against computers."""
    return bool(table.seating.computers) and len(table.seating.humans) == 1 and not table.private


def require_possible(table: Table) -> None:
    """:raises TableError: when somebody else plays here, or no computer."""
    if not possible(table):
        raise TableError(text.HINTS_ELSEWHERE)


def take(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` gets a hint for their turn; the first one makes the game unrated.

    :raises TableError: when it isn't their turn, or they don't play against computers alone.
    """
    seat = require_turn(table, person)
    require_possible(table)
    assert table.state is not None
    slot = table.state.slot(seat)
    if slot in table.hints:
        return []
    return [event_by(person, "hint", at, key, seat=slot)]
