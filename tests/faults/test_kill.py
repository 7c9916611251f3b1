"""The bot is killed while people play: what they were told stays true.

One kill of a real process, for what only that shows: the file and its lock. In ``tests/simulation`` the bot
dies at every moment; ``python -m tests.faults.kill`` kills it as often as you like.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.patience import PATIENCE

from .kill import kill_run

MOMENT = "acknowledged, not published"


@pytest.mark.slow
@pytest.mark.kill
async def test_when_it_is_killed_it_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    found = await kill_run(1, 5, tmp_path, tables=1, looks=0.0, patience=PATIENCE, first=[MOMENT])
    assert not found.wrong, found.table()
    assert found.kills[MOMENT] == found.inquests == 1
    assert any(act.acknowledged for act in found.history.acts), "somebody has played"
