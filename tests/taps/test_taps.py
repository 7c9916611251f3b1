"""How many taps each kind of turn takes."""

from __future__ import annotations

from pathlib import Path

from .measure import KEPT, all_measured, table_of


async def test_every_turn_takes_the_taps_that_are_kept_and_no_more_than_it_may(
    blank: Path, virtual: None
) -> None:
    """After a change that is meant: ``python -m tests.write taps``."""
    found = await all_measured(blank)
    assert table_of(found) == KEPT.read_text(encoding="utf-8")
    assert [each.name for each in found if each.over] == []
