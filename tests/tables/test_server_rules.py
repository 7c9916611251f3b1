"""What a server's managers chose, when several choose at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.games.core import OptionError
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.server_rules import ServerRules
from bot.tables.service import TableService
from tests.databases import on_both

from .harness import refused

SERVER = 5


@on_both
async def test_managers_who_allow_channels_at_once_lose_none(
    service: TableService, other: TableService
) -> None:
    stores = [service.store, other.store]
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
    await refused(server_rules.forbid(service.store, SERVER, 8), "<#8> isn’t on the list of allowed channels")
    rules = await server_rules.load(service.store, SERVER)
    assert (rules.channels, rules.threads) == ((7,), False)


@pytest.mark.parametrize(
    ("stored", "meant"),
    [
        ({}, ServerRules((), True, "post", "", 0, 0, 0, 0)),
        ({"channels": [1, "2", True, 3], "threads": 0}, ServerRules(channels=(1, 3))),
        ({"channels": 5}, ServerRules()),
        ({"cards": "edit"}, ServerRules(cards="edit")),
        ({"cards": "shuffle"}, ServerRules()),
        ({"tables": 1000, "each": 0}, ServerRules(tables=1000)),
        ({"tables": 1001, "each": 1001}, ServerRules()),
        ({"tables": -1, "each": -1}, ServerRules()),
        (
            {"pace": "1d", "board_channel": 4, "board_message": 5},
            ServerRules((), True, "post", "1d", 0, 0, 4, 5),
        ),
        ({"hat": 3, "pace": 3}, ServerRules()),
    ],
)
def test_stored_rules_are_read_as_far_as_they_make_sense(stored: dict[str, Any], meant: ServerRules) -> None:
    assert server_rules.read(stored) == meant


async def test_rules_are_changed_one_by_one_within_their_bounds(service: TableService) -> None:
    store = service.store
    await server_rules.change(store, SERVER, tables=1000, each=1, pace=" 36H ")
    after = await server_rules.change(store, SERVER, threads=False, each=0)
    assert after == ServerRules(threads=False, tables=1000, pace="1d12h")
    assert (await server_rules.change(store, SERVER, pace="none")).pace == ""
    for wrong in (-1, 1001, "many"):
        for name in ("tables", "each"):
            changed = server_rules.change(store, SERVER, **{name: wrong, "threads": True})
            await refused(changed, "1000", OptionError)
    await refused(server_rules.change(store, SERVER, pace="soon"))
    assert await server_rules.load(store, SERVER) == replace(after, pace="")
    assert await server_rules.load(store, SERVER + 1) == await server_rules.load(store, None) == ServerRules()


def test_tables_are_opened_in_allowed_channels_and_their_threads() -> None:
    server_rules.require_channel(ServerRules(), 7, None)
    rules = ServerRules(channels=(1, 2))
    for place in ((1,), (9, 2), (2, None)):
        server_rules.require_channel(rules, *place)
    with pytest.raises(TableError, match=r"<#1> or <#2>"):
        server_rules.require_channel(rules, 9, None)
    many = ServerRules(channels=tuple(range(1, 50)))
    with pytest.raises(TableError, match=r"<#20>") as refused:
        server_rules.require_channel(many, 99)
    assert "<#21>" not in str(refused.value), "a message has an end"
