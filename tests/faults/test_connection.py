"""Refused, lost and repeated requests of every sort: one action, one card for each version, one answer."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest

from bot.components.interactions import replies
from bot.local.api import interactions
from bot.local.api.fault_injection import Fault
from bot.local.world.model import Message
from tests.patience import PATIENCE

from .berth import Berth
from .crew import FAULT
from .seen import BEGINS, awaited, buttons, find

KINDS: Final[dict[str, dict[str, Any]]] = {
    "a 429": {"status": 429, "retry_after": 0.01, "count": 2},
    "a 500": {"status": 500, "count": 2},
    "a 500 after it was done": {"status": 500, "applied": True},
    "a cut line": {"cut": True},
    "a cut line after it was done": {"cut": True, "applied": True},
}
CALLBACK: Final = ("POST", "/callback$")
FOLLOW_UP: Final = ("POST", r"/webhooks/\d+/[^/]+$")
ORIGINAL: Final = ("PATCH", "/messages/@original$")
POST: Final = ("POST", r"/channels/\d+/messages$")
EDIT: Final = ("PATCH", r"/channels/\d+/messages/\d+$")
THREAD: Final = ("POST", "/threads$")
DIRECT: Final = ("POST", "/users/@me/channels$")


Call = tuple[str, str]


def cases(calls: list[Call], broken: dict[tuple[Call, str], str] | None = None) -> pytest.MarkDecorator:
    """Every call with every kind of fault; *broken* names those that are known to go wrong, and why."""
    why = broken or {}
    return pytest.mark.parametrize(
        ("call", "kind"),
        [
            pytest.param(
                call,
                kind,
                id=f"{call[1]} {kind}",
                marks=[pytest.mark.xfail(strict=True, reason=why[call, kind])] if (call, kind) in why else [],
            )
            for call in calls
            for kind in KINDS
        ],
    )


async def one_turn(here: Berth, number: int) -> int:
    """The first action of a table, pressed for as often as it takes; the presses that got no answer."""
    silent = 0
    for _ in range(6):
        board = here.crew.board(number)
        assert board is not None
        who = here.local.world.people[awaited(board)[0]]
        private: Message | None = board
        for _ in range(20):
            assert private is not None
            button = find(private, "play", "lay", "scatter", "pick", *BEGINS)
            if button is None:
                break  # an apology, or what was played
            private = await here.crew.press(who, private, button)
            silent += private is None
            if private is None:
                break
        if await here.acts(number):
            return silent
    pytest.fail("the action could not be played")


@cases([CALLBACK, POST, EDIT])
async def test_a_turn_is_played_once_and_shown_once_whatever_call_fails(
    moored: Berth, call: Call, kind: str
) -> None:
    await plays_once(moored, call, kind)


@cases([CALLBACK, ORIGINAL])
async def test_a_turn_that_was_acknowledged_first_is_played_once_whatever_call_fails(
    moored: Berth, call: Call, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "REPLY_WITHIN_S", -1e9)  # every reply comes too late to be the first
    await plays_once(moored, call, kind)


async def plays_once(moored: Berth, call: Call, kind: str) -> None:
    """A turn in which one call fails, and another one."""
    number = await moored.begin("snorkels")
    moored.local.faults.add(Fault(*call, **KINDS[kind]))
    silent = await one_turn(moored, number)
    assert len(await moored.acts(number)) == 1
    assert await moored.settled(number) == []
    assert silent == 0
    assert moored.local.faults.struck
    moored.local.faults.clear()
    assert await one_turn(moored, number) == 0


@cases([POST, THREAD, DIRECT])
async def test_a_table_with_secrets_begins_once_whatever_call_fails(
    moored: Berth, call: Call, kind: str
) -> None:
    lobby = await moored.start("depthcharge")
    number = buttons(lobby)[0].table_id
    moored.local.faults.add(Fault(*call, **KINDS[kind]))
    await moored.join(lobby)
    await moored.until(lambda: moored.crew.board(number))
    assert await moored.settled(number) == []
    for person in (moored.local.world.person(name) for name in ("Finn", "Pearl")):
        assert len(moored.crew.charts(person)) == 1, f"one private chart for {person.name}"
        assert len(moored.local.world.dm(person).messages) == 1
    assert moored.local.faults.struck
    assert len([one for one in moored.local.world.channels.values() if one.is_thread]) == 1
    moored.local.faults.clear()
    assert await one_turn(moored, number) == 0


@cases([CALLBACK, FOLLOW_UP])
async def test_a_table_is_opened_once_and_can_be_joined_whatever_call_fails(
    moored: Berth, call: Call, kind: str
) -> None:
    moored.local.faults.add(Fault(*call, **KINDS[kind]))
    asked = await moored.local.play.slash("Finn", "games", "snorkels start").settled()
    assert not asked.failed

    def told() -> bool:
        return asked.original is not None and FAULT in moored.words(asked.original)

    await moored.until(lambda: moored.crew.lobby(1) or told())
    await moored.bot.publisher.settle()
    if await moored.bot.store.load(1) is not None:
        lobby = moored.crew.lobby(1)
        assert lobby is not None, "a table that was opened has a card"
        await moored.join(lobby)
        await moored.until(lambda: moored.crew.board(1))
    assert await moored.bot.store.load(2) is None
    assert moored.unhandled == []


async def test_who_joins_before_the_lobby_is_noted_finds_the_game_in_its_thread(
    moored: Berth, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, note = asyncio.Event(), moored.bot.store.set_address

    async def noting(table_id: int, **columns: int | None) -> None:
        if "lobby" in columns:
            await seen.wait()
        await note(table_id, **columns)

    monkeypatch.setattr(moored.bot.store, "set_address", noting)
    lobby = await moored.start("snorkels")
    number = buttons(lobby)[0].table_id
    await moored.join(lobby)
    async with asyncio.timeout(PATIENCE):
        while (await moored.bot.context.tables.get(number)).status != "playing":  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    seen.set()
    await moored.until(lambda: moored.crew.board(number))
    assert await moored.settled(number) == []
    board = moored.crew.board(number)
    assert board is not None
    assert board.channel.is_thread
    assert find(lobby, "join") is None
    assert await one_turn(moored, number) == 0


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_gateway_that_drops_while_a_turn_is_published_loses_nothing(
    moored: Berth, resumable: bool
) -> None:
    number = await moored.begin("snorkels")
    moored.local.faults.add(Fault(*POST, delay=0.3))
    assert await one_turn(moored, number) == 0
    await moored.local.gateway.drop(resumable=resumable)
    assert await moored.settled(number) == []
    await moored.local.world.until(lambda: moored.local.gateway.online)
    assert await one_turn(moored, number) == 0


async def test_a_press_that_discord_delivers_twice_is_one_action_and_one_answer(moored: Berth) -> None:
    number = await moored.begin("snorkels")
    board = moored.crew.board(number)
    assert board is not None
    who = moored.local.world.people[awaited(board)[0]]
    private: Message | None = board
    while not await moored.acts(number):
        assert private is not None
        button = find(private, "play", "pick", *BEGINS)
        assert button is not None
        private = await moored.crew.press(who, private, button, twice=True)
    assert private is not None
    assert len(await moored.acts(number)) == 1
    assert await moored.settled(number) == []
    assert not moored.crew.diary.faults
    secret = [one for one in moored.local.world.messages.values() if one.reader is who]
    # The host of a first table is offered lessons, too.
    secret = [one for one in secret if find(one, "learn") is None]
    assert len(secret) == 1, "one private card"


async def test_two_clicks_on_one_button_play_once_and_both_are_answered(moored: Berth) -> None:
    number = await moored.begin("snorkels")
    board = moored.crew.board(number)
    assert board is not None
    who = moored.local.world.people[awaited(board)[0]]
    private: Message = board
    while (confirm := find(private, "play")) is None:
        button = find(private, "pick", *BEGINS)
        assert button is not None
        seen = await moored.crew.press(who, private, button)
        assert seen is not None
        private = seen
    both = await asyncio.gather(*(moored.crew.press(who, private, confirm) for _ in range(2)))
    assert None not in both
    assert len(await moored.acts(number)) == 1
    assert await moored.settled(number) == []


async def test_after_an_outage_the_next_turn_brings_everything_up_to_date(
    moored: Berth, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await moored.begin("snorkels")
    # The answer to the last press comes through, and then nothing does for long.
    moored.local.faults.add(Fault("*", r"/channels/", status=503, count=10_000))
    assert await one_turn(moored, number) == 0
    await moored.bot.publisher.settle()
    assert await moored.bot.store.unshown() == [number]
    monkeypatch.setattr(interactions, "ANSWER_TIMEOUT_S", 0.5)
    moored.local.faults.add(Fault("*", "/(interactions|webhooks)/", status=503, count=10_000))
    board = moored.crew.board(number)
    assert board is not None
    look = find(board, "view")
    assert look is not None
    assert await moored.crew.press(moored.people[0], board, look) is None, "Discord’s own failure, once"
    moored.local.faults.clear()
    moored.bot.publisher.wake(number)
    assert await moored.settled(number) == []
    assert await one_turn(moored, number) == 0
    assert await moored.settled(number) == []
