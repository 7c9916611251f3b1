"""Requests that fail or wait, and what Discord tells twice: one action, one card, one answer each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

from bot.components.interactions import replies
from bot.tables import server_rules
from bot.tables.errors import NoSuchTable
from tests.local.fault_injection import InjectedFault
from tests.thorough import some

from .playing import MINES, played, private
from .simulation import Simulation

CALLS = {
    "thread": ("POST", r"/messages/\d+/threads$"),
    "post": ("POST", r"/channels/\d+/messages$"),
    "direct": ("POST", "/users/@me/channels$"),
    "first reply": ("POST", "/callback$"),
    "original": ("PATCH", "/@original$"),
    "follow-up": ("POST", r"/webhooks/\d+/[^/]+$"),
    "edit": ("PATCH", r"/messages/\d+$"),
}
FAULTS: dict[str, dict[str, Any]] = {
    "a 429": {"status": 429},
    "a 500": {"status": 500, "count": 2},
    "a 500 after it was done": {"status": 500, "applied": True},
    "a cut line": {"cut": True},
    "a cut line after it was done": {"cut": True, "applied": True},
}


@pytest.mark.parametrize(
    ("call", "fault"),
    # Where something could be done twice every fault in thorough runs, and otherwise one after the other.
    [*some([*CALLS][:4], FAULTS), *zip([*CALLS][4:], cycle(FAULTS), strict=False)],
)
async def test_whatever_call_fails_a_table_with_secrets_begins_once(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, call: str, fault: str
) -> None:
    if call == "follow-up":
        # Only what comes late has one.
        monkeypatch.setattr(replies, "REPLY_WITHIN_S", -1.0)
    sim.env.faults.add(InjectedFault(*CALLS[call], **FAULTS[fault]))
    await sim.ann.slash(sim.channel, "depthcharge start", mines=3)
    await sim.pass_time(600)
    (lobby,) = sim.public(sim.channel)
    await sim.bob.press(lobby, "Join")
    await sim.pass_time(600)
    for who in (sim.ann, sim.bob):
        await who.slash(sim.place(), "move", action=MINES[who.name], table=1)
        await sim.pass_time(600)
    assert len(sim.channel.threads) == 1
    assert await sim.behind() == []
    assert f"<@{sim.ann.id}>, it’s your turn (South)" in sim.card()
    assert len([seen for seen in sim.public() if seen.buttons]) == 1
    for who in (sim.ann, sim.bob):
        assert len(who.letters) == 1
    assert sim.env.faults.struck or call == "original"


@pytest.mark.parametrize("applied", [False, True])
async def test_a_lobby_whose_reply_was_never_heard_of_is_not_posted_again(
    sim: Simulation, applied: bool
) -> None:
    """``applied``: the edits by which the bot would have learnt of it were done."""
    sim.env.faults.add(InjectedFault(*CALLS["first reply"], cut=True, applied=True))
    sim.env.faults.add(InjectedFault(*CALLS["original"], cut=True, applied=applied, count=3))
    await sim.ann.slash(sim.channel, "snorkels start")
    await sim.settled()
    assert sim.env.faults.struck == 4
    (lobby,) = sim.public(sim.channel)
    assert (await sim.table()).address.lobby == lobby.id
    await sim.bob.press(lobby, "Join")
    assert await sim.behind() == []
    assert "Join" not in sim.lobby.buttons


@pytest.mark.parametrize("name", ["ann", "bob"])
async def test_a_second_lobby_that_nobody_knew_of_loses_its_buttons_once_it_is_pressed(
    sim: Simulation, name: str
) -> None:
    """Ann is refused, since she sits there already; Bob joins."""
    first = await sim.ann.say("snorkels start")
    # As after a kill before it was noted, so long ago that Discord has forgotten its nonce.
    await sim.pass_time(3600)
    await sim.store.set_address(1, lobby=None, shown=0)
    sim.bot.publisher.wake(1)
    await sim.settled()
    second = sim.card(sim.channel)
    assert second.id != first.id
    await getattr(sim, name).press(first, "Join")
    await sim.settled()
    assert sim.lobby.buttons == []
    if name == "ann":
        await sim.bob.press(second, "Join")
    assert await sim.behind() == []
    assert "Join" not in sim.card(sim.channel).buttons


async def test_who_joins_before_the_lobby_is_noted_finds_the_game_in_its_thread(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    joined, note = asyncio.Event(), sim.store.set_address

    async def noting(table_id: int, *index: Any, **columns: int | None) -> None:
        if "lobby" in columns:
            await joined.wait()
        await note(table_id, *index, **columns)

    monkeypatch.setattr(sim.store, "set_address", noting)
    await sim.ann.slash(sim.channel, "snorkels start")
    await sim.bob.press(sim.lobby, "Join")
    assert (await sim.table()).status == "playing"
    joined.set()
    assert await sim.behind() == []
    assert len(sim.channel.threads) == 1
    assert "Join" not in sim.lobby.buttons


@pytest.fixture
def twice(sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord tells twice of all that people do."""
    tell = sim.env.world.tell_bot

    def told(event: str, payload: Any) -> None:
        for _ in range(2 if event == "INTERACTION_CREATE" else 1):
            tell(event, payload)

    monkeypatch.setattr(sim.env.world, "tell_bot", told)


