"""The local Discord in virtual time, without a network: requests and events are handed over as they are."""

from __future__ import annotations

import asyncio
import pickle
import re
from collections import defaultdict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import translate
from functools import cached_property
from typing import Any, Final, cast

import aiohttp
import discord
from discord.utils import _from_json as read_json
from discord.utils import _to_json as write_json

from bot.local import LocalDiscord, payloads
from bot.local.api import channels
from bot.local.api.http_codec import Call
from bot.local.api.interactions import Interaction, InteractionType
from bot.local.errors import InvalidInput, Json, Refusal
from bot.local.validate.components import SELECT, walk
from bot.local.validate.messages import Upload
from bot.local.world.model import (
    Channel,
    ChannelType,
    Flag,
    Member,
    Message,
    Overwrite,
    Permission,
    Role,
    iso,
)
from bot.local.world.world import World
from tests.languages.pseudo import english
from tests.local.direct import answer_directly
from tests.local.fault_injection import Faults, InjectedFault
from tests.simulation.loop import VirtualLoop

from .limits import parts

DAWN: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""When the world begins."""
SOON_S: Final = 60.0
"""Seconds within which things are waited for."""
ATTEMPTS: Final = 5
"""How often discord.py makes a request that Discord couldn't answer."""
FOREVER: Final = 10**9
"""Requests."""
VOICE, NEWS, STAGE, FORUM = 2, 5, 13, 15
VOCAL: Final[Json] = {"bitrate": 64000, "user_limit": 0}
OTHERS: Final[dict[int, Json]] = {VOICE: VOCAL, STAGE: VOCAL, FORUM: {"available_tags": []}}
"""What channels of other types have besides."""
SYNCED: Final[dict[tuple[int, ...], tuple[Any, Request, list[Json]]]] = {}
"""The commands that Discord has checked, with their request and what is listed of them."""
REFUSED: Final = (InvalidInput, Refusal)
"""What Discord's client doesn't let people do, or Discord itself."""


def now() -> datetime:
    """The time in the world."""
    return datetime.fromtimestamp(seconds(), UTC)


def seconds() -> float:
    """The same in seconds since 1970."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return DAWN.timestamp() + loop.seconds - loop.began


def copied(value: Any) -> Any:
    """A copy of a payload in all its depth; this way takes half as long as others."""
    return pickle.loads(pickle.dumps(value))


@dataclass(frozen=True)
class Request:
    """A request of the bot's."""

    method: str
    path: str
    body: str
    files: list[Upload]

    @cached_property
    def json(self) -> Any:
        """What was sent; the commands alone, in every language, are half a megabyte, which few tests read."""
        return read_json(self.body)


def body_of(data: Any) -> tuple[str, list[Upload]]:
    """The payload of a request's body, in JSON, and its files."""
    if not isinstance(data, aiohttp.FormData):
        return data or "{}", []
    body = "{}"
    files = []
    for about, _, value in data._fields:
        if about["name"] == "payload_json":
            body = value
        else:
            files.append(Upload(int(about["name"][6:-1]), about.get("filename") or "file", value.read()))
    return body, files


