"""What people made of the daily puzzles."""

from __future__ import annotations

from dataclasses import dataclass
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
    query = sa.select(_TABLE).where(_TABLE.c.person == person, _TABLE.c.day == day)
    return await store.record(PuzzleDay, query)


async def all_of(store: Store, person: int) -> list[PuzzleDay]:
    """Everything that ``person`` tried, the latest day first."""
    query = sa.select(_TABLE).where(_TABLE.c.person == person).order_by(_TABLE.c.day.desc())
    return await store.records(PuzzleDay, query)


async def note(store: Store, person: int, day: str, puzzle: str, *, solved: int = 0) -> None:
    """Note a wrong try, or when it was ``solved``; after the solution nothing changes any more."""
    key = (_TABLE.name, person)
    await store.write_row(key, lambda connection: _note(connection, person, day, puzzle, solved))


def _note(connection: sa.Connection, person: int, day: str, puzzle: str, solved: int) -> None:
    row: dict[str, Any] = {"person": person, "day": day, "puzzle": puzzle, "wrong": 0, "solved": 0}
    schema.insert_missing(connection, _TABLE, [row])
    unsolved = (_TABLE.c.person == person, _TABLE.c.day == day, _TABLE.c.solved == 0)
    change = {"solved": solved} if solved else {"wrong": _TABLE.c.wrong + 1}
    connection.execute(sa.update(_TABLE).where(*unsolved).values(change))


def forget(connection: sa.Connection, person: int) -> None:
    """Delete everything about ``person``."""
    connection.execute(sa.delete(_TABLE).where(_TABLE.c.person == person))
