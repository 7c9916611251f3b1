"""A seat's private notes outside the log: its marks on squares, and the squares it has picked so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from bot.games.core import NotationError, Seat, normalize
from bot.languages import listed
from bot.tables import permissions
from bot.tables.model.seating import Person
from bot.tables.model.table import Table

from . import text
from .errors import TableError
from .events import moves
from .service import KeyedLocks, TableService

NONE: Final = "none"
"""The kind of mark that removes marks."""
MAX_LENGTH: Final = 1000
"""The most characters in a list of squares; 144 squares with commas take 720."""
LOCKS: Final[KeyedLocks[tuple[int, int]]] = KeyedLocks()
"""By table and person, so that the second of two quick taps sees the effect of the first."""

Marks = tuple[tuple[str, str], ...]
"""(square, kind) pairs in the order of the game's squares."""


def read(stored: str, kinds: Collection[str]) -> dict[str, str]:
    """The ``stored`` marks by square, without unknown kinds."""
    pairs = (part.split(":", 1) for part in stored.split() if ":" in part)
    return {square: kind for square, kind in pairs if kind in kinds}


def markable(table: Table, seat: Seat | None) -> tuple[str, ...]:
    """The squares that ``seat`` may mark now; empty for watchers and in games without marks."""
    if table.state is None:
        return ()
    return tuple(table.game.markable(table.view_for(seat)))


def kept(table: Table, seat: Seat | None) -> Marks:
    """The marks of ``seat`` on squares that can be marked now."""
    row = table.seat_row(seat)
    if row is None or not row.marks:
        return ()
    stored = read(row.marks, table.game.note_kinds)
    return tuple((square, stored[square]) for square in markable(table, seat) if square in stored)


def squares_of(typed: str, allowed: Iterable[str]) -> list[str]:
    """The squares that somebody typed, such as “b7 c7” or “b7, c7”.

    :raises NotationError: when one of them can't be marked, or there are none.
    """
    if len(typed) > MAX_LENGTH:
        raise NotationError("That’s too long. Name a few squares, like “b7 c7”.")
    named = list(dict.fromkeys(normalize(typed.replace(",", " ")).split()))
    known = list(allowed)
    if not known:
        raise NotationError(text.NOTHING_TO_MARK)
    for name in named:
        if name not in known:
            raise NotationError(
                "You can’t mark “{name}”. Name a square in enemy waters, like “{square}”.",
                name=name[:12],
                square=known[0],
            )
    if not named:
        raise NotationError("Name the squares to mark, like “{square}”.", square=known[0])
    return named


def marked(table: Table, seat: Seat | None, squares: Iterable[str], kind: str) -> str:
    """The marks of ``seat`` in stored form, after marking ``squares`` as ``kind`` (or ``none``).

    :raises TableError: for an unknown kind.
    """
    if kind not in (*table.game.note_kinds, NONE):
        raise TableError(
            "A mark can be {kinds}. Choose `{none}` to remove marks.",
            kinds=listed((f"`{each}`" for each in table.game.note_kinds), "or"),
            none=NONE,
        )
    now = dict(kept(table, seat))
    for square in squares:
        now.pop(square, None)
        if kind != NONE:
            now[square] = kind
    return " ".join(f"{square}:{now[square]}" for square in markable(table, seat) if square in now)


async def mark(
    service: TableService,
    table_id: int,
    person: Person,
    squares: Sequence[str],
    kind: str,
    *,
    toggle: bool = False,
) -> Table:
    """Mark ``squares`` as ``kind``, or remove their marks with ``none``. Returns the updated table.

    With ``toggle``, the marks are removed if all ``squares`` already have them.

    :raises TableError: when there is nothing to mark, or ``kind`` is unknown.
    """
    async with LOCKS.lock((table_id, person.id)):
        table = await service.get(table_id)
        viewer = table.viewer(person.id)
        row = table.seat_row(viewer)
        if row is None or not markable(table, viewer):
            raise TableError(text.NOTHING_TO_MARK)
        if toggle and all((square, kind) in kept(table, viewer) for square in squares):
            kind = NONE
        await service.store.set_seat(table_id, row.seat, marks=marked(table, viewer, squares, kind))
        return await service.get(table_id)


async def pick(
    service: TableService,
    table_id: int,
    person: Person,
    among: Collection[str],
    chosen: Sequence[str],
    version: int,
) -> Table:
    """Pick ``chosen`` of the squares ``among``, and no others of these, for a placement. Returns the table.

    :raises TableError: when there is no placement to make, or the control is stale.
    :raises IllegalAction: when a square can't be picked, or there are too many.
    """
    async with LOCKS.lock((table_id, person.id)):
        table = await service.get(table_id)
        seat = permissions.require_turn(table, person, version)
        others = (square for square in moves.picked(table, seat) if square not in among)
        draft = moves.draft(table, seat, (*others, *chosen))
        assert table.state is not None
        await service.store.set_seat(table_id, table.state.slot(seat), draft=draft)
        return await service.get(table_id)
