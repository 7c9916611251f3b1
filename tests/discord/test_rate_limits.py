"""What costs is counted, for each person, channel and server; a turn is never in anybody's way."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.components.interactions.rate_limits import (
    ALLOWANCES,
    MAX_COUNTS,
    MAX_FILMS,
    MAX_WAITING_FILMS,
    Allowance,
    Cost,
    RateLimiter,
)
from bot.features.replays import replays
from bot.tables.errors import TableError
from bot.tables.model.table import Table

from .simulation import Simulation

TIGHT: dict[Cost, Allowance] = {"picture": Allowance(3, 5, 7, 20)}
NOW = 1_767_225_600_000


def asked(person: int, channel: int, server: int | None) -> Any:
    """What somebody presses in a channel."""
    return SimpleNamespace(user=SimpleNamespace(id=person), channel_id=channel, guild_id=server)


def test_a_person_is_told_until_when_to_wait_and_takes_nothing_from_the_others_in_the_channel() -> None:
    counts = RateLimiter(TIGHT)
    for _ in range(3):
        counts.require("picture", asked(1, 10, 70), NOW)
    for _ in range(10):
        with pytest.raises(TableError, match=r"You’re going a bit fast\. Try again <t:1767225620:R>\."):
            counts.require("picture", asked(1, 10, 70), NOW)
    for _ in range(2):
        counts.require("picture", asked(2, 10, 70), NOW)
    counts.require("picture", asked(1, 10, 70), NOW + 20_001)


def test_a_channel_is_counted_over_all_its_people() -> None:
    counts = RateLimiter(TIGHT)
    for person in range(5):
        counts.require("picture", asked(person, 10, 70), NOW)
    with pytest.raises(TableError, match="in this channel"):
        counts.require("picture", asked(9, 10, 70), NOW)
    counts.require("picture", asked(8, 11, 70), NOW)


def test_a_server_is_counted_over_all_its_channels() -> None:
    counts = RateLimiter(TIGHT)
    for person in range(7):
        counts.require("picture", asked(person, person % 2, 70), NOW)
    with pytest.raises(TableError, match=r"in this server\. Try again <t:1767225620:R>"):
        counts.require("picture", asked(9, 3, 70), NOW)
    counts.require("picture", asked(9, 3, 71), NOW)
    counts.require("picture", asked(9, 3, None), NOW)


def test_whoever_is_refused_has_one_line_a_minute_in_the_log() -> None:
    counts = RateLimiter({"picture": Allowance(1, 9, 9, 1000)})
    with capture_logs() as lines:
        for second in (0, 0, 1, 30, 61):
            with suppress(TableError):
                counts.require("picture", asked(1, 10, 70), NOW + second * 1000)
        for _ in range(2):
            with suppress(TableError):
                counts.require("picture", asked(2, 10, 70), NOW)
    assert [(line["person"], line["limit"], line["what"]) for line in lines] == [
        (1, "person", "picture"),
        (1, "person", "picture"),
        (2, "person", "picture"),
    ]


def test_a_clock_that_is_set_back_keeps_nobody_waiting() -> None:
    counts = RateLimiter(TIGHT)
    for _ in range(3):
        counts.require("picture", asked(1, 10, 70), NOW)
    counts.require("picture", asked(1, 10, 70), NOW - 3_600_000)


def test_a_crowd_of_strangers_takes_no_memory() -> None:
    counts = RateLimiter()
    for person in range(MAX_COUNTS + 500):
        counts.require("picture", asked(person, person, None), NOW)
    assert len(counts) == MAX_COUNTS


async def test_more_films_than_could_come_in_time_are_refused_and_told_so() -> None:
    counts = RateLimiter()
    async with AsyncExitStack() as made, asyncio.TaskGroup() as waiting:
        for _ in range(MAX_FILMS):
            await made.enter_async_context(counts.making_film())
        stacks = [AsyncExitStack() for _ in range(MAX_WAITING_FILMS)]
        tasks = [waiting.create_task(each.enter_async_context(counts.making_film())) for each in stacks]
        await asyncio.sleep(0)
        with pytest.raises(TableError, match="Try again in a few minutes"):
            await counts.making_film().__aenter__()
        for task in tasks:
            task.cancel()
    async with counts.making_film():
        assert not counts.films_wait, "whoever gave up waiting takes no room"


async def test_everybody_who_asks_for_a_film_gets_theirs(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2, 3):
        await sim.begin()
        await sim.finish(number)
    painting, asked = asyncio.Event(), list[int]()

    async def slow(_studio: object, table: Table, _told: object = None) -> bytes:
        asked.append(table.id)
        await painting.wait()
        return b"GIF"

    monkeypatch.setattr(replays, "make_film", slow)
    own = await sim.ann.say("games")
    pressed = [(sim.ann, 1), (sim.bob, 1), (sim.ann, 2), (sim.cid, 3)]
    records = [sim.emit_press(who, f"ct:replay:{table}:1:", own) for who, table in pressed]
    while sim.bot.context.rate_limiter.films < len(pressed):  # noqa: ASYNC110 (nothing tells of it)
        await asyncio.sleep(0.01)
    assert len(asked) <= MAX_FILMS
    painting.set()
    await sim.env.settle()
    assert sorted(asked) == [1, 1, 2, 3]
    for record in records:
        assert ": replay" in sim.answer_to(record)


async def test_typing_too_fast_offers_nothing_for_a_while(sim: Simulation) -> None:
    for _ in range(ALLOWANCES["autocomplete"].person):
        assert await sim.ann.autocomplete(sim.channel, "snorkels start", "pace", "1")
    assert await sim.ann.autocomplete(sim.channel, "snorkels start", "pace", "1") == []
    assert await sim.bob.autocomplete(sim.channel, "snorkels start", "pace", "1")


async def test_my_view_can_be_pressed_too_often_and_a_turn_can_not(sim: Simulation) -> None:
    await sim.begin()
    card = sim.card()
    presses = ALLOWANCES["picture"].person
    for _ in range(presses):
        sim.emit_press(sim.ann, "ct:view:1:3:", card)
    await sim.env.settle()
    refused = await sim.ann.press(card, "My View")
    assert "Try again <t:" in refused
    assert refused.ephemeral
    assert "Try again <t:" in await sim.ann.say("board")
    assert "Try again" not in await sim.bob.press(card, "My View")
    await sim.ann.play("d", "d4", "Confirm")
    assert (await sim.table()).turns
    await sim.pass_time(21)
    assert "Try again" not in await sim.ann.press(sim.card(), "My View")


async def test_tables_are_not_opened_and_closed_for_ever(sim: Simulation) -> None:
    for number in range(1, ALLOWANCES["table"].person + 1):
        lobby = await sim.ann.say("snorkels start")
        assert "Join" in lobby.buttons
        await sim.tables.close(number, (await sim.table(number)).seating.people[0], f"close{number}")
    refused = await sim.ann.say("checkers start")
    assert "Try again <t:" in refused
    assert refused.ephemeral
    assert "Join" in (await sim.bob.say("snorkels start")).buttons
