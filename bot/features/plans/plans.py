"""Plans: if–then lines of moves that are played by themselves while a game follows them.

A plan is kept with its owner's seat, like a draft: nobody else gets to know of it. Its lines begin at one
version of the table, ``since``. It is dropped as soon as the game leaves them, and with any undo.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias
from zlib import crc32

from bot.games.core import IllegalAction
from bot.languages import gettext, gettext_noop
from bot.tables import permissions
from bot.tables.errors import Stale, TableBusy, TableError
from bot.tables.model.seating import Person, Seated
from bot.tables.model.table import Table
from bot.tables.service import KeyedLocks, TableService
from data.store import preconditions
from data.store.preconditions import Precondition
from data.store.queries import plans as stored

from . import orders

MAX_LINES: Final = 10
MAX_MOVES: Final = 6
"""The longest line, everybody's moves counted."""
LOCKS: Final[KeyedLocks[tuple[int, int]]] = KeyedLocks()
"""By table and person, so that the second of two quick presses sees the effect of the first."""

Line: TypeAlias = tuple[str, ...]
"""Moves in the game's notation, one after the other, whoever plays them."""
Lines: TypeAlias = tuple[Line, ...]
"""Each ends with a move of the plan's owner, and none begins another."""
PLAN_AFTER_END: Final = gettext_noop("The game would be over by then, so nothing can follow.")
PLAN_TOO_LONG: Final = gettext_noop("A line can be at most {number} moves long, your opponent’s included.")
PLAN_FULL: Final = gettext_noop(
    "Your plan already has {number} lines, which is all it can hold. Remove one to add another."
)


class Exchange(NamedTuple):
    """The others' moves up to the owner's turn, and the owner's moves then."""

    theirs: Line
    yours: Line


Tree: TypeAlias = dict[Exchange, "Tree"]
"""The lines by their beginnings, in the order in which they were entered."""


def edition(table: Table, person: int) -> str:
    """Eight letters and digits that change with the plan of ``person``."""
    row = table.row_of(person)
    return f"{crc32(row.plan.encode() if row is not None else b''):08x}"


def lines_of(table: Table, person: int) -> Lines:
    """What is left of the lines of ``person`` from here on; none if the game has left them."""
    row = table.row_of(person)
    plan = json.loads(row.plan) if row is not None and row.plan else {}
    if "lines" not in plan or table.status != "playing" or table.undone_to > plan["since"]:
        return ()
    played = tuple(str(turn.action) for turn in table.turns if turn.seq > plan["since"])
    lines = _beginning(tuple(map(tuple, plan["lines"])), played)
    return tuple(line[len(played) :] for line in lines if len(line) > len(played))


def replies(table: Table) -> tuple[tuple[Person, str], ...]:
    """The people whose turn it is and whose plans or standing orders say what they play, each with that move.

    Nobody's open question is answered by a move.
    """
    if table.timing.paused:
        return ()
    silent = table.has_to_answer | table.agreements.resigning
    found = ((person, _reply(table, person.id)) for person in table.awaited if person.id not in silent)
    return tuple((person, move) for person, move in found if move)


def _reply(table: Table, person: int) -> str:
    if lines := lines_of(table, person):
        return lines[0][0]
    seat = table.acting_seat(person)
    return orders.next_action(table, seat) if seat is not None else ""


def precondition(table: Table, person: int) -> Precondition:
    """That ``person`` still has the plan that they have for the seat that acts."""
    seat = table.acting_seat(person)
    row = table.seat_row(seat)
    assert row is not None
    return preconditions.plan(table.id, row.seat, person, row.plan)


# Lines


def follow(table: Table, line: Line) -> Table:
    """The table as it would be after ``line``.

    :raises RulesError: when one of its moves isn't possible.
    """
    for move in line:
        if not table.acting:
            raise IllegalAction(PLAN_AFTER_END)
        table = table.after(table.acting[0], table.game.parse(move))
        if table.state is not None and table.state.outcome is not None:
            table = replace(table, status="over")
    return table


def with_all_seats(table: Table, person: Person) -> Table:
    """The table as if ``person`` played all sides."""
    seated = tuple(Seated(sitter.slot, person) for sitter in table.seating.seated)
    return replace(table, seating=replace(table.seating, seated=seated))


def tree(table: Table, person: int, lines: Lines) -> Tree:
    """``lines`` of ``person``, which begin at ``table``, as a tree."""
    found: Tree = {}
    for line in lines:
        branch = found
        for exchange in _exchanges(table, person, line):
            branch = branch.setdefault(exchange, {})
    return found


def _exchanges(table: Table, person: int, line: Line) -> list[Exchange]:
    found: list[Exchange] = []
    theirs: Line = ()
    yours: Line = ()
    for move in line:
        mine = table.acting_seat(person) is not None
        if not mine and yours:
            found.append(Exchange(theirs, yours))
            theirs, yours = (), ()
        theirs, yours = (theirs, (*yours, move)) if mine else ((*theirs, move), yours)
        table = follow(table, (move,))
    return [*found, Exchange(theirs, yours)]


def walk(branches: Tree, path: str) -> tuple[Line, Tree]:
    """The moves on the way to a branch, and what follows; ``path`` is a digit for each exchange.

    :raises Stale: when there is no such branch.
    """
    line: Line = ()
    for digit in path:
        if not digit.isdecimal() or int(digit) >= len(branches):
            raise Stale
        exchange = list(branches)[int(digit)]
        line, branches = (*line, *exchange.theirs, *exchange.yours), branches[exchange]
    return line, branches


