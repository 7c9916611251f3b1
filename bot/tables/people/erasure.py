"""Forgetting a person: out of every table that goes on, then out of what is kept."""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack
from typing import Final

from bot.tables.errors import TableBusy, TableError
from bot.tables.events import agreements, moves, opening
from bot.tables.model.table import LIVE, Person, Table
from bot.tables.service import TableService
from data.store.queries import erasures, people
from data.store.queries.erasures import Erasures
from data.store.records import Event

LOG: Final = logging.getLogger(__name__)
ATTEMPTS: Final = 5
"""How often somebody who sits down again meanwhile is taken out again."""


def events_to_leave(table: Table, person: Person, at: int) -> list[Event]:
    """``person`` leaves the table for good, whatever its status: the others can go on without them.

    :raises TableError: when the table is over, or they have nothing to do with it.
    """
    moves.require_live(table)
    if table.status == "lobby":
        if person.id in (table.header.host, table.header.opponent):
            return opening.cancel(table, person, at, None)
        return opening.leave(table, person, at, None)
    moves.require_seat(table, person)
    side = table.side_of(person.id) or ()
    mates = [mate for mate in table.side_people(side) if mate.id != person.id]
    if not mates or all(mate.id in table.resigning for mate in mates):
        return agreements.resign(table, person, at, None)
    own = [sitter.slot for sitter in table.seated if sitter.person.id == person.id]
    heirs = [mates[place % len(mates)] for place in range(len(own))]
    return [
        Event("substitute", own[0], heirs[0].id, heirs[0].name, at=at),
        *(Event("sit", slot, heir.id, heir.name, at=at) for slot, heir in zip(own, heirs, strict=True)),
    ]


async def erase(service: TableService, person: Person) -> int:
    """Take ``person`` out of everything that is kept; gives the number of tables that held something.

    What they still play is resigned; where others of their side play on, these take the seats. The logs keep
    a nameless seat, so that what was played can be seen as before.

    :raises TableBusy: when they sit down at tables faster than they can be taken out.
    """
    rewritten = await _forget(service, person)
    if not await service.store.truncate_wal():
        LOG.warning("the database's write-ahead log could not be emptied; the next sweep tries again")
    return rewritten


async def _forget(service: TableService, person: Person) -> int:
    stuck: set[int] = set()
    for _ in range(ATTEMPTS):
        async with AsyncExitStack() as stack:
            for number in await people.table_ids(service.store, person.id):
                # Whoever writes to one of these tables now must not bring the name back into memory.
                await stack.enter_async_context(service.locks.lock(number))
            try:
                rewritten = await people.erase(service.store, person.id, LIVE, service.now(), stuck)
            except people.StillPlaying as still:
                going = still.table_ids
            else:
                service.cache.evict(rewritten)
                return len(rewritten)
        for table_id in going:
            try:
                await service.change(
                    table_id, lambda table: events_to_leave(table, person, service.now()), None
                )
            except TableBusy:
                raise
            except TableError:
                # A table that no longer folds, or whose rules are not on hand, can't be resigned.
                stuck.add(table_id)
    raise TableBusy


async def forget_again(service: TableService, known: Erasures) -> int:
    """Forget everybody of whom ``known`` says so, unless the database knows it as well; gives their number.

    For a database that was copied before they were forgotten. It knows of all of them afterwards.
    """
    store, count = service.store, 0
    own = await store.read(erasures.erasures)
    for person in await people.everybody(store):
        at = known.last(person)
        if at is not None and at > (own.last(person) or 0):
            await erase(service, Person(person, people.SOMEBODY))
            count += 1
    await store.write(erasures.merge, known)
    return count
