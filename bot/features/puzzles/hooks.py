"""Where puzzles take part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from bot.features.feature import Feature
from bot.tables.days import moment
from data.store.queries import puzzle_days
from data.store.queries.puzzle_days import PuzzleDay
from data.store.store import Store


async def _export(store: Store, person: int) -> dict[str, Any]:
    return {"puzzle_days": [_puzzle_day(each) for each in await puzzle_days.all_of(store, person)]}


def _puzzle_day(row: PuzzleDay) -> dict[str, Any]:
    return {
        "day": row.day,
        "puzzle": row.puzzle,
        "wrong": row.wrong,
        "solved": moment(row.solved) if row.solved else None,
    }


def _forget(connection: sa.Connection, person: int, _numbers: Mapping[int, int]) -> None:
    puzzle_days.forget(connection, person)


FEATURE = Feature(name="puzzles", cogs=("cogs.puzzles",), export=_export, forget=_forget)
