"""A player's own marks on squares: a private notebook, no part of the game's log. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from bot.games.core import NotationError, Seat, normalize
from bot.tables.model.table import Table

from .errors import TableError

NONE: Final = "none"
"""The word that takes marks away."""
MAX_LENGTH: Final = 1000
"""Characters that a list of squares may have: each of 144 and a comma take 720."""

Marks = tuple[tuple[str, str], ...]
"""(square, kind) pairs in the order of the game's squares."""


def read(text: str, kinds: Collection[str]) -> dict[str, str]:
    """The stored marks by square; what is not understood (any more) is left out."""
    pairs = (part.split(":", 1) for part in text.split() if ":" in part)
    return {square: kind for square, kind in pairs if kind in kinds}


def markable(table: Table, seat: Seat | None) -> tuple[str, ...]:
    """The squares on which ``seat`` may keep marks now; empty for watchers and games without a notebook."""
    if seat is None or table.state is None or table.status != "playing":
        return ()
    return tuple(table.game.markable(table.view_for(seat)))


def kept(table: Table, seat: Seat | None) -> Marks:
    """The marks of ``seat``, those on squares that can be marked now."""
    squares = markable(table, seat)
    row = table.seat_row(seat) if squares and seat is not None else None
    stored = read(row.marks, table.game.note_kinds) if row is not None else {}
    return tuple((square, stored[square]) for square in squares if square in stored)


def squares_of(typed: str, allowed: Iterable[str]) -> list[str]:
    """The squares that somebody typed, such as “b7 c7” or “b7, c7”.

    :raises NotationError: when one of them can't be marked, or none is named.
    """
    if len(typed) > MAX_LENGTH:
        raise NotationError("That is too long: name some squares, such as “b7 c7”.")
    named = list(dict.fromkeys(normalize(typed.replace(",", " ")).split()))
    known = list(allowed)
    if not known:
        raise NotationError("There is nothing to mark at this table now.")
    for name in named:
        if name not in known:
            raise NotationError(
                f"“{name[:12]}” can’t be marked: name squares of the enemy’s water, such as “{known[0]}”."
            )
    if not named:
        raise NotationError(f"Name the squares to mark, such as “{known[0]}”.")
    return named


def marked(table: Table, seat: Seat | None, squares: Iterable[str], kind: str) -> str:
    """The marks of ``seat`` with ``squares`` marked as ``kind`` (or ``none``), as they are stored.

    :raises TableError: for an unknown kind.
    """
    if kind not in (*table.game.note_kinds, NONE):
        raise TableError(f"A mark is one of {', '.join(table.game.note_kinds)}, or {NONE}.")
    now = dict(kept(table, seat))
    for square in squares:
        now.pop(square, None)
        if kind != NONE:
            now[square] = kind
    order = {square: place for place, square in enumerate(markable(table, seat))}
    marks = sorted(now.items(), key=lambda pair: order.get(pair[0], 0))
    return " ".join(f"{square}:{kind}" for square, kind in marks)
