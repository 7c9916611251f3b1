"""What a server's managers chose, when several choose at once."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.service import TableService

from .harness import Room

SERVER = 5


async def test_managers_who_allow_channels_at_once_lose_none(room: Room, service: TableService) -> None:
    stores = [service.store, (await room.program()).store]
    numbers = range(100, 110)
    await asyncio.gather(*(server_rules.allow(stores[each % 2], SERVER, each) for each in numbers))
    rules = await server_rules.load(service.store, SERVER)
    assert sorted(rules.channels) == list(numbers)
    taken = (server_rules.forbid(stores[each % 2], SERVER, each) for each in numbers[:9])
    await asyncio.gather(*taken)
    assert (await server_rules.load(service.store, SERVER)).channels == (109,)


async def test_a_channel_that_is_not_on_the_list_is_not_taken_from_it(service: TableService) -> None:
    await server_rules.change(service.store, SERVER, threads=False)
    await server_rules.allow(service.store, SERVER, 7)
    await server_rules.allow(service.store, SERVER, 7)
    with pytest.raises(TableError, match="<#8> isn’t on the list of allowed channels"):
        await server_rules.forbid(service.store, SERVER, 8)
    rules = await server_rules.load(service.store, SERVER)
    assert (rules.channels, rules.threads) == ((7,), False)
