"""The first reply to an interaction: one request if it comes in time, and otherwise what was acknowledged."""

from __future__ import annotations

import asyncio
import gc
from typing import Any
from unittest.mock import MagicMock

import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.components.interactions import context, replies
from bot.components.interactions.context import AT_ONCE, Acknowledgements
from bot.components.interactions.discord_errors import INTERACTION_EXPIRED, UNKNOWN_MESSAGE
from bot.tables.model.table import Table
from tests.patience import PATIENCE

from .playing import private
from .simulation import HOUR, Simulation

MESSAGE, DEFERRED, UPDATE_LATER, UPDATE = 4, 5, 6, 7


def answers(sim: Simulation, since: int) -> list[int]:
    """The kinds of the first replies."""
    made: list[Any] = sim.env.http_requests[since:]
    return [each.json["type"] for each in made if each.path.endswith("/callback")]


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every interaction arrives too late for a reply without an acknowledgement."""
    monkeypatch.setattr(replies, "REPLY_WITHIN_S", -1.0)


async def begun(sim: Simulation) -> None:
    """Ann, then bob; the turn is ann's."""
    await sim.begin(side="purple", pie="off")


@pytest.mark.usefixtures("late")
async def test_a_late_turn_is_acknowledged_first_and_played_all_the_same(sim: Simulation) -> None:
    await begun(sim)
    since, shown = len(sim.env.http_requests), sim.card().text
    picker = await sim.ann.play("d", "d4")
    assert sim.card().text == shown, "the public card stays as it was"
    await sim.ann.press(picker, "Confirm")
    assert answers(sim, since) == [DEFERRED, UPDATE_LATER, UPDATE_LATER]
    assert "on d4" in sim.card()


@pytest.mark.usefixtures("late")
async def test_a_late_refusal_is_for_one_alone(sim: Simulation) -> None:
    lobby = await sim.ann.say("snorkels start")
    refused = await sim.ann.press(lobby, "Join")
    assert "already" in refused
    assert refused.ephemeral


async def test_what_arrives_late_is_acknowledged_that_much_sooner(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sim)
    card, read, since = sim.card(), sim.tables.get, len(sim.env.http_requests)
    now, on_its_way = sim.tables.now, HOUR - 0.05

    async def reading(table_id: int) -> Table:
        async with asyncio.timeout(PATIENCE):
            while not answers(sim, since):  # noqa: ASYNC110 (answers tell nobody)
                await asyncio.sleep(0.01)
        return await read(table_id)

    monkeypatch.setattr(replies, "REPLY_WITHIN_S", HOUR)
    monkeypatch.setattr(sim.tables, "get", reading)
    monkeypatch.setattr(sim.tables, "now", lambda: now() + int(on_its_way * 1000))
    sim.emit_press(sim.ann, "ct:bring:1:1:", card)
    await sim.env.settle()
    assert answers(sim, since) == [DEFERRED]


@pytest.mark.usefixtures("late")
@pytest.mark.parametrize("code", INTERACTION_EXPIRED)
async def test_what_nobody_waits_for_any_more_plays_nothing(sim: Simulation, code: int) -> None:
    await begun(sim)
    picker, before = await sim.ann.play("d", "d4"), await sim.table()
    sim.refuse("POST", "/interactions/*/callback", 404, code)
    await sim.ann.click(picker, label="Confirm")
    assert (await sim.table()).version == before.version


async def test_in_a_crowd_all_are_acknowledged_before_anything_is_done(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sim)
    own, crowd = sim.card(), 3 * replies.FEW
    # No timer may have a part in it: a busy loop is late with each.
    monkeypatch.setattr(replies, "REPLY_WITHIN_S", 1000.0)
    free, read = asyncio.Event(), sim.tables.get

    async def reading(table_id: int) -> Table:
        await free.wait()
        return await read(table_id)

    monkeypatch.setattr(sim.tables, "get", reading)
    since = len(sim.env.http_requests)
    for _ in range(crowd):
        sim.emit_press(sim.ann, "ct:bring:1:1:", own)
    async with asyncio.timeout(PATIENCE):
        while len(answers(sim, since)) < crowd:  # noqa: ASYNC110 (answers tell nobody)
            await asyncio.sleep(0)
    free.set()
    await sim.env.settle()
    assert answers(sim, since) == [DEFERRED] * crowd


async def test_in_a_crowd_the_oldest_are_acknowledged_first_not_all_at_once_and_before_anything_is_done(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sim)
    own, crowd, send, read = sim.card(), 3 * AT_ONCE, AsyncWebhookAdapter.request, sim.tables.get
    under_way, most, acknowledged, before_reading = set[int](), 0, list[int](), list[int]()

    async def slowly(adapter: Any, route: Any, *given: Any, **options: Any) -> Any:
        nonlocal most
        if not route.path.endswith("/callback"):
            return await send(adapter, route, *given, **options)
        number = int(route.url.split("/")[-3])
        acknowledged.append(number)
        under_way.add(number)
        most = max(most, len(under_way))
        for _ in range(5):
            await asyncio.sleep(0)
        under_way.remove(number)
        return await send(adapter, route, *given, **options)

    async def reading(table_id: int) -> Table:
        before_reading.append(len(acknowledged))
        return await read(table_id)

    monkeypatch.setattr(replies, "REPLY_WITHIN_S", 1000.0)
    monkeypatch.setattr(AsyncWebhookAdapter, "request", slowly)
    monkeypatch.setattr(sim.tables, "get", reading)
    for _ in range(crowd):
        sim.emit_press(sim.ann, "ct:bring:1:1:", own)
    await sim.env.settle()
    assert acknowledged == sorted(acknowledged)
    assert (most, len(acknowledged), set(before_reading)) == (AT_ONCE, crowd, {crowd})