@pytest.mark.usefixtures("twice")
async def test_a_press_that_is_delivered_twice_is_one_action_and_one_answer(sim: Simulation) -> None:
    await sim.begin()
    await sim.ann.play("d", "d4", "Confirm")
    assert await played(sim) == ["d4"]
    assert len(private(sim, sim.ann)) == 1
    assert await sim.behind() == []


@pytest.mark.usefixtures("twice")
async def test_autocomplete_that_is_delivered_twice_is_answered_once(
    sim: Simulation, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    assert await sim.ann.autocomplete(sim.channel, "snorkels start", "pace", "3d")
    answers = [each for each in sim.env.http_requests if each.path.endswith("/callback")]
    assert len(answers) == 1
    assert not caplog.records


@pytest.mark.parametrize("second", ["ann", "bob"])
async def test_two_who_play_at_one_instant_open_one_table(sim: Simulation, second: str) -> None:
    people = {sim.ann.id, getattr(sim, second).id}
    for who in (sim.ann.id, getattr(sim, second).id):
        sim.env.play.slash(who, sim.channel.id, "play", {"game": "snorkels"})
    await sim.settled()
    assert {person.id for person in (await sim.table()).seating.people} == people
    with pytest.raises(NoSuchTable):
        await sim.table(2)


@pytest.fixture
def let_wait(sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], asyncio.Event]:
    """Lets a kind of request wait as after a 429, until the event is set."""

    def let_wait(name: str) -> asyncio.Event:
        free, send = asyncio.Event(), getattr(sim.bot.http, name)

        async def wait(*given: Any, **named: Any) -> Any:
            await free.wait()
            return await send(*given, **named)

        monkeypatch.setattr(sim.bot.http, name, wait)
        return free

    return let_wait


async def test_no_new_card_waits_until_an_older_message_may_be_changed(
    sim: Simulation, let_wait: Callable[[str], asyncio.Event]
) -> None:
    lobby = await sim.ann.say("snorkels start", opponent=sim.bob)
    free = let_wait("edit_message")
    await sim.bob.press(lobby, "Join")
    await sim.ann.move("d4")
    await sim.bob.move("take green")
    assert ["More" in seen.buttons for seen in sim.public()] == [True] * 3, "no button has gone yet"
    assert "Join" in sim.lobby.buttons
    free.set()
    assert await sim.behind() == []
    assert ["More" in seen.buttons for seen in sim.public()] == [False, False, True]
    assert "Join" not in sim.lobby.buttons


async def test_no_new_line_waits_until_the_old_one_may_be_deleted(
    sim: Simulation, let_wait: Callable[[str], asyncio.Event]
) -> None:
    await server_rules.change(sim.store, sim.guild.id, cards="edit")
    await sim.begin()
    await sim.ann.move("d4")
    free = let_wait("delete_message")
    await sim.bob.move("take purple")
    assert [f"<@{who.id}>, it’s your turn." for who in (sim.bob, sim.ann)] == [
        seen.text for seen in sim.public()[1:]
    ]
    free.set()
    assert await sim.behind() == []
    assert len(sim.public()) == 2
