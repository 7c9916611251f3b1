"""An event that discord.py can't read costs that event, whichever it is; the bot plays on and says so."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, Final

import discord
import pytest
import structlog
from aiohttp.test_utils import make_mocked_request

from bot.components.interactions.metrics import Metrics
from bot.components.interactions.unread_events import UnreadEvents
from bot.errors import Stopped
from bot.hosting.health import MetricsServer
from bot.hosting.health_client import UNREAD
from bot.local import payloads
from bot.local.api import channels as local_channels
from bot.local.api.gateway import Session
from bot.local.api.http_codec import dumps
from bot.local.api.interactions import Interaction, InteractionType
from bot.local.errors import Json
from bot.local.world.model import Message
from bot.local.world.world import World
from bot.people.preferences import LANGUAGE
from bot.people.settings import change
from tests.local.fault_injection import FaultyDiscord
from tests.patience import PATIENCE

from . import events
from .running_bot import Hurried, RunningBot, idle, running_bot
from .seen import buttons

MARK: Final = "MARK"
sampled = pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.thorough)])
"""Each run changes every eleventh field."""


def session_of(running: RunningBot) -> Session:
    """The bot's connection."""
    (session,) = [each for each in running.local.gateway.sessions.values() if each.outbox is not None]
    return session


async def rest(running: RunningBot) -> None:
    """Wait until the bot has heard all that was sent, and has answered."""
    await heard(running)
    await idle()


async def heard(running: RunningBot) -> None:
    """Wait until the bot has heard all that was sent."""
    mark = asyncio.create_task(running.bot.wait_for("socket_event_type", check=lambda name: name == MARK))
    await asyncio.sleep(0)
    session_of(running).dispatch(MARK, "{}")
    async with asyncio.timeout(PATIENCE):
        while not mark.done():
            assert not running.bot.is_closed(), "an event has ended the bot"
            await asyncio.sleep(0.001)


async def plays_on(running: RunningBot) -> None:
    """Everything as Discord says it is; then a table is opened, and a turn played."""
    session_of(running).dispatch("GUILD_CREATE", dumps(payloads.guild(running.local.world)))
    await heard(running)
    number = await running.begin("snorkels")
    assert await running.one_turn(number) == 0
    assert await running.settled(number) == []
    assert not running.bot.is_closed()


@sampled
async def test_every_event_with_each_of_its_fields_missing_null_or_unknown(
    running: RunningBot, step: int
) -> None:
    world = running.local.world
    place = world.add_channel("reef")
    start = running.local.play.say("Finn", place, "hello")
    thread = local_channels.open_thread(world, start, world.bot, {"name": "reef"})
    sent = 0
    for name, given in events.of_world(world, place, thread).items():
        for data in given:
            for _, other in (("", data), *islice(events.changed(data), None, None, step)):
                session_of(running).dispatch(name, dumps(other))
                sent += 1
            # Each kind of event finds the server as it is.
            session_of(running).dispatch("GUILD_CREATE", dumps(payloads.guild(world)))
            await heard(running)
    names = {*running.bot._connection.parsers} - {"READY", "RESUMED"}
    for name in names:
        for data in events.of_any_kind(world):
            session_of(running).dispatch(name, dumps(data))
            sent += 1
    await heard(running)
    assert sent > 2000 // step
    assert running.bot.unread_events.count > 500 // step
    running.unhandled.clear()
    await plays_on(running)
    assert running.local.gateway.identified == 1, "it never had to connect again"


ALIKE: Final = (".channel.", ".guild.", ".member.", ".message.")
"""Fields that are looked at in commands and buttons, and are the same in the others."""
UNANSWERABLE: Final = (".id ", ".token ")
"""Changes after which nobody can be answered."""