class Env:
    """A server in memory, with the bot that is connected to it."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        self.loop = loop
        # Worlds that begin one after another have the same times and numbers.
        loop.began = loop.seconds
        self.world = world = World(now=seconds)
        self._local = LocalDiscord(world)
        self.play = self._local.play
        self.commands = self._local.commands
        self.broker = self._local.broker
        world.tell_bot = self._tell
        world.tell_page = lambda _kind, _message: None
        self._routes: defaultdict[tuple[str, int], list[tuple[re.Pattern[str], Any]]] = defaultdict(list)
        for route in self._local.rest.routes():
            pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route.path))
            self._routes[route.method, route.path.count("/")].append((pattern, route.respond))
        self.bot: Any = None
        self.http_requests: list[Request] = []
        self.faults = Faults()
        self.errors: list[dict[str, Any]] = []
        """What no part of the bot has caught."""
        self.refused: list[Refusal] = []
        """What Discord has refused, besides injected faults."""
        loop.set_exception_handler(lambda _loop, about: self.errors.append(about))

    # The bot.

    async def connect(self, bot: Any) -> None:
        """Log the bot in, and wait until it is ready."""
        self.bot, state = bot, bot._connection
        answer_directly(bot.http, self.respond, payloads.own_user(self.world.bot))
        bot.http.get_global_commands, bot.http.bulk_upsert_global_commands = self._listed, self._synced
        await bot.login(self._local.token)
        state.shard_ids, state.shard_count, state.guild_ready_timeout = [0], 1, 0.0
        # All that is asked over the gateway is who is still in the server.
        state._get_websocket = lambda *_which: self
        world = self.world
        ready = payloads.ALWAYS["ready"] | {
            "user": payloads.own_user(world.bot),
            "guilds": [{"id": str(world.guild_id), "unavailable": True}],
            "session_id": "session",
            "resume_gateway_url": "",
            "shard": [0, 1],
            "application": {"id": str(world.application_id), "flags": 0},
        }
        self._tell("READY", ready)
        self._tell("GUILD_CREATE", payloads.guild(world))
        await bot.wait_until_ready()
        await self.settle()

    async def _listed(self, application: int) -> list[Json]:
        self.http_requests.append(Request("GET", f"/applications/{application}/commands", "{}", []))
        return self.commands.listed

    async def _synced(self, application: int, payload: list[Json]) -> None:
        """Check commands once, as half a megabyte of them took a third of a start."""
        key = tuple(map(id, payload))
        if key not in SYNCED:
            asked = Request("PUT", f"/applications/{application}/commands", write_json(payload), [])
            SYNCED[key] = payload, asked, self.commands.sync(copied(payload))
            self.http_requests.append(asked)
            return
        _, request, listed = SYNCED[key]
        self.http_requests.append(request)
        world, known = self.world, bool(self.commands.listed)
        self.commands.listed = [
            command
            | {
                "id": command["id"] if known else str(world.next_id()),
                "application_id": str(world.application_id),
                "version": str(world.next_id()),
            }
            for command in listed
        ]
        world.changed()

    def _tell(self, name: str, data: Json) -> None:
        if self.bot is not None and not self.bot.is_closed() and name in self.bot._connection.parsers:
            self.bot._connection.parsers[name](copied(data))

    async def request_chunks(self, _guild: int, *, user_ids: list[int], nonce: str, **_rest: Any) -> None:
        """Answer which of these people are in the server, on the gateway."""
        answer = payloads.members_chunk(self.world, user_ids, nonce)
        self.loop.call_later(0.001, self._tell, "GUILD_MEMBERS_CHUNK", answer)

    def respond(self, method: str, path: str, data: Any, query: Any) -> tuple[int, str]:
        """Answer a request in JSON."""
        status, body = self.answer(method, path, data, query)
        return status, "" if body is None else write_json(body)

    def answer(self, method: str, path: str, data: Any, query: Any) -> tuple[int, Any]:
        """Answer a request."""
        body, files = body_of(data)
        self.http_requests.append(Request(method, path, body, files))
        fault = self.faults.strike(method, path)
        if fault is None or fault.applied:
            answer = self._done(method, path, query, read_json(body), files)
        if fault is None:
            return answer
        if fault.cut:
            raise aiohttp.ServerDisconnectedError
        return fault.status or 500, {"code": fault.code, "message": fault.message}

    def _done(self, method: str, path: str, query: Any, payload: Any, files: list[Upload]) -> tuple[int, Any]:
        for pattern, respond in self._routes[method, path.count("/")]:
            if (found := pattern.fullmatch(path)) is not None:
                given = {name: str(each) for name, each in query.items()}
                call = Call(found.groupdict(), given, payload, files)
                try:
                    status, body = respond(call)
                except Refusal as refusal:
                    self.refused.append(refusal)
                    return refusal.status, refusal.body
                return int(status), body
        raise AssertionError(f"the local Discord has no {method} {path}")

    def inject_error(
        self, method: str, path: str, *, status: int, code: int = 0, times: int | None = 1
    ) -> None:
        """Let Discord refuse what the bot asks for so many times."""
        count = times * (ATTEMPTS if status >= 500 else 1) if times else FOREVER
        self.faults.add(InjectedFault(method, translate(path), status, code, count=count))

    # Time.

    async def settle(self) -> None:
        """Wait until all is quiet."""
        await self.loop.quiet(SOON_S)

    async def advance_time(self, amount: float) -> None:
        """Let time pass."""
        await self.settle()
        await asyncio.sleep(amount)
        await self.settle()

    # The server.

    def create_text_channel(
        self, name: str, overwrites: dict[Any, discord.PermissionOverwrite] | None = None, kind: int = 0
    ) -> Place:
        """A new channel."""
        channel = self.world.add_channel(name)
        if kind:
            channel.kind = cast("ChannelType", kind)
        for each, overwrite in (overwrites or {}).items():
            allow, deny = overwrite.pair()
            channel.overwrites[each.id] = Overwrite(Permission(allow.value), Permission(deny.value))
        self.world.tell_bot("CHANNEL_CREATE", payloads.channel(self.world, channel) | OTHERS.get(kind, {}))
        return Place(self, channel)

    def set_overwrite(self, channel: int, holder: int, overwrite: Overwrite | None) -> None:
        """Allow and deny a role or a person something in a channel; None: nothing in particular."""
        place = self.world.channel(channel)
        place.overwrites.pop(holder, None)
        if overwrite is not None:
            place.overwrites[holder] = overwrite
        told = payloads.channel(self.world, place) | OTHERS.get(place.kind, {})
        self.world.tell_bot("CHANNEL_UPDATE", told)

    def set_role(self, number: int, name: str, permissions: int, *, mentionable: bool = False) -> None:
        """Make a role, or change it."""
        known = number in self.world.roles
        self.world.roles[number] = Role(name, Permission(permissions), mentionable)
        body = {"guild_id": str(self.world.guild_id), "role": payloads.role(self.world, number)}
        self.world.tell_bot("GUILD_ROLE_UPDATE" if known else "GUILD_ROLE_CREATE", body)

    def delete_channel(self, number: int) -> None:
        """Delete a channel, with its threads."""
        channels.delete(self.world, self.world.channel(number))

    def create_private_thread(self, parent: Place, *people: Actor) -> Place:
        """A private thread of these people and the bot."""
        thread = Channel(self.world.next_id(), ChannelType.PRIVATE_THREAD, "hush", parent=parent.channel)
        thread.created_at = thread.archived_at = iso(seconds())
        thread.owner_id = self.world.bot.id
        self.world.channels[thread.id] = thread
        for who in (self.world.bot, *(each.account for each in people)):
            channels.join(self.world, thread, who)
        self.world.tell_bot("THREAD_CREATE", payloads.channel(self.world, thread))
        return Place(self, thread)

    def delete_message(self, _channel: int, number: int) -> None:
        """Delete a message."""
        self.world.delete(self.world.message(number))


class Place:
    """A channel, a thread or a conversation, as tests see it."""

    def __init__(self, env: Env, channel: Channel) -> None:
        self._env = env
        self.channel = channel
        self.id = channel.id
        self.mention = f"<#{channel.id}>"

    @property
    def name(self) -> str:
        return self.channel.name

    @property
    def threads(self) -> list[Place]:
        """Its threads, the oldest first."""
        found = [one for one in self._env.world.channels.values() if one.parent is self.channel]
        return [Place(self._env, one) for one in sorted(found, key=lambda one: one.id)]

    def history(self) -> list[Seen]:
        """Its messages as everybody sees them now, the oldest first."""
        return [
            Seen(self._env, post).as_now() for post in self.channel.messages.values() if post.reader is None
        ]

    @property
    def last_message(self) -> Seen:
        return self.history()[-1]


class Seen:
    """A message as a person sees it; ``"word" in seen`` asks for its words."""

    def __init__(self, env: Env, post: Message) -> None:
        self._env = env
        self.post = post
        self.id = post.id
        self.channel = post.channel.id

    def __contains__(self, words: str) -> bool:
        return words in self.text

    def __repr__(self) -> str:
        return f"{self.text} {self.buttons}"

    def as_now(self) -> Seen:
        """The message as it is at this moment, whatever becomes of it."""
        return Seen(self._env, copy(self.post))

    @property
    def components(self) -> list[Json]:
        return self.post.components

    @property
    def attachments(self) -> list[Attached]:
        files = self._env.world.files
        return [Attached(one.filename, files[one.path].data) for one in self.post.attachments]

    @property
    def silent(self) -> bool:
        """Whether nobody's device tells of it."""
        return bool(self.post.flags & Flag.SUPPRESS_NOTIFICATIONS)

    @property
    def ephemeral(self) -> bool:
        return self.post.reader is not None

    @property
    def files(self) -> list[str]:
        """The names of its attachments."""
        return [attachment.filename for attachment in self.post.attachments]

    @property
    def text(self) -> str:
        """All its words."""
        texts = [part["content"] for part in parts(self.components) if part["type"] == 10]
        return "\n".join([self.post.content, *texts]).strip()

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [english(part["label"]) for part in self._pressable()]

    @property
    def controls(self) -> list[tuple[str, str]]:
        """The verb and the label of each button that can be pressed."""
        return [
            (part["custom_id"].split(":")[1], english(part["label"]))
            for part in self._pressable()
            if "custom_id" in part
        ]

    def _pressable(self) -> list[Json]:
        return [part for part in parts(self.components) if part["type"] == 2 and not part.get("disabled")]

    @property
    def alt(self) -> str:
        """The first picture's alt text."""
        pictures = (part["items"][0] for part in parts(self.components) if part["type"] == 12)
        return str(next(pictures, {"description": ""})["description"])

    def custom_id(self, label: str) -> str:
        """The custom_id of the button with this label."""
        found = (part for part in parts(self.components) if english(part.get("label") or "") == label)
        return str(next(found)["custom_id"])


