"""What is still to be done on Discord for each table, after its card, as the store keeps it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from data.store.queries import followups

from .service import TableService


class Followup(NamedTuple):
    """One thing to do for a table, as stored (``data.store.queries.followups``)."""

    kind: Literal["charts", "letter", "card", "lobby"]
    """Deliver the private charts; send ``person`` a direct message; remove the buttons of ``message``, an
    older card or one in a direct message; bring the lobby's card up to date."""
    version: int = 0
    """The table's version that it comes from."""
    person: int = 0
    channel: int = 0
    message: int = 0


async def add(service: TableService, table_id: int, new: Iterable[Followup]) -> None:
    """Note what is to be done for a table."""
    await followups.add(service.store, table_id, new)


async def set_address(
    service: TableService, table_id: int, new: Collection[Followup], **columns: int | None
) -> None:
    """Note where a table is shown, and what is still to be done for it, in one transaction."""
    if new:
        await service.store.set_address(table_id, followups.adding(table_id, new), **columns)
    else:
        await service.set_address(table_id, **columns)


async def remove(service: TableService, table_id: int, done: Followup) -> None:
    """Note that something is done."""
    await followups.remove(service.store, table_id, done)


async def load(service: TableService) -> list[tuple[int, Followup]]:
    """Everything that is to be done, each with its table."""
    return [(table_id, Followup(*entry)) for table_id, entry in await followups.load(service.store)]
