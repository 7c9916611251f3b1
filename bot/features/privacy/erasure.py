"""Erasing a person: from every table in play, then from the database."""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack, suppress
from typing import Final

from bot.tables import permissions
from bot.tables.errors import InternalError, TableBusy, TableError
from bot.tables.events import agreements, opening
from bot.tables.events.moves import Act
from bot.tables.model.seating import Person
from bot.tables.model.table import LIVE, Table
from bot.tables.service import TableService
from data.store.queries import erasures, people
from data.store.queries.erasures import Erasures
from data.store.records import Event

LOG: Final = logging.getLogger(__name__)
ATTEMPTS: Final = 5
"""How often to try again with somebody who keeps joining tables."""


def events_to_leave(table: Table, person: Person, at: int) -> list[Event]:
    """``person`` leaves the table for good, whatever its status, so that the others can go on.

    :raises TableError: when the table is over, or they aren't part of it.
    """
    permissions.require_live(table)
    if table.status == "lobby":
        if person.id in (table.header.host, table.header.opponent):
            return opening.cancel(table, Act(person, at))
        return opening.leave(table, Act(person, at))
    permissions.require_seat(table, person)
    side = table.seating.side_of(person.id) or ()
    mates = [mate for mate in table.seating.side_people(side) if mate.id != person.id]
    if all(mate not in table.seating.humans for mate in mates) and table.seating.humans == (person,):
        mates = []  # Computers don't play among themselves.
    if not mates or all(mate.id in table.agreements.resigning for mate in mates):
        return agreements.resign(table, Act(person, at))
    own = table.seating.slots_of(person.id)
    heirs = [mates[place % len(mates)] for place in range(len(own))]
    return [
        Event("substitute", own[0], heirs[0].id, heirs[0].name, at=at),
        *(opening.sat(table.game, slot, heir, at) for slot, heir in zip(own, heirs, strict=True)),
    ]


def _withdrawn(table: Table, person: Person, at: int) -> list[Event]:
    """``person`` withdraws what they have asked for, such as a seat."""
    own = [ask for ask in table.agreements.requests if ask.by.id == person.id]
    return [Event("decline", person=person.id, name=person.name, text=str(ask.seq), at=at) for ask in own]


async def erase(service: TableService, person: Person) -> int:
    """Erase ``person`` from everything stored. Returns the number of tables that were rewritten.

    They resign all games in play; if others on their side play on, those take over the seats. The logs keep a
    nameless seat, so games can still be replayed.

    :raises TableBusy: when they join tables faster than they can be removed.
    """
    rewritten = await _forget(service, person)
    if not await service.store.truncate_wal():
        LOG.warning("the database's write-ahead log couldn't be emptied; the next sweep will try again")
    return rewritten


async def _forget(service: TableService, person: Person) -> int:
    stuck: set[int] = set()
    for table_id in await people.asked_at(service.store, person.id, LIVE):
        # One whose game the bot no longer has can't give them anything either.
        with suppress(TableError, InternalError):
            await service.change(table_id, lambda table: _withdrawn(table, person, service.now()))
    for _ in range(ATTEMPTS):
        async with AsyncExitStack() as stack:
            numbers = await people.table_ids(service.store, person.id)
            for number in numbers:
                # Otherwise a concurrent write to one of these tables could put the name back into memory.
                await stack.enter_async_context(service.locks.lock(number))
            try:
                rewritten = await people.erase(
                    service.store, person.id, LIVE, service.now(), stuck, service.hooks.forget
                )
            except people.StillPlaying as error:
                going = error.table_ids
            except Exception:
                # It may be stored, and then the next attempt finds nothing to rewrite.
                service.cache.evict(numbers)
                raise
            else:
                service.cache.evict(rewritten)
                return len(rewritten)
        for table_id in going:
            try:
                await service.change(
                    table_id, lambda table: events_to_leave(table, person, service.now()), None
                )
            except (TableError, InternalError):
                # A table that is frozen, or that can't be read, can't be resigned.
                stuck.add(table_id)
    raise TableBusy


async def forget_again(service: TableService, known: Erasures) -> int:
    """Erase everybody in ``known`` whom the database doesn't list as erased. Returns their number.

    For a database restored from a backup that was made before they were erased. Afterwards it lists them all.
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