@dataclass(frozen=True, slots=True)
class Attached:
    """A file of a message."""

    filename: str
    data: bytes


class Result:
    """What has come of an interaction so far."""

    def __init__(self, env: Env, interaction: Interaction) -> None:
        self._env = env
        self.interaction = interaction

    @property
    def responded(self) -> bool:
        return self.interaction.answer is not None

    @property
    def response(self) -> Seen | None:
        """The first answer's message, unless it's gone."""
        post = self.interaction.original
        return Seen(self._env, post) if post is not None and post.id in self._env.world.messages else None

    @property
    def seen(self) -> Seen:
        """The same where there must be one."""
        assert self.response is not None, "nothing was answered"
        return self.response

    @property
    def followups(self) -> list[Seen]:
        """Those that followed and aren't gone."""
        found = self.interaction.followups
        return [Seen(self._env, post) for post in found if post.id in self._env.world.messages]

    @property
    def ephemeral(self) -> bool:
        return self.response is not None and self.response.ephemeral

    @property
    def loading(self) -> bool:
        return self.response is not None and bool(self.response.post.flags & Flag.LOADING)

    @property
    def modal(self) -> Json | None:
        return self.interaction.modal

    @property
    def autocomplete_choices(self) -> list[Json] | None:
        return self.interaction.choices


