"""How many taps each kind of turn takes."""

from __future__ import annotations

from .measure import KEPT, all_measured, table_of


async def test_every_turn_takes_the_taps_that_are_kept() -> None:
    """After a change that is meant: ``python -m tests.taps --write``."""
    assert table_of(await all_measured()) == KEPT.read_text(encoding="utf-8")
