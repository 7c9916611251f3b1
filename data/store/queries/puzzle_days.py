"""What people made of the daily puzzles."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

import sqlalchemy as sa

from data.store import schema
from data.store.store import Store


@dataclass(frozen=True, slots=True)
class PuzzleDay:
    """One person's tries at one day's puzzle."""

    person: int
    day: str
    """ISO 8601, UTC."""
    puzzle: str
    """Its game and id, such as ``snorkels/1f3a5b7c9d``."""
    wrong: int = 0
    """Wrong tries, up to the solution."""
    solved: int = 0
    """When it was solved, on its day, in milliseconds since 1970; 0: not yet."""


_TABLE: Final = schema.puzzle_day


async def of(store: Store, person: int, day: str) -> PuzzleDay | None:
    """What ``person`` made of the puzzle of ``day``; None if they haven't tried it."""
    return await store.record(PuzzleDay, sa.select(_TABLE).filter_by(person=person, day=day))


async def all_of(store: Store, person: int) -> list[PuzzleDay]:
    """Everything that ``person`` tried, the latest day first."""
    query = sa.select(_TABLE).filter_by(person=person).order_by(_TABLE.c.day.desc())
    return await store.records(PuzzleDay, query)


async def note(store: Store, person: int, day: str, puzzle: str, *, solved: int = 0) -> None:
    """Note a wrong try, or when it was ``solved``; after the solution nothing changes any more."""
    key = (_TABLE, person)
    await store.write_row(key, lambda connection: _note(connection, person, day, puzzle, solved))


def _note(connection: sa.Connection, person: int, day: str, puzzle: str, solved: int) -> None:
    schema.insert_missing(connection, _TABLE, [asdict(PuzzleDay(person, day, puzzle))])
    new: dict[str, Any] = {"solved": solved} if solved else {"wrong": _TABLE.c.wrong + 1}
    schema.change(connection, _TABLE, {"person": person, "day": day, "solved": 0}, **new)


def forget(connection: sa.Connection, person: int) -> None:
    """Delete everything about ``person``."""
    schema.remove(connection, _TABLE, person=person)