class Actor:
    """Somebody who uses the bot."""

    def __init__(self, env: Env, person: Member) -> None:
        self._env = env
        self.account = person
        self.id = person.id
        self.name = person.name
        self.mention = person.mention

    @property
    def dm_channel(self) -> Place:
        return Place(self._env, self._env.world.dm(self.account))

    async def _slash(self, place: Place, command: str, options: Json) -> Result:
        given = {name: getattr(value, "id", value) for name, value in options.items()}
        return await self._settled(self._env.play.slash(self.id, place.id, command, given))

    async def _settled(self, interaction: Interaction) -> Result:
        await self._env.settle()
        return Result(self._env, interaction)

    async def autocomplete(
        self, place: Place, command: str, option: str, typed: str, /, **filled: Any
    ) -> list[Json]:
        """What is offered when they type into an option."""
        given = {name: getattr(value, "id", value) for name, value in filled.items()} | {option: typed}
        asked = self._env.play.autocomplete(self.id, place.id, command, option, given)
        return (await self._settled(asked)).autocomplete_choices or []

    async def press_one(
        self, message: Any, *, label: str | None = None, custom_id: str | None = None
    ) -> Result:
        """Press the one button with this label or custom_id, or the first of several that do the same."""
        post = self._env.world.message(message.id)
        found = [
            part
            for _, part in walk(post.components)
            if part["type"] == 2
            and custom_id in (None, part.get("custom_id"))
            and label in (None, part.get("label"))
        ]
        if len({"".join(str(part.get("custom_id")).split(":")[1:2]) for part in found}) != 1:
            raise InvalidInput(f"{len(found)} buttons are called {label or custom_id}")
        return await self._settled(self._env.play.press(self.id, post, found[0].get("custom_id", "")))

    async def select(self, message: Any, values: Sequence[str], *, custom_id: str | None = None) -> Result:
        """Choose from a list, or from the one that the message has."""
        post = self._env.world.message(message.id)
        if custom_id is None:
            (custom_id,) = [part["custom_id"] for _, part in walk(post.components) if part["type"] == SELECT]
        return await self._settled(self._env.play.press(self.id, post, custom_id, [*values]))

    async def send(self, place: Place, content: str) -> Seen:
        """Say something."""
        post = self._env.play.say(self.id, place.id, content)
        await self._env.settle()
        return Seen(self._env, post)

    async def submit_modal(self, shown: Result, values: Json) -> Result:
        """Send a form."""
        return await self._settled(self._env.play.submit(shown.interaction, values))


