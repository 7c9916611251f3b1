"""Requests that fail while a table begins, presses that come twice, an outage: one action, one card each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
import structlog

from bot.components.publishing import publisher as publishing
from bot.local.api import interactions
from bot.local.world.model import Message
from bot.local.world.world import World
from bot.tables import server_rules
from bot.tables.errors import NoSuchTable
from tests.local.fault_injection import FaultyDiscord, InjectedFault
from tests.patience import PATIENCE

from .running_bot import RunningBot, running_bot
from .seen import BEGINS, awaited, buttons, find, must_find

KINDS: Final[dict[str, dict[str, Any]]] = {
    "a 429": {"status": 429, "retry_after": 0.01, "count": 2},
    "a 500": {"status": 500, "count": 2},
    "a 500 after it was done": {"status": 500, "applied": True},
    "a cut line": {"cut": True},
    "a cut line after it was done": {"cut": True, "applied": True},
}
POST: Final = ("POST", r"/channels/\d+/messages$")
YEAR_S: Final = 365 * 24 * 3600
THREAD: Final = ("POST", "/threads$")
DIRECT: Final = ("POST", "/users/@me/channels$")


@pytest.mark.parametrize(
    ("call", "kind"),
    # The first call with every kind of fault, the others with those that could have something done twice.
    [
        pytest.param(call, kind, id=f"{call[1]} {kind}")
        for call in (POST, THREAD, DIRECT)
        for kind, how in KINDS.items()
        if call is POST or "applied" in how
    ],
)
async def test_a_table_with_secrets_begins_once_whatever_call_fails(
    running: RunningBot, call: tuple[str, str], kind: str
) -> None:
    lobby = await running.start("depthcharge")
    number = buttons(lobby)[0].table_id
    running.local.faults.add(InjectedFault(*call, **KINDS[kind]))
    assert await running.complete(lobby) == []
    for person in (running.local.world.person(name) for name in ("Finn", "Pearl")):
        assert len(running.players.charts(person)) == 1, f"one private chart for {person.name}"
        assert len(running.local.world.dm(person).messages) == 1
    assert running.local.faults.struck
    assert len([one for one in running.local.world.channels.values() if one.is_thread]) == 1
    running.local.faults.clear()
    assert await running.one_turn(number) == 0


@pytest.mark.parametrize("kind", KINDS)
async def test_a_lobby_is_one_message_whatever_fails(running: RunningBot, kind: str) -> None:
    for path in ("/callback$", "/@original$", r"/webhooks/\d+/\w+$"):
        running.local.faults.add(InjectedFault(path=path, **KINDS[kind]))
    lobby = await running.start("snorkels")
    running.local.faults.clear()
    await running.bot.publisher.settle()
    posts = [one for one in running.local.world.messages.values() if find(one, "join")]
    assert posts == [lobby]
    assert await running.complete(lobby) == []


@pytest.mark.parametrize("applied", [False, True])
async def test_a_lobby_whose_reply_was_never_heard_of_is_not_posted_again(
    running: RunningBot, applied: bool
) -> None:
    """``applied``: the edits by which the bot would have learnt of it were done."""
    faults = running.local.faults
    faults.add(InjectedFault("POST", "/callback$", cut=True, applied=True))
    faults.add(InjectedFault("PATCH", "/@original$", cut=True, applied=applied, count=3))
    lobby = await running.start("snorkels")
    await idle()
    await running.bot.publisher.settle()
    assert faults.struck == 4
    posts = [one for one in running.local.world.messages.values() if find(one, "join")]
    assert posts == [lobby]
    number = buttons(lobby)[0].table_id
    assert (await running.table(number)).address.lobby == lobby.id
    assert await running.complete(lobby) == []
    assert find(lobby, "join") is None


@pytest.mark.parametrize("who", ["Finn", "Pearl"])
async def test_a_second_lobby_that_nobody_knew_of_loses_its_buttons_once_it_is_pressed(
    running: RunningBot, who: str
) -> None:
    """Finn is refused, since he sits there already; Pearl joins."""
    first = await running.start("snorkels")
    number = buttons(first)[0].table_id
    await idle()
    # As after a kill before it was noted.
    await running.bot.store.set_address(number, lobby=None, shown=0)
    running.bot.publisher.wake(number)
    await running.bot.publisher.settle()
    table = await running.table(number)
    assert table.address.lobby not in (None, first.id)
    await running.join(first, who)
    await running.bot.publisher.settle()
    assert buttons(first) == []
    second = running.local.world.message(table.address.lobby or 0)
    if who == "Finn":
        assert find(second, "join")
        await running.join(second)
    await running.until(lambda: running.players.board(number))
    assert await running.settled(number) == []
    assert find(second, "join") is None


async def test_who_joins_before_the_lobby_is_noted_finds_the_game_in_its_thread(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, note = asyncio.Event(), running.bot.store.set_address

    async def noting(table_id: int, *index: Any, **columns: int | None) -> None:
        if "lobby" in columns:
            await seen.wait()
        await note(table_id, *index, **columns)

    monkeypatch.setattr(running.bot.store, "set_address", noting)
    lobby = await running.start("snorkels")
    number = buttons(lobby)[0].table_id
    await running.join(lobby)
    async with asyncio.timeout(PATIENCE):
        while (await running.table(number)).status != "playing":  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    seen.set()
    await running.until(lambda: running.players.board(number))
    assert await running.settled(number) == []
    board = running.board(number)
    assert board.channel.is_thread
    assert find(lobby, "join") is None
    assert await running.one_turn(number) == 0


async def test_a_press_that_discord_delivers_twice_is_one_action_and_one_answer(running: RunningBot) -> None:
    number = await running.begin("snorkels")
    board = running.board(number)
    who = running.local.world.people[awaited(board)[0]]
    private: Message | None = board
    while not await running.acts(number):
        assert private is not None
        button = must_find(private, "play", "pick", *BEGINS)
        private = await running.players.press(who, private, button, twice=True)
    assert private is not None
    assert len(await running.acts(number)) == 1
    assert await running.settled(number) == []
    assert not running.players.history.faults
    secret = [one for one in running.local.world.messages.values() if one.reader is who]
    assert len(secret) == 1, "one private card"


async def test_two_clicks_on_one_button_play_once_and_both_are_answered(running: RunningBot) -> None:
    number = await running.begin("snorkels")
    who, private, confirm = await running.players.to_confirm(number)
    both = await asyncio.gather(*(running.players.press(who, private, confirm) for _ in range(2)))
    assert None not in both
    assert len(await running.acts(number)) == 1
    assert await running.settled(number) == []


async def test_after_an_outage_the_next_turn_brings_everything_up_to_date(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await running.begin("snorkels")
    monkeypatch.setattr(publishing, "RETRY_PAUSES_S", (0.02,) * 5)
    # The answer to the last press comes through, and then nothing does for long.
    running.local.faults.add(InjectedFault("*", r"/channels/", status=503, count=10_000))
    assert await running.one_turn(number) == 0
    await running.bot.publisher.settle()
    assert await running.bot.store.unshown() == [number]
    monkeypatch.setattr(interactions, "ANSWER_TIMEOUT_S", 0.1)
    running.local.faults.add(InjectedFault("*", "/(interactions|webhooks)/", status=503, count=10_000))
    board = running.board(number)
    look = must_find(board, "view")
    assert await running.players.press(running.people[0], board, look) is None, "Discord’s own failure, once"
    running.local.faults.clear()
    running.bot.publisher.wake(number)
    assert await running.settled(number) == []
    assert await running.one_turn(number) == 0
    assert await running.settled(number) == []


async def idle() -> None:
    """Wait until no command is under way."""
    while under_way := [one for one in asyncio.all_tasks() if one.get_name() == "CommandTree-invoker"]:
        await asyncio.gather(*under_way, return_exceptions=True)


@pytest.mark.parametrize("kind", [kind for kind, how in KINDS.items() if "applied" not in how])
async def test_what_discord_does_not_take_is_no_fault_of_the_bot(running: RunningBot, kind: str) -> None:
    local = running.local
    local.faults.add(InjectedFault("POST", "/callback$", **(KINDS[kind] | {"count": 1000})))
    with structlog.testing.capture_logs() as logs:
        local.play.autocomplete("Finn", "games", "settings", "zone", {"zone": "Eur"})
        local.play.slash("Finn", "games", "games")
        async with asyncio.timeout(PATIENCE):
            while local.faults.struck < 2:  # noqa: ASYNC110 (requests that fail change nothing)
                await asyncio.sleep(0.01)
            await idle()
    local.faults.clear()
    assert not [line for line in logs if "exc_info" in line or line["log_level"] == "error"]
    assert [line["error"] for line in logs if line["event"].startswith("Discord didn't take")]
    assert running.unhandled == []
    asked = local.play.slash("Finn", "games", "games")
    await asked.settled()
    assert asked.original is not None


@pytest.mark.parametrize("second", ["Finn", "Pearl"])
async def test_two_who_play_at_one_instant_open_one_table(running: RunningBot, second: str) -> None:
    local = running.local
    both = [local.play.slash(who, "games", "play", {"game": "snorkels"}) for who in ("Finn", second)]
    await asyncio.gather(*(each.settled() for each in both))
    await idle()
    table = await running.table(1)
    assert {person.id for person in table.seating.people} == {
        local.world.person(who).id for who in ("Finn", second)
    }
    with pytest.raises(NoSuchTable):
        await running.table(2)


@pytest.mark.parametrize("ahead", [-2 * YEAR_S, 2 * YEAR_S])
async def test_a_clock_that_is_not_discords_does_no_harm(
    file: Path, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    local = FaultyDiscord(World(now=lambda: time.time() + ahead))
    await local.start()
    async with running_bot(file, monkeypatch, local) as here:
        number = await here.begin("snorkels")
        who, private, confirm = await here.players.to_confirm(number)
        assert await here.players.press(who, private, confirm) is not None
        assert len(await here.acts(number)) == 1
        assert await here.settled(number) == []
    await local.stop()


@pytest.fixture
def let_wait(running: RunningBot, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], asyncio.Event]:
    """Lets a kind of request wait as after a 429, until the event is set."""

    def let_wait(name: str) -> asyncio.Event:
        free, send = asyncio.Event(), getattr(running.bot.http, name)

        async def wait(*given: Any, **named: Any) -> Any:
            await free.wait()
            return await send(*given, **named)

        monkeypatch.setattr(running.bot.http, name, wait)
        return free

    return let_wait


async def test_no_new_card_waits_until_an_older_message_may_be_changed(
    running: RunningBot, let_wait: Callable[[str], asyncio.Event]
) -> None:
    lobby = await running.start("snorkels")
    number = buttons(lobby)[0].table_id
    free = let_wait("edit_message")
    await running.join(lobby)
    await running.until(lambda: len(running.cards(number)) == 1)
    await running.act(number)
    await running.until(lambda: len(running.cards(number)) == 2)
    await running.act(number)
    await running.until(lambda: len(running.cards(number)) == 3)
    for each in running.cards(number):
        assert each.mentions, "one ping each"
        assert find(each, *BEGINS), "no button has gone yet"
    assert find(lobby, "join")
    free.set()
    assert await running.settled(number) == []
    assert find(lobby, "join") is None


async def test_no_new_line_waits_until_the_old_one_may_be_deleted(
    running: RunningBot, let_wait: Callable[[str], asyncio.Event]
) -> None:
    await server_rules.change(running.bot.store, running.local.world.guild_id, cards="edit")
    number = await running.begin("snorkels")

    def called() -> list[Message]:
        world = running.local.world
        return [each for each in world.messages.values() if (each.nonce or "").startswith(f"cn{number}.")]

    await running.act(number)
    await running.until(lambda: len(called()) == 1)
    assert await running.settled(number) == []
    free, (old,) = let_wait("delete_message"), called()
    await running.act(number)
    await running.until(lambda: any(each is not old for each in called()))
    assert old in called()
    free.set()
    assert await running.settled(number) == []
    assert old not in called()
