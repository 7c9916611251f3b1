"""People who are away: their tables hear of it, and their clocks stand still until they are back."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from bot.people import settings
from bot.people.preferences import away_until
from bot.tables.errors import TableError, TryAgainError
from bot.tables.model.seating import Away
from bot.tables.model.table import LIVE, Table
from bot.tables.service import TableService
from data.store.queries import people
from data.store.records import Event


def events(table: Table, person: int, until: int | None, at: int) -> Sequence[Event]:
    """What the log of ``table`` has to be told, if ``person`` is away ``until`` then (None: is here)."""
    known = next((each for each in table.seating.away if each.person == person), None)
    if table.status not in LIVE or known == (Away(person, until) if until is not None else None):
        return ()
    if until is None:
        return (Event("back", person=person, at=at),)
    return (Event("away", person=person, text=str(until), at=at),)


async def tell_tables(service: TableService, *persons: int) -> None:
    """Tell the open tables of ``persons`` whether they are away; what is known there is left alone.

    :raises TryAgainError: when one of them couldn't be told now, which doesn't keep the others from it.
    """
    failed: TryAgainError | None = None
    for person in persons:
        for table_id in await people.open_tables(service.store, person, LIVE):
            try:
                await tell_table(service, table_id, person)
            except TryAgainError as fault:
                failed = fault
    if failed is not None:
        raise failed


async def tell_table(service: TableService, table_id: int, person: int) -> None:
    """Tell a table at which ``person`` plays, or is challenged, whether they are away."""
    now = service.now()
    until = away_until(await settings.load(service.store, person), now)
    # A table that is frozen or over has no clock to stop.
    with contextlib.suppress(TableError):
        await service.change(table_id, lambda table: events(table, person, until, now))


async def catch_up(service: TableService) -> None:
    """Tell the tables what a bot that was stopped in between hasn't told them."""
    await tell_tables(service, *await people.who_have_been_away(service.store))
