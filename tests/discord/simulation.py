"""A simulated Discord with the real bot in it, and words to say what people do there."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, TypeVar, cast

import discord
import simcord.interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.builders import GuildHandle, UserHandle
from simcord.enums import InteractionType, OverwriteType
from simcord.env import Env
from simcord.results import InteractionResult

from bot.app import CaptainsTable
from bot.tables import server_rules
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.server_rules import ServerRules
from bot.tables.service import TableService
from data.store.postgres.shards import ALL_SHARDS
from data.store.store import Store, sqlite_url
from tests.games.registry import GAMES
from tests.languages.pseudo import english

from .limits import parts

HOUR = 3600.0
DAY = 24 * HOUR
DAWN = datetime(2026, 1, 1, tzinfo=UTC)
"""When simcord's world begins."""

T = TypeVar("T")


def hurry(idle: float = 0.004) -> None:
    """Let simcord look every ``idle`` seconds, not every 0.05, whether all is quiet: a private default.

    And let it wait for a minute until it is, not for five seconds: a machine may be busy. That begins with
    its start, which no setting reaches. (What sleeps longer counts as quiet, so more is not better.)
    """
    defaults = inspect.unwrap(Env._settle_internal).__kwdefaults__
    assert "idle" in defaults, "simcord has changed: look for what replaced the idle time"
    defaults["idle"] = idle
    options = inspect.unwrap(Env.__init__).__kwdefaults__
    assert "settle_timeout" in options, "simcord has changed: look for how long it waits at its start"
    options["settle_timeout"] = 60.0


@dataclass(frozen=True, repr=False)
class Seen:
    """A message as a person sees it; ``"word" in seen`` asks for its words."""

    message: Any

    def __contains__(self, words: str) -> bool:
        return words in self.text

    def __repr__(self) -> str:
        return f"{self.text} {self.buttons}"

    @property
    def channel(self) -> int:
        """The number of the channel in which it stands."""
        return int(getattr(self.message, "channel_id", 0) or self.message.channel.id)

    @property
    def ephemeral(self) -> bool:
        return bool(self.message.flags.ephemeral)

    @property
    def files(self) -> list[str]:
        """The names of its attachments."""
        return [attachment.filename for attachment in self.message.attachments]

    @property
    def raw(self) -> list[dict[str, Any]]:
        found = self.message.components
        return [part if isinstance(part, dict) else part.to_dict() for part in found]

    @property
    def text(self) -> str:
        """All its words."""
        texts = [part["content"] for part in parts(self.raw) if part["type"] == 10]
        return "\n".join([self.message.content, *texts]).strip()

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [
            english(part["label"])
            for part in parts(self.raw)
            if part["type"] == 2 and not part.get("disabled")
        ]

    @property
    def controls(self) -> list[tuple[str, str]]:
        """The verb and the label of each button that can be pressed."""
        return [
            (part["custom_id"].split(":")[1], english(part["label"]))
            for part in parts(self.raw)
            if part["type"] == 2 and not part.get("disabled") and "custom_id" in part
        ]

    @property
    def alt(self) -> str:
        """The first picture's alt text."""
        return next(
            (item["description"] for part in parts(self.raw) if part["type"] == 12 for item in part["items"]),
            "",
        )

    def custom_id(self, label: str) -> str:
        """The custom_id of the button with this label."""
        return next(
            str(part["custom_id"]) for part in parts(self.raw) if english(part.get("label") or "") == label
        )


AT_TABLES = ("table", "move", "board", "look", "mark", "plan")
"""Commands about a table: they are called where it is played, unless its number is given."""


async def click(
    who: Any, message: Any, *, label: str | None = None, custom_id: str | None = None
) -> InteractionResult:
    """Let somebody, wherever they are, press a button or choose from a list, which people do alike."""
    for part in parts(Seen(message).raw):
        said = part.get("label") or ""
        if said != label and english(said) == label:
            # In another language.
            label = said
        if "list" in part and (said == label or part["custom_id"] == custom_id):
            return cast(
                "InteractionResult", await who.select(message, part["values"], custom_id=part["list"])
            )
    return cast("InteractionResult", await who.click(message, label=label, custom_id=custom_id))