def ways_in(running: RunningBot, board: Message) -> dict[str, Callable[[], Interaction]]:
    """A command, presses, a form and so on, each time another one."""
    local, world = running.local, running.local.world
    finn, pearl, number = world.person("Finn"), world.person("Pearl"), buttons(board)[0].table_id

    def made(kind: InteractionType, **data: Any) -> Interaction:
        data["custom_id"] = f"ct:view:{number}:0:"
        return local.broker.open(Interaction(world, kind, finn, board.channel, data, board))

    source = Interaction(world, InteractionType.COMPONENT, finn, board.channel, {}, board)
    source.stop()
    field = {"type": 4, "custom_id": "text", "value": "d4", "id": 1}
    return {
        "command": lambda: local.play.slash(finn, "games", "settings", {"zone": "Europe/Berlin"}),
        "menu of a person": lambda: local.play.menu(finn, "games", "Challenge to a Game", pearl.id),
        "suggestions": lambda: local.play.autocomplete(finn, "games", "settings", "zone", {"zone": "Eur"}),
        "button": lambda: made(InteractionType.COMPONENT, component_type=2),
        "list": lambda: made(InteractionType.COMPONENT, component_type=3, values=["d4"]),
        "form": lambda: made(
            InteractionType.MODAL, _source=source, components=[{"type": 18, "component": field}]
        ),
    }


