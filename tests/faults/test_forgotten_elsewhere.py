"""Somebody is forgotten by one process while another one shows a table of theirs."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.features.privacy.erasure import erase
from bot.games import GAMES
from bot.tables.model.table import Table
from bot.tables.pending_followups import Followup, load
from bot.tables.service import TableService
from data.store.postgres.shards import ShardRange
from data.store.store import Store
from tests.local.fault_injection import FaultyDiscord
from tests.patience import PATIENCE
from tests.simulation import memory

from .running_bot import running_bot
from .two_processes import world_on_shard

HERE, ELSEWHERE = ShardRange(0, 0, 2), ShardRange(1, 1, 2)


async def test_a_process_that_shows_a_table_notes_nobody_who_is_forgotten_by_another_one(
    server_url: sa.URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = FaultyDiscord(world_on_shard(HERE.first))
    await local.start()
    store = await Store.open(server_url, ELSEWHERE)
    other = TableService(store, GAMES, rng=Random(7), now=lambda: 1_800_000_000_000)
    async with running_bot(server_url, monkeypatch, local, HERE) as running:
        bot = running.bot
        number = await running.begin("snorkels")
        finn = next(each for each in (await other.get(number)).seating.people if each.name == "Finn")
        messages, showing, heard = bot.publisher.messages, asyncio.Event(), asyncio.Event()

        async def slowly(table: Table) -> bool:
            showing.set()
            await heard.wait()
            await messages.followups.add(table.id, Followup("letter", table.version, finn.id))
            return True

        async def later(*_asked: Any) -> None:
            return None

        def forget_now(person: int) -> None:
            forget(person)
            heard.set()

        forget = messages.followups.forget
        monkeypatch.setattr(messages.followups, "forget", forget_now)
        monkeypatch.setattr(messages.followups, "_perform", later)
        monkeypatch.setattr(messages, "show", slowly)
        async with asyncio.timeout(PATIENCE):
            await other.resign(number, finn)
            await showing.wait()
            await erase(other, finn)
            await heard.wait()
            await asyncio.wait(bot.forgetting)
        assert [each for _, each in await load(store) if each.person == finn.id] == []
        assert memory.places(bot, finn.id, "Finn") == set()
    await store.close()
    await local.stop()