class User(Actor):
    """Somebody in the direct messages with the bot."""

    click = Actor.press_one

    async def slash(self, command: str, /, **options: Any) -> Result:
        """Call a slash command."""
        return await self._slash(self.dm_channel, command, options)


class Guild:
    """The server, as tests see it."""

    def __init__(self, env: Env) -> None:
        self._env = env
        self.id = env.world.guild_id
        self.create_text_channel = env.create_text_channel
        self.default_role = discord.Object(env.world.guild_id)
        self.me = env.world.bot

    def create_role(
        self, name: str, permissions: discord.Permissions | None = None, *, mentionable: bool = False
    ) -> Any:
        """A new role."""
        number, may = self._env.world.next_id(), permissions.value if permissions is not None else 0
        self._env.set_role(number, name, may, mentionable=mentionable)
        return discord.Object(number)

    def remove_member(self, who: Any) -> None:
        """Somebody leaves."""
        self._env.world.set_membership(who.account, member=False)


def forged_press(
    env: Env, person: Member, custom_id: str, post: Message, data: Json, component: Json
) -> Interaction:
    """A press on a control that a message may not have, as Discord tells of it."""
    pressed = Interaction(env.world, InteractionType.COMPONENT, person, post.channel, data, post)
    shown, post.components = post.components, [{"type": 1, "id": 1, "components": [component]}]
    try:
        return env.broker.open(pressed)
    finally:
        post.components = shown
