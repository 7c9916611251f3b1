"""Time that passes in a room: deadlines on the room's clock."""

from __future__ import annotations

from typing import Any

from bot.tables.jobs.scheduler import Scheduler
from bot.tables.model import pace
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService

from .harness import ANN, BOB, HERE, Room


async def opened(
    service: TableService, measure: str, game: str = "snorkels", *people: Person, **options: str
) -> Table:
    """A table with a clock, begun."""
    first, *rest = people or (ANN, BOB)
    table = await service.open(game, first, options, HERE, measure=pace.read(measure))
    for person in rest:
        table = await service.join(table.id, person, None)
    if table.status == "lobby" and rest:
        table = await service.start(table.id, first)
    return table


def time_left(table: Table, now: int, side: int = 0) -> int:
    """What a side has left."""
    assert table.timing.clock is not None
    return table.timing.clock.at(now).left[side]


async def verbs(service: TableService, table_id: int) -> list[str]:
    stored = await service.store.load(table_id)
    assert stored is not None
    return [event.verb for event in stored.events]


class Hours:
    """Deadlines on the room's clock."""

    def __init__(self, room: Room, service: TableService, **options: Any) -> None:
        self.room = room
        self.service = service
        self.deadlines = Scheduler(service, **options)

    async def pass_(self, time: int) -> None:
        """Let time pass, as the timer would: from one look at the clock to the next."""
        end = self.room.ticks + time
        while True:
            pause = int(await self.deadlines.tick() * 1000)
            if self.room.ticks + pause >= end:
                break
            self.room.ticks += pause
        self.room.ticks = max(end, self.room.ticks)
        await self.deadlines.tick()
