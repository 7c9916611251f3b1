"""The bot's commands: sent when they have changed, together with the one that is Discord's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.languages import catalogues
from bot.local.errors import Json
from bot.local.validate.commands import Commands
from tests.local.fault_injection import LAUNCH, FaultyDiscord

from .running_bot import running_bot


@pytest.fixture
def updates(monkeypatch: pytest.MonkeyPatch) -> list[list[Json]]:
    """What is sent as the application's commands."""
    sent: list[list[Json]] = []
    sync = Commands.sync

    def noted(self: Commands, commands: list[Json]) -> list[Json]:
        sent.append(commands)
        return sync(self, commands)

    monkeypatch.setattr(Commands, "sync", noted)
    return sent


async def test_discord_s_own_command_is_kept_as_it_is(
    local: FaultyDiscord, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local.commands.sync([*local.commands.listed, LAUNCH])
    (before,) = local.commands.listed
    async with running_bot(file, monkeypatch, local):
        names = [one["name"] for one in local.commands.listed]
        assert {"play", "games", "Launch"} <= set(names)
        (after,) = (one for one in local.commands.listed if one["name"] == "Launch")
        assert before | {"version": after["version"]} == after


async def test_the_commands_are_sent_again_only_if_they_have_changed(
    local: FaultyDiscord, updates: list[list[Json]], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        async with running_bot(file, monkeypatch, local):
            assert len(updates) == 1
            read = catalogues.of.cache_info().currsize
        catalogues.of.cache_clear()
    assert read == 0, "no language is read in vain"
    monkeypatch.setattr(catalogues, "as_written", lambda: b"another sentence")
    for _ in range(2):
        async with running_bot(file, monkeypatch, local):
            assert len(updates) == 2
    local.commands.sync([*local.commands.listed, LAUNCH])
    updates.clear()
    for _ in range(2):
        async with running_bot(file, monkeypatch, local):
            assert len(updates) == 1