@sampled
async def test_every_way_in_with_each_of_its_fields_missing_null_or_unknown(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Everybody is answered, unless it can't be known to whom; suggestions are none."""
    monkeypatch.setattr(running.bot.context.rate_limiter, "require", lambda *_asked: None)
    number = await running.begin("snorkels")
    whole: Json = {}
    place = ""

    def tell(name: str, data: Json) -> None:
        if name == "INTERACTION_CREATE":
            whole.update(data)
            data = next((other for at, other in events.changed(data) if at == place), data)
        session_of(running).dispatch(name, dumps(data))

    monkeypatch.setattr(running.local.world, "tell_bot", tell)
    sent = 0
    for way, ask in ways_in(running, running.board(number)).items():
        whole.clear()
        place = ""
        whole_one = ask()
        await rest(running)
        assert whole_one.answer is not None, way
        asked: list[tuple[str, Interaction]] = []
        for place, _ in [*events.changed(whole)][::step]:
            if place.startswith(ALIKE) and way not in ("command", "button"):
                continue
            asked.append((place, ask()))
            if len(asked) % 20 == 0:
                await rest(running)
        await rest(running)
        unanswered = [at for at, each in asked if each.answer is None]
        assert way == "suggestions" or not [at for at in unanswered if not at.startswith(UNANSWERABLE)], way
        sent += len(asked)
    assert sent > 1000 // step
    assert running.bot.unread_events.count > 100 // step
    place = ""
    running.unhandled.clear()
    await plays_on(running)
    assert running.local.gateway.identified == 1


def ready(running: RunningBot) -> Json:
    """The first event of the connection."""
    frame: Json = json.loads(session_of(running).sent[0][1])
    assert frame["t"] == "READY"
    return frame


async def test_a_session_that_cannot_be_read_ends_with_a_sentence_and_nothing_else(
    running: RunningBot,
) -> None:
    """As if the connection had received them just now."""
    gateway: Any = running.bot._connection._get_websocket(shard_id=0)
    frames = [ready(running), {"op": 0, "s": 99, "t": "RESUMED", "d": {}}]
    unread: list[str] = []
    told: set[str] = set()
    for frame in frames:
        for place, other in events.changed(frame):
            if place.startswith((".op", ".t ", ".s ")):
                continue
            try:
                await gateway.received_message(dumps(other))
            except Stopped as stopped:
                told.add(str(stopped).partition(" (")[0])
                unread.append(place)
    assert {".d null", ".d.user missing", ".d.session_id missing", ".d.guilds null"} <= {*unread}
    assert told == {f"Discord’s event {name} can’t be read by this release" for name in ("READY", "RESUMED")}
    await rest(running)
    running.unhandled.clear()


async def test_after_frames_that_are_no_events_the_bot_plays_on(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.shard, "asyncio", Hurried())
    skipped = ('{"op":0}', '{"op":0,"s":5,"t":{},"d":{}}')
    connected = 1
    for frame in (*skipped, "{", "[]", "null", '{"op":10,"d":null}', '{"op":7'):
        outbox = session_of(running).outbox
        assert outbox is not None
        outbox.put_nowait(frame)
        if frame in skipped:
            await heard(running)
            continue
        connected += 1
        await running.until(lambda wanted=connected: running.local.gateway.identified == wanted)
        await running.bot.wait_until_ready()
    running.unhandled.clear()
    await plays_on(running)


async def test_a_server_that_can_never_be_read_keeps_the_bot_from_nothing(
    local: FaultyDiscord, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = payloads.guild

    def cut(world: World) -> Json:
        guild = whole(world)
        del guild["channels"][0]["position"]
        return guild

    monkeypatch.setattr(payloads, "guild", cut)
    async with running_bot(file, monkeypatch, local) as here:
        await here.bot.wait_until_ready()
        assert here.bot.unread_events.servers == {local.world.guild_id}
        number = await here.begin("snorkels")
        assert await here.one_turn(number) == 0
        assert await here.settled(number) == []


async def test_each_is_logged_with_its_event_its_server_and_a_traceback(running: RunningBot) -> None:
    server = str(running.local.world.guild_id)
    unread = UnreadEvents(running.bot.context.languages, Metrics(), running.bot.http)
    with structlog.testing.capture_logs() as logged:
        for name in ("CHANNEL_CREATE", "CHANNEL_UPDATE"):
            try:
                running.bot._connection.parsers[name]({"guild_id": server, "id": None, "type": 0})
            except Exception as error:  # noqa: BLE001 (whatever it is)
                await unread.note(name, {"guild_id": server}, error)
    lines = [line for line in logged if line["event"] == "Discord sent an event that can't be read"]
    assert [(line["name"], line["server"]) for line in lines] == [
        ("CHANNEL_CREATE", server),
        ("CHANNEL_UPDATE", server),
    ]
    assert all(line["exc_info"].__traceback__ for line in lines)
    assert unread.count == 2


async def test_health_metrics_and_the_doctors_tell_of_unread_events(running: RunningBot) -> None:
    watch, request = MetricsServer(running.bot, None, "127.0.0.1", 0), make_mocked_request("GET", "/")
    await running.at_rest()
    assert (await watch.health(request)).text == "ok\n"
    guild = {"guild_id": str(running.local.world.guild_id)}
    session_of(running).dispatch("CHANNEL_CREATE", dumps(guild))
    await rest(running)
    healthy = await watch.health(request)
    assert (healthy.status, healthy.text) == (200, f"{UNREAD} 1\n")
    page = (await watch.metrics(request)).text or ""
    assert 'captains_table_unread_events_total{event="CHANNEL_CREATE"} 1.0' in page
    asked = await running.local.play.slash("Marina", "games", "doctor").settled()
    assert asked.original is not None
    await rest(running)
    assert "Discord sent something about this server that the bot couldn’t read" in running.words(
        asked.original
    )


@pytest.mark.parametrize("command", ["snorkels start", "league create", "server board"])
async def test_in_a_channel_of_an_unknown_kind_nothing_is_opened_and_a_sentence_says_why(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def tell(name: str, data: Json) -> None:
        session_of(running).dispatch(name, dumps(data | {"channel": {"id": "5", "type": 99}}))

    monkeypatch.setattr(running.local.world, "tell_bot", tell)
    options = {"name": "Cup", "game": "snorkels"} if command == "league create" else {}
    asked = running.local.play.slash("Marina", "games", command, options)
    await rest(running)
    assert asked.original is not None
    assert "The bot doesn’t know this kind of channel." in running.words(asked.original)


async def test_whoever_pressed_what_cannot_be_read_is_told_in_the_language_that_they_chose(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell(name: str, data: Json) -> None:
        del data["attachment_size_limit"]
        session_of(running).dispatch(name, dumps(data))

    finn = running.local.world.person("Finn")
    await change(running.bot.store, finn.id, {LANGUAGE: "de"})
    monkeypatch.setattr(running.local.world, "tell_bot", tell)
    words = []
    for who in (finn, running.local.world.person("Pearl")):
        asked = running.local.play.slash(who, "games", "games")
        await rest(running)
        assert asked.original is not None
        assert asked.original.reader is who
        words.append(asked.original.content)
    assert words[0].startswith("Der Bot konnte nicht lesen, was Discord ihm dazu geschickt hat.")
    assert words[1].startswith("The bot couldn’t read what Discord sent for this")
