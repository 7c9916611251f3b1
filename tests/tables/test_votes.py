"""Votes: what wins, when they close, and that each counts once, however many are given at once."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
import sqlalchemy as sa

from bot.components.publishing.publisher import PublishingClient
from bot.features.all_hands import votes
from bot.features.all_hands.crowd_turns import CrowdTurns
from bot.people import crowds
from bot.tables.errors import TableError
from bot.tables.model import pace
from bot.tables.model.pace import HOUR
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from bot.tables.table_limits import DEFAULT_LIMITS
from data.store import schema
from data.store.queries import ballots
from data.store.queries.ballots import Ballot, Rules
from tests.databases import on_both

from .harness import ANN, BOB, EVE, HERE, Room

SHIP = Person(crowds.EVERYBODY, crowds.name_of(crowds.EVERYBODY))
MANY = 60
NUMBERS = count(1)


def given(*choices: str) -> list[Ballot]:
    """Votes of as many people, one after another."""
    return [Ballot(number, choice, number) for number, choice in enumerate(choices, 1)]


def test_most_votes_win_and_of_equal_ones_the_earlier() -> None:
    assert votes.decided(given("a1", "b2", "b2"), 0) == "b2"
    assert votes.decided(given("a1", "b2"), 0) == "a1"
    assert votes.decided(given("b2", "a1", "a1", "b2"), 0) == "b2"
    assert votes.decided([Ballot(1, "a1", 9), Ballot(2, "b2", 5)], 0) == "b2"
    assert votes.decided([], 0) == ""


@pytest.mark.parametrize(
    ("resigning", "playing", "before", "carried"),
    [
        (2, 1, 0, True),
        (1, 1, 0, False),
        (1, 0, 0, True),
        (1, 0, 3, False),
        (2, 0, 3, True),
        (3, 2, 0, False),
        (4, 2, 6, True),
    ],
)
def test_a_motion_needs_two_thirds_of_those_who_vote_now_or_before(
    resigning: int, playing: int, before: int, *, carried: bool
) -> None:
    cast_votes = given(*["!resign"] * resigning, *["a1"] * playing)
    assert votes.decided(cast_votes, before) == ("!resign" if carried else "a1" if playing else "")


@pytest.mark.parametrize(
    ("first", "closing"), [(0, 10), (9, 10), (10, 20), (19, 20), (20, 30), (57, 67), (-5, 10)]
)
def test_a_vote_closes_after_its_time_or_once_more_or_a_time_after_the_game_has_rested(
    first: int, closing: int
) -> None:
    assert votes.closes(10, 100, 100 + first) == 100 + closing


class Crew:
    """Programs that close the votes of one table, as two processes would."""

    def __init__(self, *services: TableService) -> None:
        self.services = services
        self.turns = [self._turns(service) for service in services]

    def _turns(self, service: TableService) -> CrowdTurns:
        async def query_members(user_ids: list[int], **_how: Any) -> list[Any]:
            await asyncio.sleep(0)
            return [SimpleNamespace(id=number) for number in user_ids]

        here = SimpleNamespace(query_members=query_members)
        look = SimpleNamespace(wake=lambda _table_id: None)
        context = SimpleNamespace(tables=service, turns=look)
        client = SimpleNamespace(context=context, get_guild=lambda _guild: here)
        return CrowdTurns(cast("PublishingClient", client))

    async def vote(self, person: int, choice: str, process: int = 0, number: int | None = None) -> bool:
        """Whether somebody's vote at table 1, by interaction ``number``, was taken."""
        number = next(NUMBERS) if number is None else number
        table = await self.services[process].get(1)
        try:
            await self.turns[process].vote(table, Person(person, f"P{person}"), number, choice)
        except TableError:
            return False
        return True

    async def close(self, process: int) -> bool:
        """A process closes the vote, as it has seen the table."""
        table = await self.services[process].get(1)
        return await self.turns[process].play(table)


async def crew(room: Room, programs: int = 1, rules: Rules | None = None) -> Crew:
    services = [await room.program(seed) for seed in range(programs)]
    await services[0].begin(
        "hex",
        (SHIP, ANN),
        EVE,
        HERE,
        measure=pace.NONE,
        most=DEFAULT_LIMITS,
        keep=ballots.keeping(rules or Rules(HOUR), HERE.home or 0),
    )
    return Crew(*services)


async def polls(service: TableService) -> list[Any]:
    rows = await service.store.dicts(sa.select(schema.poll))
    return [row["counts"] for row in rows]


async def newest(service: TableService) -> Table:
    service.cache.clear()
    return await service.get(1)


