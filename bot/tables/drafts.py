"""What a seat keeps for itself beside the log: squares picked so far, and marks; one change after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.tables.model.table import Person, Table

from . import notes
from .errors import TableError
from .events import moves
from .locks import KeyedLocks
from .service import TableService

LOCKS: Final[KeyedLocks[tuple[int, int]]] = KeyedLocks()
"""By table and person: of two quick taps, the second one builds on what the first one has kept."""


async def mark(
    service: TableService,
    table_id: int,
    person: Person,
    squares: Sequence[str],
    kind: str,
    *,
    toggle: bool = False,
) -> Table:
    """Mark ``squares`` as ``kind``, or take their marks away with ``none``; the table with the marks.

    With ``toggle``, a square that is marked so already loses its mark.

    :raises TableError: when there is nothing to mark, or ``kind`` is unknown.
    """
    async with LOCKS.lock((table_id, person.id)):
        table = await service.get(table_id)
        viewer = table.viewer(person.id)
        row = table.seat_row(viewer) if viewer is not None else None
        if row is None or not notes.markable(table, viewer):
            raise TableError("There is nothing to mark at this table now.")
        if toggle and all((square, kind) in notes.kept(table, viewer) for square in squares):
            kind = notes.NONE
        await service.store.set_seat(table_id, row.seat, marks=notes.marked(table, viewer, squares, kind))
        return await service.get(table_id)


async def set_draft(
    service: TableService, table_id: int, person: Person, squares: Sequence[str], version: int
) -> Table:
    """Keep the squares that ``person`` has picked so far in a placement; the table with them.

    :raises TableError: when the person has no placement to make, or the control is stale.
    """
    table = await service.get(table_id)
    seat = moves.require_turn(table, person)
    moves.require_fresh(table, seat, version)
    draft = moves.draft(table, seat, squares)
    assert table.state is not None
    await service.store.set_seat(table_id, table.state.slot(seat), draft=draft)
    return await service.get(table_id)


async def pick(service: TableService, table_id: int, person: Person, square: str, version: int) -> Table:
    """Pick ``square`` for a placement, or take it back; the table with what is picked now.

    :raises TableError: when there is no placement to make, or the control is stale.
    :raises IllegalAction: when the square can't be picked, or all are picked.
    """
    async with LOCKS.lock((table_id, person.id)):
        table = await service.get(table_id)
        picked = moves.picked(table, moves.require_turn(table, person))
        left = [each for each in picked if each != square]
        squares = left if len(left) < len(picked) else [*picked, square]
        return await set_draft(service, table_id, person, squares, version)
