"""How a league's game ended. Pure functions of a table; the pair's first person is on its first side."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.leagues.standings import DRAWN, LOST, NEITHER, WON
from bot.games.core import CHANCE
from bot.tables.model.table import Table
from data.store.records import Event

FIRST, SECOND = 0, 1
"""The numbers of the sides."""


def result(table: Table, events: Sequence[Event], now: int) -> tuple[int, bool]:
    """The result of a table that has just ended or was closed by ``events``, and whether it is a forfeit.

    If a table is closed before the end, the side that has taken more time over the game loses.
    """
    outcome = table.outcome
    if table.status == "over" and outcome is not None:
        winners = {person.id for seat in outcome.winners if (person := table.holder(seat)) is not None}
        won = [any(person.id in winners for person in table.side_people(side)) for side in table.sides]
        loser = {WON: SECOND, LOST: FIRST}.get(won[FIRST] - won[SECOND])
    else:
        loser = slower(table, now)
        if loser is None and not moved(table, FIRST) and not moved(table, SECOND):
            return NEITHER, True
    if loser is None:
        return DRAWN, False
    resigned = any(event.verb == "resign" for event in events)
    return (LOST if loser == FIRST else WON), not resigned and not moved(table, loser)


def moved(table: Table, side: int) -> bool:
    """Whether a side has made a move."""
    return any(
        turn.seat != CHANCE and table.sides_of([turn.before.slot(turn.seat)]) == {side}
        for turn in table.turns
    )


def slower(table: Table, now: int) -> int | None:
    """The side that has taken more time over the game up to ``now``; None if both took the same."""
    used = table.clock.at(now).used if table.clock is not None else ()
    return used.index(max(used)) if len(set(used)) == 2 else None
