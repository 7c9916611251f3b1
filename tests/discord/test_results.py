"""The end of a game is told where it was opened: the lobby's card becomes the result."""

from __future__ import annotations

import pytest

from .playing import finished
from .simulation import Simulation


async def test_the_card_of_a_game_in_the_channel_itself_has_the_only_picture(sim: Simulation) -> None:
    sim.forbid(sim.channel, "create_public_threads")
    await finished(sim)
    result, final = sim.lobby, sim.card()
    assert result.id != final.id
    assert f"<@{sim.bob.id}> won:" in result
    assert result.files == []
    assert "board.png" in final.files


async def test_a_result_is_words_alone_where_no_file_may_be_attached(sim: Simulation) -> None:
    await sim.begin()
    path = f"/channels/{sim.channel.id}/messages/{sim.lobby.id}"
    sim.refuse("PATCH", path, 403, 50013)
    await sim.finish()
    assert await sim.behind() == []
    assert f"<@{sim.bob.id}> won:" in sim.lobby
    assert sim.lobby.files == []


async def test_a_result_that_was_not_shown_yet_comes_after_a_restart(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()

    async def stopped(_table: object) -> bool:
        raise OSError

    monkeypatch.setattr(sim.bot.publisher.messages, "_update_lobby", stopped)
    await sim.finish()
    await sim.restart()
    await sim.settled()
    assert f"<@{sim.bob.id}> won:" in sim.lobby