@pytest.mark.usefixtures("late")
async def test_what_waited_too_long_for_its_acknowledgement_asks_discord_nothing_and_plays_nothing(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sim)
    picker, before = await sim.ann.play("d", "d4"), await sim.table()
    monkeypatch.setattr(replies, "IN_TIME_S", 0.0)
    since = len(sim.env.http_requests)
    await sim.ann.click(picker, label="Confirm")
    assert (len(sim.env.http_requests), (await sim.table()).version) == (since, before.version)


async def test_acknowledgements_that_discord_does_not_answer_hold_up_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(context, "PATIENCE_S", 0.01)
    turns, silence = Acknowledgements(), asyncio.Event()

    async def unanswered() -> None:
        async with turns.turn():
            await silence.wait()

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        for _ in range(2 * AT_ONCE + 1):
            group.create_task(unanswered())
        await asyncio.sleep(0)
        await turns.all_begun()
        silence.set()


def lose_an_answer(monkeypatch: pytest.MonkeyPatch, *, arrived: bool) -> list[int]:
    """The connection breaks once, before or after Discord has done what it was asked; gives all attempts."""
    send, tried = AsyncWebhookAdapter.request, list[int]()

    async def broken(adapter: Any, *given: Any, **options: Any) -> Any:
        tried.append(1)
        if len(tried) > 1:
            return await send(adapter, *given, **options)
        if arrived:
            await send(adapter, *given, **options)
        raise ConnectionResetError

    monkeypatch.setattr(AsyncWebhookAdapter, "request", broken)
    return tried


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_first_reply_whose_answer_is_lost_is_shown_once(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, *, arrived: bool
) -> None:
    await begun(sim)
    tried = lose_an_answer(monkeypatch, arrived=arrived)
    picker = await sim.ann.play("d")
    assert len(tried) == (3 if arrived else 2), "sent again; what had arrived is edited"
    assert len(private(sim, sim.ann)) == 1
    await sim.ann.press(picker, "d4", "Confirm")
    assert "on d4" in sim.card()


async def test_a_first_reply_whose_answer_is_lost_and_that_is_gone_is_sent_again(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sim)
    lose_an_answer(monkeypatch, arrived=True)
    # They dismissed it at once, or its thread was deleted.
    sim.refuse("PATCH", "/webhooks/*/*/messages/@original", 404, UNKNOWN_MESSAGE)
    result = await sim.ann.click(sim.card(), label="My View")
    (sent,) = result.followups
    assert "your board" in sent.text.lower()


async def test_an_acknowledgement_that_failed_when_nobody_waits_for_it_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refused(*_given: Any, **_options: Any) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(replies.Deferral, "send", refused)
    heard: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: heard.append(context))
    # Its handler has been ended, because the bot stops.
    replies.Deferral(MagicMock(), None, 0.0)
    await asyncio.sleep(0.01)
    gc.collect()
    assert heard == []


async def test_a_press_on_a_card_that_is_gone_plays_and_is_answered(sim: Simulation) -> None:
    await begun(sim)
    picker = await sim.ann.play("d", "d4")
    sim.refuse("POST", "/interactions/*/callback", 404, 10008)
    result = await sim.ann.click(picker, label="Confirm")
    assert result.responded
    assert "on d4" in sim.card()


@pytest.mark.usefixtures("inline_thinkers")
@pytest.mark.parametrize("hours", [0, 2])
async def test_alone_the_card_with_the_computers_move_is_the_answer_to_the_press(
    sim: Simulation, hours: int
) -> None:
    await sim.ann.say("snorkels start", computer="deckhand")
    await sim.pass_time(hours * HOUR)
    await sim.ann.press(sim.card(), "d")
    since = len(sim.env.http_requests)
    result = await sim.ann.press(sim.card(), "d4")
    await sim.settled()
    assert answers(sim, since) == [UPDATE]
    assert len(sim.env.http_requests) == since + 1, "nothing but the answer"
    assert result.text == sim.card().text
    assert len((await sim.table()).turns) == 2, "hers, and the computer's"
    assert sim.card().files


@pytest.mark.usefixtures("inline_thinkers")
@pytest.mark.parametrize("why", ["late", "gone", "unanswered"])
async def test_a_card_that_can_not_be_the_answer_is_edited(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    await sim.ann.say("snorkels start", computer="deckhand")
    await sim.settled()
    await sim.ann.press(sim.card(), "d")
    since, shown, picked = len(sim.env.http_requests), len(sim.public()), sim.card()
    if why == "late":
        monkeypatch.setattr(replies, "REPLY_WITHIN_S", -1.0)
    elif why == "gone":
        sim.refuse("POST", "/interactions/*/callback", 404, 10062)
    else:
        sim.refuse("POST", "/interactions/*/callback", 500, times=None)
    await sim.ann.click(picked, label="d4")
    await sim.settled()
    assert "on d4" in sim.card()
    assert len(sim.public()) == shown, "the same card"
    assert [each.method for each in sim.env.http_requests[since:]].count("PATCH") == 1
    assert await sim.behind() == []
