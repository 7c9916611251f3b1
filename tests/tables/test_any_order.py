"""Whatever people do in whatever order: the log stays whole, and a refusal leaves it as it was."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from functools import partial
from pathlib import Path
from random import Random

import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import CHANCE, Placement, RulesError
from bot.tables.events import agreements
from bot.tables.model.seating import Person
from bot.tables.service import TableService
from data.store.store import sqlite_url
from tests.fuzz.effort import effort

from .harness import ANN, BOB, CID, EVE, HERE, Room, log_of

VERBS = ("join", "leave", "start", "close", "play", "stale", "resign", "offer", "decline", "rematch", "again")
WEIGHTED = (*VERBS, *("play",) * 12, *("join", "start") * 3)

steps = st.lists(
    st.tuples(
        st.sampled_from(WEIGHTED), st.sampled_from((ANN, BOB, CID, EVE)), st.integers(0, 10**6), st.booleans()
    ),
    min_size=5,
    max_size=40,
)


async def do(service: TableService, table_id: int, verb: str, person: Person, seed: int, key: str) -> None:
    """One thing that a person tries."""
    match verb:
        case "join":
            await service.join(table_id, person, None, key)
        case "leave":
            await service.leave(table_id, person, key)
        case "start":
            await service.start(table_id, person, key)
        case "close":
            await service.close(table_id, person, key)
        case "resign":
            await service.resign(table_id, person, key)
        case "offer":
            await service.change_as(
                table_id, person, partial(agreements.offer_draw, accepting=seed % 2 == 0), key
            )
        case "decline":
            await service.decline_draw(table_id, person, key)
        case "rematch":
            await service.rematch(table_id, person, key)
        case _:
            table = await service.get(table_id)
            acting = [seat for seat in table.acting if seat != CHANCE]
            text = "d4"
            if acting:
                rng, seat = Random(seed), acting[seed % len(acting)]
                legal = table.legal(seat)
                placing = isinstance(legal, Placement)
                text = (
                    legal.text(rng.sample(legal.squares, legal.count))
                    if isinstance(legal, Placement)
                    else str(rng.choice([each for each in legal if str(each) not in ("break", "slip")]))
                )
                if seed % 5 and (holder := table.holder(seat)) is not None and not placing:
                    person = holder
            version = seed % (table.version + 2) if verb == "stale" else None
            await service.play(table_id, person, text, version=version, key=key)


async def run(url: sa.URL, game: str, script: list[tuple[str, Person, int, bool]]) -> None:
    room = Room(url)
    one, two = await room.program(), await room.program(seed=2)
    table = await one.open(game, ANN, {}, HERE)
    for number, (verb, person, seed, first) in enumerate(script):
        table_ids = one if first else two
        before = await log_of(table_ids, table.id)
        key = f"{table.id}.{number - 1 if verb == 'again' else number}"
        try:
            await do(table_ids, table.id, verb, person, seed, key)
        except RulesError:
            assert await log_of(table_ids, table.id) == before, f"{verb} was refused"
        after = await log_of(table_ids, table.id)
        assert after[1][: len(before[1])] == before[1], "a log only grows"
        assert len(after[1]) == after[0].version
    keys = [event.key for event in after[1] if event.key is not None]
    assert len(keys) == len(set(keys))
    cold = await (await room.program()).get(table.id)
    assert await one.get(table.id) == cold == await two.get(table.id)
    assert cold.status == cold.header.status != "frozen"
    assert {(row.seat, row.person) for row in cold.seats} == {
        (str(sitter.slot), sitter.person.id) for sitter in cold.seating.seated
    }
    await room.close()


played = st.sampled_from(["tug", "lonely", "snorkels", "depthcharge"])


@effort(20)
@given(played, steps)
def test_no_order_of_requests_corrupts_a_table(
    blank: Path, game: str, script: list[tuple[str, Person, int, bool]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(sqlite_url(Path(shutil.copy(blank, folder))), game, script))


# One database serves all examples: each plays at a table of its own.
@effort(8)
@given(played, steps)
def test_no_order_of_requests_corrupts_a_table_on_a_server(
    server_url: sa.URL, game: str, script: list[tuple[str, Person, int, bool]]
) -> None:
    asyncio.run(run(server_url, game, script))
