"""The bot is killed while people play: what they were told stays true."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.patience import PATIENCE

from .kill import MOMENTS, kill_run


@pytest.mark.slow
@pytest.mark.kill
async def test_whenever_it_is_killed_it_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    found = await kill_run(len(MOMENTS), 5, tmp_path, tables=2, looks=0.3, patience=PATIENCE)
    assert not found.wrong, found.table()
    assert set(found.kills) == set(MOMENTS)
    assert found.inquests
    assert any(act.acknowledged for act in found.history.acts), "somebody has played"
