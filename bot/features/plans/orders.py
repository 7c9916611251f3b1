"""Standing orders: what a seat has done for it turn after turn until something happens.

An order is kept with its seat, like a plan, and played by the same rules: nobody else gets to know of it, and
it is dropped when it has ended, when its owner plays otherwise, and with any undo.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

import sqlalchemy as sa

from bot.games.core import Seat
from bot.tables import permissions
from bot.tables.errors import TableError
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import plans as stored
from data.store.records import Conflict, SeatRow


class Order(NamedTuple):
    """A standing order of a seat."""

    since: int
    """The version of the table at which it was given."""
    square: str
    ended: bool = False
    """Whether it is only kept so that its person hears why it ended."""


def order_of(table: Table, row: SeatRow) -> Order | None:
    """The order in the stored seat ``row``; None if there is none, or it has ended."""
    order, seat = given(table, row), Seat(row.seat)
    if (
        order is None
        or order.ended
        or (seat in table.view_for(seat).to_act and not _followed(table, seat, order))
    ):
        return None
    return order


def given(table: Table, row: SeatRow) -> Order | None:
    """The order in the stored seat ``row`` until its seat plays a turn by hand, also if it has ended."""
    plan = json.loads(row.plan) if row.plan and table.game.standing is not None else {}
    if "square" not in plan or table.status != "playing" or table.undone_to > plan["since"]:
        return None
    order = Order(**plan)
    turns = takewhile(lambda turn: turn.seq > order.since, reversed(table.turns))
    if any(turn.by_hand and table.seat_row(turn.seat) == row for turn in turns):
        return None
    return order


def _followed(table: Table, seat: Seat, order: Order) -> str:
    """The action with which ``order`` is carried on in its seat's turn; empty if it has ended."""
    since, rules = table.state_at(order.since), table.game.standing
    assert since is not None
    assert rules is not None
    return rules.follow(since.view_for(seat), table.view_for(seat), order.square)


def orders_of(table: Table, person: int) -> tuple[tuple[SeatRow, Order], ...]:
    """The standing orders of ``person``, in the order of the game's seats."""
    rows = filter(None, map(table.seat_row, table.game.seats if table.state is not None else ()))
    found = ((row, order_of(table, row)) for row in rows if row.person == person and row.plan)
    return tuple((row, order) for row, order in found if order is not None)


def ended_of(table: Table, person: int) -> tuple[str, ...]:
    """Why the standing orders of ``person`` that have just ended aren't carried on, in sentences."""
    if (rules := table.game.standing) is None or table.state is None:
        return ()
    found = []
    for row in filter(None, map(table.seat_row, table.game.seats)):
        if row.person != person or not row.plan or (order := given(table, row)) is None:
            continue
        seat, since = Seat(row.seat), table.state_at(order.since)
        now = table.view_for(seat)
        if since is not None and seat in now.to_act and order_of(table, row) is None:
            found.append(rules.ended(since.view_for(seat), now, order.square))
    return tuple(found)


def left_of(table: Table, row: SeatRow) -> str:
    """What is kept of an order that has ended in the stored seat ``row``, until a turn is played by hand."""
    order = given(table, row)
    return "" if order is None else json.dumps(order._replace(ended=True)._asdict())


def next_action(table: Table, seat: Seat) -> str:
    """The action with which the order of ``seat`` is carried on; empty if it has none."""
    row = table.seat_row(seat)
    order = order_of(table, row) if row is not None and row.plan else None
    return _followed(table, seat, order) if order is not None else ""


def offered(table: Table, person: int) -> Iterable[str]:
    """The squares of the orders that ``person`` may give now; who asks for any needn't hear all."""
    seat, rules = table.acting_seat(person), table.game.standing
    if seat is None or rules is None or table.status != "playing" or table.private:
        return ()
    return rules.offered(table.view_for(seat))


def told(table: Table, row: SeatRow, square: str) -> str:
    """What an order of the stored seat ``row`` does."""
    rules = table.game.standing
    assert rules is not None
    return rules.told(table.view_for(Seat(row.seat)), square)


async def give(
    service: TableService, table_id: int, person: Person, version: int, square: str, key: str
) -> Table:
    """Play the first turn of the order for ``square``, and keep the order. Returns the updated table.

    :raises TableError: when it isn't the person's turn, the control is stale, or there is no such order.
    """
    table = await service.get(table_id)
    seat = permissions.require_turn(table, person, version)
    rules, view, first = table.game.standing, table.view_for(seat), ""
    if rules is not None and square in offered(table, person.id):
        first = rules.follow(view, view, square)
    if not first:
        raise TableError("That order can’t be carried out from here. Choose another one, or play your turn.")

    def keep(after: Table, connection: sa.Connection) -> None:
        row = after.seat_row(seat)
        order = json.dumps(Order(after.version, square)._asdict())
        if row is None or not stored.saved(connection, service.store, row, order):
            raise Conflict  # another process has changed it

    return await service.play(table_id, person, first, version=version, key=key, seen=table, keep=keep)