class Member(MemberActor):
    """A member of the server, and what they do and see there."""

    def __init__(self, sim: Simulation, user: UserHandle, guild: GuildHandle) -> None:
        super().__init__(sim.env, guild, user)
        self.sim = sim

    @property
    def person(self) -> Person:
        """Who they are at tables."""
        return Person(self.id, self.name)

    async def say(self, command: str, channel: Any = None, /, **options: Any) -> Seen:
        """A slash command, and what they see of the answer."""
        at_table = command.split()[0] in AT_TABLES and "table" not in options
        place = channel or (self.sim.place() if at_table else self.sim.channel)
        result = await self.slash(place, command, **options)
        assert result.response is not None, "nothing was answered"
        return Seen(result.response)

    async def move(self, action: str, channel: Any = None, /, **options: Any) -> Seen:
        """A typed action."""
        seen = await self.say("move", channel, action=action, **options)
        assert "went wrong" not in seen.text
        return seen

    async def click(
        self, message: Any, *, label: str | None = None, custom_id: str | None = None
    ) -> InteractionResult:
        """Press a button or choose from a list, by its label or by what it says."""
        return await click(super(), message, label=label, custom_id=custom_id)

    async def press(self, message: Any, *labels: str) -> Seen:
        """Presses on buttons of one message; what they see of the last answer, or else the message itself."""
        seen: Seen = message
        for label in labels:
            result = await self.click(message.message if isinstance(message, Seen) else message, label=label)
            shown = [*map(Seen, result.followups)]
            seen = shown[-1] if shown else Seen(result.response) if result.response is not None else message
        return seen

    async def opened(self, place: Any = None) -> Seen:
        """The private card at the first step of a turn, opened from the public card."""
        card = self.sim.card(place)
        picker = await self.press(card, card.buttons[0])
        return await self.press(picker, "Back") if "Back" in picker.buttons else picker

    async def play(self, *labels: str, place: Any = None) -> Seen:
        """These buttons, the first on the public card; what is left on the private card."""
        card = self.sim.card(place)
        named = bool(labels) and labels[0] in card.buttons
        first = labels[0] if named else card.buttons[0]
        result = await self.click(card.message, label=first)
        assert result.response is not None
        last = result
        for label in labels[named:]:
            last = await self.click(result.response.message, label=label)
        # The choice of a new turn comes in a card of its own, below that of the turn.
        return Seen(last.followups[-1] if last is not result and last.followups else result.response)

    @property
    def letters(self) -> list[Seen]:
        """Their direct messages, the oldest first."""
        return [Seen(message) for message in self.user.dm_channel.history()]