def path_to(branches: Tree, line: Line) -> str:
    """The path of :func:`walk` that leads along ``line``, as far as there are branches."""
    for number, (exchange, below) in enumerate(branches.items()):
        begun = (*exchange.theirs, *exchange.yours)
        if line[: len(begun)] == begun:
            return f"{number}{path_to(below, line[len(begun) :])}"
    return ""


def _beginning(lines: Lines, line: Line) -> Lines:
    """Those of ``lines`` that begin with ``line``."""
    return tuple(each for each in lines if each[: len(line)] == line)


def full(now: Table, lines: Lines, line: Line) -> str:
    """Why nothing can be added after ``line``, which leads to ``now``; empty if something can."""
    if not now.acting:
        return gettext(PLAN_AFTER_END)
    if len(line) + 2 > MAX_MOVES:
        return gettext(PLAN_TOO_LONG, number=MAX_MOVES)
    if len(lines) >= MAX_LINES and line not in lines:
        return gettext(PLAN_FULL, number=MAX_LINES)
    return ""


def added(table: Table, lines: Lines, person: int, line: Line) -> Lines:
    """``lines`` of ``person`` with another one, which begins at ``table``.

    :raises TableError: when a plan can't have it, with the reason.
    :raises RulesError: when one of its moves isn't possible.
    """
    if len(line) > MAX_MOVES:
        raise TableError(PLAN_TOO_LONG, number=MAX_MOVES)
    place = table
    for number, move in enumerate(line):
        if place.acting_seat(person) is not None:
            known = {each[number] for each in _beginning(lines, line[:number]) if len(each) > number}
            if known - {move}:
                raise TableError("Your plan already has another reply to that move. Remove that line first.")
        last, place = place, follow(place, (move,))
    if not line or last.acting_seat(person) is None:
        raise TableError("A line has to end with a move of yours. Choose your reply.")
    if _beginning(lines, line):
        return lines
    longer = next((number for number, each in enumerate(lines) if line[: len(each)] == each), None)
    if longer is not None:
        return (*lines[:longer], line, *lines[longer + 1 :])
    if len(lines) >= MAX_LINES:
        raise TableError(PLAN_FULL, number=MAX_LINES)
    return (*lines, line)


def removed(table: Table, lines: Lines, person: int, line: Line) -> Lines:
    """``lines`` without those that begin with ``line``; the exchanges before its last one stay."""
    gone = _beginning(lines, line)
    if not gone:
        return lines
    last = _exchanges(table, person, line)[-1]
    before = line[: len(line) - len(last.theirs) - len(last.yours)]
    place = lines.index(gone[0])
    left = [each for each in lines if each not in gone]
    if before and not _beginning(tuple(left), before):
        left.insert(place, before)
    return tuple(left)


# Changing a plan


def require_possible(table: Table, person: Person) -> None:
    """:raises TableError: when ``person`` can't plan anything at this table now."""
    permissions.require_player(table, person)
    if not table.game.plannable:
        raise TableError(
            "You can’t plan ahead in {game}. That only works in games where two players take "
            "turns in the open.",
            game=table.game.title,
        )
    if table.acting_seat(person.id) is not None:
        raise TableError(
            "It’s your turn. Play your move first; then you can plan your replies to the next ones."
        )


def require_fresh(table: Table, person: int, version: int, seen: str) -> None:
    """Check a button made for the plan's edition ``seen`` at ``version`` of the table.

    :raises Stale: when the plan has changed since, or somebody has moved.
    """
    moved = any(turn.seq > version for turn in table.turns)
    if moved or not table.undone_to <= version <= table.version or seen != edition(table, person):
        raise Stale


async def change(
    service: TableService,
    table_id: int,
    person: Person,
    version: int,
    seen: str,
    edit: Callable[[Table, Lines], Lines],
) -> Table:
    """Change the lines that ``person`` saw as edition ``seen`` at ``version``. Returns the updated table.

    :raises TableError: when nothing can be planned now, or the button is stale.
    :raises TableBusy: when another process has changed the plan meanwhile.
    """
    async with LOCKS.lock((table_id, person.id)):
        table = await service.get(table_id)
        require_possible(table, person)
        require_fresh(table, person.id, version, seen)
        row = table.row_of(person.id)
        assert row is not None
        lines = edit(table, lines_of(table, person.id))
        plan = json.dumps({"since": table.version, "lines": lines}) if lines else ""
        if not await stored.save(service.store, row, plan):
            raise TableBusy
        return await service.get(table_id)


async def clear(service: TableService, table_id: int, person: Person, slot: str | None = None) -> Table:
    """Withdraw what ``person`` has planned (with ``slot``: only for that seat). Returns the updated table.

    :raises TableError: when there is no such table.
    """
    await stored.clear(service.store, table_id, person.id, slot)
    return await service.get(table_id)


async def drop_left(service: TableService, table: Table) -> None:
    """Drop the plans whose lines the game has left, and the orders that have ended."""
    for row in table.seats:
        if not row.plan or table.status == "frozen":
            continue
        if not lines_of(table, row.person) and orders.order_of(table, row) is None:
            left = orders.left_of(table, row)
            if left != row.plan:
                await stored.save(service.store, row, left)
