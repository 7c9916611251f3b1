"""The scores of finished solo tables."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.features.daily import scores
from bot.features.daily.hooks import FEATURE
from bot.features.ratings.profile import profile
from bot.features.ratings.standings import Viewer
from bot.games import GAMES
from bot.tables.errors import InternalError, TableError
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries.scores import keep_scores
from data.store.store import Store
from tests.databases import execute, on_both

from .harness import ANN, BOB, CID, HERE, Room, played_out, seated

CURSE = GAMES["curse"]
HARBOUR, REEF = 5, 6


async def solo(service: TableService, person: Person, luck: int, **given: str) -> Table:
    return await played_out(service, await service.open("curse", person, given, HERE), Random(luck))


async def test_a_server_lists_the_best_game_of_each_by_title_then_points(service: TableService) -> None:
    tables = [await solo(service, who, seed) for who in (ANN, BOB, CID) for seed in (1, 2)]
    found = await scores.of_server(service, CURSE, HARBOUR)
    keys = [(each.score.rank, each.score.points or 0, each.score.tiebreak) for each in found]
    assert keys == sorted(keys, reverse=True)
    assert {each.person for each in found} == {ANN.id, BOB.id, CID.id}
    for standing in found:
        own = [table for table in tables if table.seating.people[0].id == standing.person]
        assert standing.score in [scores.score_of(table) for table in own]
        best = max((row.rank, row.points, row.tiebreak) for row in map(scores.score_of, own))
        assert (standing.score.rank, standing.score.points, standing.score.tiebreak) == best
    assert await scores.of_server(service, CURSE, REEF) == []


async def test_scores_are_kept_once_and_survive(service: TableService, room: Room) -> None:
    await solo(service, ANN, 1)
    before = await scores.of_server(service, CURSE, HARBOUR)
    again = await room.program()
    await asyncio.gather(*(scores.tally(each, CURSE, guild=HARBOUR) for each in (service, again, again)))
    assert await scores.of_server(again, CURSE, HARBOUR) == before
    own = await scores.of_person(again, CURSE, ANN.id, 5)
    assert own.games == len(own.best) == 1


async def test_a_game_that_cannot_be_read_now_counts_later(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    unread, read, get = await solo(service, ANN, 1), await solo(service, BOB, 2), service.cache.get

    async def fail(table_id: int, **_options: bool) -> Table:
        if table_id == unread.id:
            raise InternalError
        return await get(table_id)

    with monkeypatch.context() as now:
        now.setattr(service.cache, "get", fail)
        assert [each.person for each in await scores.of_server(service, CURSE, HARBOUR)] == [BOB.id]
    found = await scores.of_server(service, CURSE, HARBOUR)
    assert {each.score.table_id for each in found} == {unread.id, read.id}


async def test_rehearsed_and_given_up_games_do_not_count(service: TableService) -> None:
    await solo(service, ANN, 1, seed="7")
    given_up = await service.open("curse", ANN, {}, HERE)
    await service.resign(given_up.id, ANN)
    assert await scores.of_server(service, CURSE, HARBOUR) == []
    assert (await scores.of_person(service, CURSE, ANN.id, 5)).games == 0


@on_both
async def test_a_table_that_can_not_be_read_keeps_no_score_from_the_others(
    service: TableService, room: Room
) -> None:
    broken = await solo(service, ANN, 1)
    await solo(service, BOB, 2)
    store: Store = service.store
    change = "UPDATE event SET text = 'nonsense' WHERE table_id = :n AND verb = 'play'"
    await execute(store, change, {"n": broken.id})
    found = await scores.of_server(await room.program(), CURSE, HARBOUR)
    assert [each.person for each in found] == [BOB.id]


async def test_titles_are_counted(service: TableService) -> None:
    tables: list[Any] = [await solo(service, ANN, seed) for seed in range(4)]
    own = await scores.of_person(service, CURSE, ANN.id, 2)
    assert own.games == len(tables)
    assert len(own.best) == 2
    assert sum(number for _, number in own.titles) == 4


@on_both
async def test_a_profile_tells_the_titles_of_games_that_give_some(
    service: TableService,
) -> None:
    for seed in range(3):
        await solo(service, ANN, seed)
    table = await seated(service, "snorkels", ANN, BOB)
    await service.resign(table.id, ANN)
    ann = Viewer(ANN.id, server=None)
    own, other = await profile(service, ANN.id, ann), await profile(service, BOB.id, ann)
    assert FEATURE.profile_facts is not None
    ((title, titles),) = await FEATURE.profile_facts(service, ANN.id)
    assert title == "Captain’s Curse"
    assert sum(int(number) for number in re.findall(r"(\d+)×", titles)) == 3
    assert await FEATURE.profile_facts(service, BOB.id) == []
    assert own.favourite == (CURSE, 3)
    assert (own.finished, own.own, own.private) == (4, True, False)
    assert (other.finished, other.own) == (1, False)
    assert (await profile(service, CID.id, Viewer(CID.id, server=None))).finished == 0
    with pytest.raises(TableError, match="no profile to show"):
        await profile(service, CID.id, ann)


@on_both
async def test_a_table_that_is_removed_meanwhile_keeps_no_score_from_the_others(
    service: TableService,
) -> None:
    kept = scores.score_of(await solo(service, ANN, 1))
    rows = [replace(kept, table_id=kept.table_id + 1), kept, replace(kept, points=0)]
    await keep_scores(service.store, rows[:2])
    await keep_scores(service.store, rows[2:])
    (own,) = (await scores.of_person(service, CURSE, ANN.id, 5)).best
    assert own.score == kept, "what is kept already stays"
