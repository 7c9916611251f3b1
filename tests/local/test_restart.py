"""A local table that is opened again with the same database: the games are there, the messages are not."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from bot.local.world.world import World

from .window import buttons, opened, text


@pytest.mark.slow
@pytest.mark.parametrize("how_it_ends", [signal.SIGINT, signal.SIGKILL])
async def test_a_game_goes_on_with_the_same_people_after_a_restart(
    tmp_path: Path, how_it_ends: signal.Signals
) -> None:
    database = tmp_path / "tables.sqlite3"
    async with opened(database, how_it_ends) as window:
        asked = {"as": "Finn", "channel": "games", "command": "snorkels start", "wait": True}
        await window.post("slash", asked)
        lobby = await window.until("Pearl", "games", lambda seen: "Join" in buttons(seen))
        await window.press("Pearl", lobby, "Join")
        thread = (await window.until("Finn", "games", lambda seen: seen.get("thread")))["thread"]["id"]
        card = await window.until("Finn", thread, lambda seen: "Move" in buttons(seen))
        mover = await window.awaited(card)
        await window.take_a_turn(mover, card)
    other = {"Finn": "Pearl", "Pearl": "Finn"}[mover]
    async with opened(database, signal.SIGINT) as window:
        assert not await window.messages(other)
        options = {"table": "1", "action": "take purple"}
        await window.post("slash", asked | {"as": other, "command": "move", "options": options})
        card = await window.until(mover, "games", lambda seen: "Move" in buttons(seen))
        assert "The thread can’t be reached" in text(card)
        await window.take_a_turn(mover, card)


def test_worlds_founded_at_the_same_time_have_the_same_people_but_another_bot() -> None:
    first, second = World(founded=1.7e9), World(founded=1.7e9, now=lambda: 2e9)
    people = [[one.id for one in world.people.values() if not one.bot] for world in (first, second)]
    assert people[0] == people[1]
    assert first.guild_id == second.guild_id
    assert first.channel("games").id == second.channel("games").id
    assert not set(first.people) & set(first.channels)
    assert first.bot.id != second.bot.id
    assert first.next_id() > max(*first.people, *first.channels)
