"""Tables that are folded from events alone, without a database."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.games.core import Game
from bot.tables.errors import TableError
from bot.tables.events import agreements, opening, reducer
from bot.tables.events.moves import Act
from bot.tables.model import pace
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from data.store.records import Event

from .harness import ANN, HERE, holder
from .tug_of_war import TUG

AT = 1_760_000_000_000


def lobby(game: Game[Any, Any] = TUG, measure: str = "none", **more: Any) -> Table:
    """A table that Ann has opened."""
    begun = opening.open_table(game, {}, ANN, HERE, Random(1), AT, measure=pace.read(measure), **more)
    header = begun.header._replace(id=7)
    return reducer.after(reducer.blank(header, game), begun.events)


def begun(*others: Person, game: Game[Any, Any] = TUG, measure: str = "none") -> Table:
    """A table of Ann and these others, started."""
    table = lobby(game, measure)
    for person in others:
        table = reducer.after(table, opening.join(table, Act(person, AT), slot=None))
    return table if table.status == "playing" else reducer.after(table, opening.start(table, AT))


Move = Callable[..., list[Event]]


def done(table: Table, move: Move, person: Person, at: int = AT) -> Table:
    """``table`` after what ``person`` asked for."""
    return reducer.after(table, move(table, Act(person, at)))


def agreed(table: Table, person: Person, at: int = AT) -> Table:
    """``table`` after ``person`` said yes to what was asked first."""
    return done(table, partial(agreements.accept, ask=table.agreements.requests[0].seq), person, at)


def refused(table: Table, move: Move, person: Person, why: str, **more: Any) -> None:
    """``person`` can't do that, and is told why."""
    with pytest.raises(TableError, match=why):
        move(table, Act(person, AT), **more)


def played(table: Table, text: str, at: int = AT, *, key: str | None = None) -> Table:
    """``table`` after an action of the first who may act, and what chance adds to it.

    ``key``: the interaction that caused it; None: it was played for them.
    """
    seat = table.acting[0]
    person = holder(table, seat)
    events = [Event("play", seat, person.id, person.name, text, at, key)]
    return reducer.with_chance_events(table, events, Random(1), at).after
