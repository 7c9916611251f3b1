"""How a league's game ended. The pair's first person is on the table's first side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import sqlalchemy as sa

from bot.features.ratings.rated_games import has_won
from bot.languages import gettext_noop
from bot.tables.model.table import Table
from bot.tables.service import Change, Job
from data.store.queries import leagues
from data.store.queries.leagues import AT_ONCE, LeagueGame
from data.store.records import Event
from data.store.store import Store

from .standings import DRAWN, LOST, NEITHER, WON

FIRST, SECOND = 0, 1
"""The numbers of the sides."""
REFUSALS: Final[Mapping[Change, str]] = {
    "cancel": gettext_noop(
        "League games can’t be cancelled. If you want to give this one up, use **Resign** under **More**."
    ),
    "seat": gettext_noop("Nobody can take over a seat in a league game."),
    "leave": gettext_noop(
        "Nobody can take over a seat in a league game. If you want to give the game up, use **Resign** under "
        "**More**."
    ),
}


def settle(before: Table, after: Table, events: Sequence[Event]) -> Job | None:
    """Note how a league's game has ended, or that somebody has run out of time in it."""
    if after.status != before.status and after.status in ("over", "closed"):
        if len(after.seating.sides) != 2:
            return None
        return partial(_note_end, table=after, events=events)
    return partial(_hurry, table_id=after.id) if after.timing.flagged - before.timing.flagged else None


def _note_end(connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
    """Note how a table ended, if it belongs to a league: in the transaction that ends it."""
    if (game := leagues.open_game(connection, table.id)) is not None:
        found, forfeit = result(table, events, events[-1].at)
        note(connection, game, found, forfeit=forfeit)


def note(connection: sa.Connection, game: LeagueGame, result: int, *, forfeit: bool) -> None:
    """Note the result of a game, unless it has one; its league is looked at then."""
    if leagues.set_result(connection, game.id, result, forfeit=forfeit):
        leagues.raise_version(connection, game.league, AT_ONCE)


def _hurry(connection: sa.Connection, table_id: int) -> None:
    """Ask the table's league, if any, to check its round, because somebody ran out of time."""
    if (game := leagues.open_game(connection, table_id)) is not None:
        leagues.set_due(connection, game.league, AT_ONCE)


async def refuse(store: Store, table_id: int, change: Change) -> str:
    """Why a league's game can't be changed in this way; empty for other games."""
    return REFUSALS[change] if await leagues.league_of(store, table_id) is not None else ""


def result(table: Table, events: Sequence[Event], now: int) -> tuple[int, bool]:
    """The result of a table that has just ended or was closed by ``events``, and whether it is a forfeit.

    If a table is closed before the end, a side that is away on its turn loses, else the one that has taken
    more time over the game.
    """
    if table.status == "over" and table.outcome is not None:
        won = [has_won(table, side) for side in table.seating.sides]
        loser = {WON: SECOND, LOST: FIRST}.get(won[FIRST] - won[SECOND])
    else:
        loser = away(table)
        loser = slower(table, now) if loser is None else loser
        if loser is None and not moved(table, FIRST) and not moved(table, SECOND):
            return NEITHER, True
    if loser is None:
        return DRAWN, False
    resigned = any(event.verb == "resign" for event in events)
    return (LOST if loser == FIRST else WON), not resigned and not moved(table, loser)


def moved(table: Table, side: int) -> bool:
    """Whether a side has made a move."""
    return any(table.played.get(slot) for slot in table.seating.sides[side])


def away(table: Table) -> int | None:
    """The side that is away on its turn; None if it isn't, or it is the turn of both."""
    awaited = table.awaited_at(table.state) if table.state is not None else frozenset()
    gone = awaited & {each.person for each in table.seating.away}
    return table.seating.side_number(*gone) if len(gone) == len(awaited) == 1 else None


def slower(table: Table, now: int) -> int | None:
    """The side that has taken more time over the game up to ``now``; None if both took the same."""
    clock = table.timing.clock
    used = clock.at(now).used if clock is not None else ()
    return used.index(max(used)) if len(set(used)) == 2 else None