class Simulation:
    """The server, its channel, its people, and the bot."""

    def __init__(self, env: Env, path: Path, wall: Wall | None = None) -> None:
        self.env = env
        self.wall = wall or Wall()
        self.wall.env = env
        self.path = path
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("harbour")
        self.ann, self.bob, self.cid = map(self.newcomer, ("ann", "bob", "cid"))

    @property
    def bot(self) -> CaptainsTable:
        bot = self.env.bot
        assert isinstance(bot, CaptainsTable)
        return bot

    @property
    def tables(self) -> TableService:
        return self.bot.context.tables

    @property
    def store(self) -> Store:
        return self.bot.store

    def part(self, kind: type[T]) -> T:
        """What a feature keeps in memory."""
        return self.bot.context.features.part(kind)

    async def table(self, number: int = 1) -> Table:
        return await self.tables.get(number)

    def newcomer(self, name: str, *roles: Any, guild: Any = None, **user: Any) -> Member:
        """Somebody else in the server, or in another one."""
        guild, handle = guild or self.guild, self.env.create_user(name, **user)
        guild.add_member(handle, roles=roles)
        return Member(self, handle, guild)

    async def begin(self, game: str = "snorkels", channel: Any = None, /, **options: Any) -> Seen:
        """Ann challenges bob, who joins; the lobby."""
        lobby = await self.ann.say(f"{game} start", channel, **{"opponent": self.bob, **options})
        await self.bob.press(lobby, "Join")
        return lobby

    async def finish(self, number: int = 1, person: int = 0) -> None:
        """Whoever sits first resigns, or another one."""
        table = await self.table(number)
        await self.tables.resign(number, table.seating.people[person])
        await self.settled()

    def place(self) -> Any:
        """Where the newest table is played: its thread, or the channel."""
        threads = self.channel.threads
        return threads[-1] if threads else self.channel

    def card(self, place: Any = None) -> Seen:
        """The newest message of a table."""
        message = (place or self.place()).last_message
        assert message is not None
        return Seen(message)

    @property
    def lobby(self) -> Seen:
        """The first message of the channel."""
        return Seen(self.history(self.channel)[0])

    def history(self, place: Any = None) -> list[discord.Message]:
        """Every public message of a place, the oldest first."""
        return list((place or self.place()).history())

    def again(self, seen: Seen) -> Seen:
        """A public message as it is now."""
        return next(Seen(each) for each in self.history() if each.id == seen.message.id)

    def public(self, place: Any = None) -> list[Seen]:
        """What everybody sees in a place, the oldest first."""
        return [Seen(message) for message in self.history(place) if not message.flags.ephemeral]

    def pinged(self, place: Any = None) -> list[int]:
        """Whom the bot's newest message in a place, or outside direct messages, was allowed to notify."""
        direct = {f"/channels/{who.user.dm_channel.id}/messages" for who in (self.ann, self.bob, self.cid)}
        sent = [
            each
            for each in self.env.http_requests
            if each.method == "POST"
            and each.path.endswith(f"/channels/{place.id}/messages" if place else "/messages")
            and each.path not in direct
        ]
        body: Any = sent[-1].json
        return [int(number) for number in body["allowed_mentions"]["users"]]

    def manager(self) -> Member:
        """A member who may manage the server."""
        role = self.guild.create_role("mates", permissions=discord.Permissions(manage_guild=True))
        return self.newcomer("mia", role)

    def demote(self, member: Member) -> None:
        """The member may manage the server no longer."""
        guild = self.env.backend.get_guild(self.guild.id)
        for role in guild.members[member.id].role_ids:
            guild.roles[role].permissions = 0

    async def rules(self) -> ServerRules:
        return await server_rules.load(self.store, self.guild.id)

    def refuse(self, method: str, path: str, status: int, code: int = 0, *, times: int | None = 1) -> None:
        """Let Discord refuse calls."""
        self.env.inject_error(method, path, status=status, code=code, times=times)

    def channel_for(self, *allowed: Any) -> Any:
        """A channel that these people and roles alone see, and the bot."""
        seen: dict[Any, Any] = dict.fromkeys(
            (*allowed, self.guild.me), discord.PermissionOverwrite(view_channel=True)
        )
        hidden = {self.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
        return self.guild.create_text_channel("cabin", overwrites=hidden | seen)

    def forbid(self, channel: Any, *names: str) -> None:
        """Take permissions from everybody in a channel."""
        value = discord.Permissions(**dict.fromkeys(names, True)).value
        self.env.backend.set_overwrite(
            channel.id, Overwrite(self.guild.default_role.id, OverwriteType.ROLE, deny=value)
        )

    async def lose_channel(self) -> None:
        """The channel is deleted, its threads with it."""
        self.env.backend.delete_channel(self.place().id)
        self.env.backend.delete_channel(self.channel.id)
        await self.settled()

    async def delete(self, seen: Seen) -> None:
        """A moderator deletes a message."""
        place = self.bot.get_partial_messageable(seen.channel)
        await place.get_partial_message(seen.message.id).delete()

    def emit_press(self, who: Any, custom_id: str, shown: Seen, *, kind: int = 2) -> Any:
        """A press of a button as Discord tells of it, though it may not stand there; its interaction."""
        backend = self.env.backend
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
        if kind == 3:
            data["values"] = ["never offered", "²", "x" * 100]
        record, payload = simcord.interactions.base_payload(
            backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=shown.channel,
            guild_id=self.guild.id,
            user_id=who.id,
            data=data,
        )
        stored = backend.get_message(shown.channel, shown.message.id)
        record.source_message_id = stored.id
        payload["message"] = serializers.message_payload(backend, stored)
        button: dict[str, Any] = {"type": kind, "id": 2, "custom_id": custom_id}
        button |= {"style": 1, "label": "x"} if kind == 2 else {"options": [{"label": "a", "value": "a"}]}
        payload["message"]["components"] = [{"type": 1, "id": 1, "components": [button]}]
        backend.emit("INTERACTION_CREATE", payload)
        return record

    def answer_to(self, record: Any) -> Seen:
        """The last answer to an interaction."""
        number = record.followup_ids[-1] if record.followup_ids else record.message_id
        assert number is not None, "nothing was answered"
        return Seen(self.env.backend.get_message(record.channel_id, number))

    async def at_once(self, *presses: tuple[Any, Seen, str]) -> None:
        """Presses on buttons that reach the bot before it has worked on any of them."""
        for who, seen, label in presses:
            self.emit_press(who, seen.custom_id(label), seen)
        await self.env.settle()

    async def settled(self) -> None:
        """Wait for what the test itself set off behind the bot's back."""
        await self.bot.publisher.settle()
        await asyncio.gather(*self.bot.consoles.tasks.all)
        await self.env.settle()

    async def behind(self) -> list[int]:
        """The tables of which something is not shown."""
        await self.settled()
        return await self.store.unshown()

    async def pass_time(self, seconds: float) -> None:
        await self.env.advance_time(seconds)
        await self.settled()

    @contextlib.asynccontextmanager
    async def outside(self) -> AsyncIterator[None]:
        """Within, the bot is no member of the server; then it is added again."""
        servers = self.bot._connection._guilds
        server = servers.pop(self.guild.id)
        yield
        servers[self.guild.id] = server
        maintenance: Any = self.bot.get_cog("Maintenance")
        await maintenance.on_guild_join(server)

    async def stop(self) -> None:
        await self.bot.close()
        await self.store.close()

    async def restart(self, **options: Any) -> None:
        """The bot stops and starts again on the same database, perhaps with other ``options``."""
        await self.stop()
        await self.env.restart_bot(await new_bot(self.path, self.wall, **options))


class Wall:
    """The clock on the wall of the simulated world, for a bot that is made before the world."""

    env: Env | None = None

    def __call__(self) -> int:
        """Milliseconds since 1970."""
        now = self.env.now() if self.env is not None else DAWN
        return round(now.timestamp() * 1000)


async def new_bot(path: Path, wall: Wall | None = None, **options: Any) -> CaptainsTable:
    """The real bot on a database file; ``options`` are what differs from the bot of most tests."""
    # A look at the clock every minute would make days last long.
    store = await Store.open(sqlite_url(path), alone=True)
    usual: dict[str, Any] = {"games": GAMES, "rng": Random(1), "now": wall or Wall(), "pulse": DAY}
    return CaptainsTable(store, shards=ALL_SHARDS, **(usual | options))


@contextlib.asynccontextmanager
async def simulated(path: Path, **options: Any) -> AsyncIterator[Simulation]:
    """A simulated Discord of its own, with the bot on a database file."""
    wall = Wall()
    env = Env(await new_bot(path, wall, **options))
    await env.start()
    sim = Simulation(env, path, wall)
    try:
        yield sim
    finally:
        await sim.stop()
        await env.shutdown()