@on_both
async def test_of_two_games_that_are_begun_at_once_in_a_channel_one_is(room: Room) -> None:
    programs = [await room.program(seed) for seed in range(2)]
    keep = ballots.keeping(Rules(HOUR), HERE.home or 0)
    begun = await asyncio.gather(
        *(
            program.begin("hex", (SHIP, who), who, HERE, measure=pace.NONE, most=DEFAULT_LIMITS, keep=keep)
            for program, who in zip(programs, (ANN, BOB), strict=True)
        ),
        return_exceptions=True,
    )
    (table,) = (each for each in begun if isinstance(each, Table))
    (refusal,) = (each for each in begun if isinstance(each, ballots.AlreadyPlaying))
    assert refusal.table_id == table.id


@on_both
async def test_two_processes_close_a_vote_once(room: Room) -> None:
    here = await crew(room, 2)
    for person, choice in ((11, "b2"), (12, "c3"), (13, "c3")):
        assert await here.vote(person, choice)
    await asyncio.gather(*(here.close(process % 2) for process in range(6)), return_exceptions=True)
    table = await newest(here.services[0])
    assert [str(turn.action) for turn in table.turns] == ["c3"]
    assert await polls(here.services[0]) == ['[["c3", 2], ["b2", 1]]']
    assert table.awaited == (ANN,)


@on_both
async def test_every_vote_that_was_taken_while_the_vote_closed_is_counted(room: Room) -> None:
    here, rng = await crew(room, 2), Random(5)
    people, taken = iter(range(1001, 2001)), list[bool]()

    async def voters(process: int) -> None:
        """One after another, until somebody is too late."""
        for person in people:
            await asyncio.sleep(rng.random() / 100)
            taken.append(await here.vote(person, rng.choice(["b2", "c3", "d4"]), process))
            if not taken[-1]:
                return

    async def closer() -> None:
        """The first process; the second isn't told, and finds out when it stores a vote."""
        await asyncio.sleep(0.05)
        while not (await here.services[0].get(1)).turns:
            await here.close(0)

    assert await here.vote(1, "b2")
    await asyncio.gather(closer(), *(voters(number % 2) for number in range(8)))
    assert taken.count(False) == 8
    table = await newest(here.services[0])
    assert len(table.turns) == 1
    (counts,) = await polls(here.services[0])
    assert sum(number for _, number in json.loads(counts)) == 1 + taken.count(True)


@on_both
async def test_many_voters_at_once_lose_nothing(room: Room) -> None:
    here, rng = await crew(room, 2), Random(3)
    people = range(1001, 1001 + MANY)
    first = {person: rng.choice(["b2", "c3", "d4", "e5"]) for person in people}
    second = dict.fromkeys(people[::10], "f6")
    # Those who change their minds do it at once, and some of what they say comes in the wrong order.
    cast_votes = [(*each, 1) for each in first.items()] + [(*each, 2) for each in second.items()]
    rng.shuffle(cast_votes)
    taken = await asyncio.gather(
        *(here.vote(person, choice, person % 2, number) for person, choice, number in cast_votes)
    )
    last = first | second
    assert all(taken)
    stored = await ballots.of_turn(here.services[0].store, 1, 0)
    assert {each.person: each.choice for each in stored} == last
    await here.close(0)
    (counts,) = await polls(here.services[0])
    found = dict(json.loads(counts))
    assert found == {choice: [*last.values()].count(choice) for choice in {*last.values()}}


async def test_a_vote_is_counted_once_even_if_its_turn_is_taken_back(room: Room) -> None:
    here = await crew(room)
    service = here.services[0]
    await here.vote(11, "b2")
    await here.close(0)
    table = await service.get(1)
    assert await ballots.of_turn(service.store, 1, 0) == []
    assert await ballots.voters(service.store, 1) == 1
    assert not await here.close(0), "it isn't their turn"
    assert len(table.turns) == 1


async def test_an_older_vote_that_arrives_later_changes_nothing(room: Room) -> None:
    here = await crew(room)
    table, turns = await here.services[0].get(1), here.turns[0]
    for number, choice in ((5, "b2"), (9, "c3"), (5, "b2"), (9, "d4")):
        await turns.vote(table, BOB, number, choice)
    assert [each.choice for each in await turns.votes(table)] == ["c3"]


@on_both
async def test_of_votes_of_one_person_that_arrive_at_once_the_newest_counts(room: Room) -> None:
    here = await crew(room, 2)
    for person in range(1001, 1041):
        votes = [(number, "f6" if number == 4 else "b2") for number in (4, 3, 2, 1)]
        await asyncio.gather(
            *(here.vote(person, choice, number % 2, number) for number, choice in votes),
        )
    assert {each.choice for each in await ballots.of_turn(here.services[0].store, 1, 0)} == {"f6"}


async def test_who_says_the_same_again_keeps_their_place(room: Room) -> None:
    here = await crew(room)
    await here.vote(11, "b2")
    await here.vote(12, "c3")
    await here.vote(11, "b2")
    await here.close(0)
    assert [str(turn.action) for turn in (await here.services[0].get(1)).turns] == ["b2"]
