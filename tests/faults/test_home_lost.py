"""The process that shows a table is killed while people play it by message, which another one hears."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.local import LocalDiscord
from bot.local.world.model import Message, Person
from tests import postgres
from tests.patience import PATIENCE

from .players import History
from .seen import Button, buttons, find
from .two_processes import SHARDS, PlayersOfTwoProcesses, ServerInvariants, ShardProcess, world_on_shard

HOME = 1
"""The shard of the server, whose process shows its tables."""
TABLES = 3


class Writers(PlayersOfTwoProcesses):
    """Players who act by direct message alone."""

    options: Mapping[str, dict[str, Any]] = {"depthcharge": {"misses": 3}}

    def __init__(self, local: LocalDiscord, history: History, rng: Random) -> None:
        super().__init__(local, history, rng)
        self.writing = asyncio.Event()
        """Set while they play on: otherwise a fast machine has all games at their ends too soon."""

    async def keep_writing(self, table_id: int, invariants: ServerInvariants) -> None:
        """Play at a table until it is over or this is cancelled."""
        while await self.writing.wait():
            table = await invariants.service.get(table_id)
            if table.status != "playing":
                return
            who = self.local.world.people[table.awaited[0].id]
            start = self.chart(who, table_id)
            if start is None or start[1].verb != "move":
                # A chart that nobody keeps up to date: they look at the board instead.
                start = await self._look(who, table_id)
            ready = await self.walk(who, *start) if start is not None else None
            if ready is not None:
                await self.press(who, *ready)

    async def _look(self, who: Person, table_id: int) -> tuple[Message, Button] | None:
        asked = self.local.play.slash(who, self.local.world.dms[who.id], "board", {"table": table_id})
        await asked.settled()
        seen = asked.original
        await self.local.world.until(lambda: asked.failed or (seen and find(seen, "describe")))
        button = find(seen, "move") if seen is not None else None
        return (seen, button) if seen is not None and button is not None else None

    def charts_of(self, who: Person, table_id: int) -> list[Message]:
        """Their private charts of a table."""
        posts = self.local.world.dms[who.id].messages.values()
        return [
            post
            for post in posts
            if post.reader is None and any(button.table_id == table_id for button in buttons(post))
        ]


@pytest.mark.slow
async def test_what_is_played_by_message_while_the_home_process_is_dead_is_shown_when_it_is_back(
    server_url: sa.URL, tmp_path: Path
) -> None:
    local = LocalDiscord(world_on_shard(HOME), shards=SHARDS)
    await local.start()
    async with postgres.database("template1") as url:
        processes = [ShardProcess(local, url, shard, tmp_path) for shard in range(SHARDS)]
        history = History()
        invariants, players = ServerInvariants(url, history), Writers(local, history, Random(4))
        try:
            await asyncio.gather(*(process.start() for process in processes))
            await asyncio.gather(*(process.seated() for process in processes))
            await _begun(players, invariants)
            before = invariants.events()
            writing = [
                asyncio.create_task(players.keep_writing(number, invariants))
                for number in invariants.tables("playing")
            ]
            await _played(players, writing, 3)
            players.writing.set()
            await processes[HOME].end(signal.SIGKILL)
            await _played(players, writing, 6)
            behind = await invariants.store.unshown()
            assert behind, "nobody shows a table whose process is dead"
            await processes[HOME].start()
            await _played(players, writing, 1)
            await processes[HOME].seated()
            await _played(players, writing, 2)
            for task in writing:
                task.cancel()
            await asyncio.gather(*writing, return_exceptions=True)
            assert invariants.events() >= before + 12
            await _all_is_well(players, invariants, history)
            for process in processes:
                assert await process.end(signal.SIGTERM) == 0
                assert "Traceback" not in process.tail(10_000), process.tail(60)
        finally:
            for process in processes:
                await process.end()
            await invariants.close()
            await local.stop()


async def _begun(players: Writers, invariants: ServerInvariants) -> None:
    """Tables are opened and played, at the table and by message, until nothing is left to lay."""
    playing = [asyncio.create_task(players.keep_playing(invariants)) for _ in range(TABLES)]
    try:
        async with asyncio.timeout(PATIENCE):
            while not _laid(players, invariants):
                await asyncio.sleep(0.05)
                for task in playing:
                    if task.done():
                        task.result()
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def _laid(players: Writers, invariants: ServerInvariants) -> bool:
    tables = invariants.tables("playing")
    people = [one for one in players.local.world.people.values() if not one.bot]
    begun = [number for number in tables if any(players.chart(who, number) for who in people)]
    placing = any(players.charts(who) for who in people)
    return len(begun) >= TABLES and not placing


async def _played(players: Writers, writing: list[asyncio.Task[None]], count: int) -> None:
    """Wait until ``count`` more actions were acknowledged in messages."""
    wanted = players.served()[0] + count
    players.writing.set()
    async with asyncio.timeout(PATIENCE):
        while players.served()[0] < wanted:
            await asyncio.sleep(0.02)
            for task in writing:
                if task.done():
                    task.result()
            assert not all(task.done() for task in writing), "no table is left to play"
    players.writing.clear()


async def _all_is_well(players: Writers, invariants: ServerInvariants, history: History) -> None:
    wrong, _ = await invariants.everything_is_shown()
    messages = list(players.local.world.messages.values())
    wrong += (
        invariants.cards_are_single(messages) + invariants.log_is_whole() + await invariants.tables_fold()
    )
    assert invariants.doubled_lobbies(messages) == 0
    assert invariants.orphans(messages) == 0
    for number in invariants.tables("playing"):
        table = await invariants.service.get(number)
        for person in table.people:
            who = players.local.world.people[person.id]
            charts = players.charts_of(who, number)
            if len(charts) != 1:
                wrong.append(f"{who.name} has {len(charts)} charts of table {number}")
            elif (find(charts[0], "move") is not None) != (person in table.awaited):
                wrong.append(f"the chart of {who.name} at table {number} is behind")
    wrong += await invariants.newest_cards_answer(players, Random(1))
    assert not wrong
    assert not history.faults
