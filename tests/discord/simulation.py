"""A simulated Discord with the real bot in it, and words to say what people do there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import discord

from bot.app import CaptainsTable
from bot.local.world.model import Overwrite, Permission
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
from .server import Actor, Env, Guild, Place, Result, User, forged_press, seconds
from .server import Seen as Seen

HOUR = 3600.0
DAY = 24 * HOUR

T = TypeVar("T")


AT_TABLES = ("table", "move", "board", "look", "mark", "plan")
"""Commands about a table: they are called where it is played, unless its number is given."""


async def click(
    who: Actor, message: Any, *, label: str | None = None, custom_id: str | None = None
) -> Result:
    """Let somebody, wherever they are, press a button or choose from a list, which people do alike."""
    for part in parts(message.components):
        said = part.get("label") or ""
        if said != label and english(said) == label:
            # In another language.
            label = said
        if "list" in part and (said == label or part["custom_id"] == custom_id):
            return await who.select(message, part["values"], custom_id=part["list"])
    return await who.press_one(message, label=label, custom_id=custom_id)


def _begins(card: Seen) -> str:
    """The first button of a card that does something: one with a tick is chosen already."""
    return next(label for label in card.buttons if not label.startswith("✓ "))


class Member(Actor):
    """A member of the server, and what they do and see there."""

    def __init__(self, sim: Simulation, user: User) -> None:
        super().__init__(sim.env, user.account)
        self.user = user
        self.sim = sim

    @property
    def person(self) -> Person:
        """Who they are at tables."""
        return Person(self.id, self.name)

    async def slash(self, place: Any, command: str, /, **options: Any) -> Result:
        """Call a slash command."""
        return await self._slash(place, command, options)

    async def context_menu(self, place: Any, name: str, target: Any) -> Result:
        """Choose from the menu of a member or a message."""
        return await self._settled(self._env.play.menu(self.id, place.id, name, target.id))

    async def say(self, command: str, channel: Any = None, /, **options: Any) -> Seen:
        """A slash command, and what they see of the answer; a form is sent as it is."""
        at_table = command.split()[0] in AT_TABLES and "table" not in options
        place = channel or (self.sim.place() if at_table else self.sim.channel)
        result = await self.slash(place, command, **options)
        if result.modal is not None:
            result = await self.submit_modal(result, {})
        assert result.response is not None, "nothing was answered"
        return result.seen

    async def move(self, action: str, channel: Any = None, /, **options: Any) -> Seen:
        """A typed action."""
        seen = await self.say("move", channel, action=action, **options)
        assert "went wrong" not in seen.text
        return seen

    def offered(self) -> list[str]:
        """The slash commands that they can choose in the channel."""
        return [each["name"] for each in self._env.play.commands(self.id, self.sim.channel.id)["slash"]]

    async def click(self, message: Any, *, label: str | None = None, custom_id: str | None = None) -> Result:
        """Press a button or choose from a list, by its label or by what it says."""
        return await click(self, message, label=label, custom_id=custom_id)

    async def press(self, message: Any, *labels: str) -> Seen:
        """Presses on buttons of one message; what they see of the last answer, or else the message itself."""
        seen: Seen = message
        for label in labels:
            result = await self.click(message, label=label)
            seen = [message, result.response, *result.followups][-1] or message
        return seen

    async def fill_in(self, card: Seen, custom_id: str, answers: dict[str, Any]) -> Seen:
        """What they see after they opened the form of a button and sent it; what isn't named stays."""
        form = await self.click(card, custom_id=custom_id)
        answer = await self.submit_modal(form, answers)
        return answer.seen if answer.response is not None else card

    async def opened(self, place: Any = None) -> Seen:
        """The private card at the first step of a turn, opened from the public card."""
        card = self.sim.card(place)
        picker = await self.press(card, _begins(card))
        back = next((label for label in ("Back", "Another Treasure") if label in picker.buttons), "")
        return await self.press(picker, back) if back else picker

    async def play(self, *labels: str, place: Any = None) -> Seen:
        """These buttons, the first on the public card; what is left on the private card."""
        card = self.sim.card(place)
        named = bool(labels) and labels[0] in card.buttons
        first = labels[0] if named else _begins(card)
        result = await self.click(card, label=first)
        last = result
        for label in labels[named:]:
            last = await self.click(result.seen, label=label)
        # The choice of a new turn comes in a card of its own, below that of the turn.
        return last.followups[-1] if last is not result and last.followups else result.seen

    @property
    def letters(self) -> list[Seen]:
        """Their direct messages, the oldest first."""
        return self.user.dm_channel.history()


class Simulation:
    """The server, its channel, its people, and the bot."""

    def __init__(self, env: Env, path: Path) -> None:
        self.env = env
        self.path = path
        self.guild = Guild(env)
        world = env.world
        for one in [one for one in world.people.values() if not (one.bot or one.owner)]:
            del world.people[one.id]
        self.channel, *others = (Place(env, one) for one in world.channels.values())
        for other in others:
            del world.channels[other.id]
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

    def newcomer(self, name: str, *roles: Any, bot: bool = False) -> Member:
        """Somebody else in the server."""
        account = self.env.world.add_person(name, bot=bot)
        account.roles.update(role.id for role in roles)
        return Member(self, User(self.env, account))

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

    def place(self) -> Place:
        """Where the newest table is played: its thread, or the channel."""
        threads = self.channel.threads
        return threads[-1] if threads else self.channel

    def card(self, place: Any = None) -> Seen:
        """The newest message of a table; not the line below its card that notifies people."""
        *before, newest = self.public(place)
        above = before[-1] if before else newest
        return above if above.buttons and not newest.buttons else newest

    @property
    def lobby(self) -> Seen:
        """The first message of the channel."""
        return self.public(self.channel)[0]

    def again(self, seen: Seen) -> Seen:
        """A public message as it is now."""
        return next(each for each in self.public() if each.id == seen.id)

    def public(self, place: Place | None = None) -> list[Seen]:
        """What everybody sees in a place, the oldest first."""
        return (place or self.place()).history()

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
        for role in member.account.roles:
            self.env.set_role(role, "mates", 0)

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
        denied = Permission(discord.Permissions(**dict.fromkeys(names, True)).value)
        self.env.set_overwrite(channel.id, self.guild.id, Overwrite(deny=denied))

    async def lose_channel(self) -> None:
        """The channel is deleted, its threads with it."""
        self.env.delete_channel(self.place().id)
        self.env.delete_channel(self.channel.id)
        await self.settled()

    async def delete(self, seen: Seen) -> None:
        """A moderator deletes a message."""
        place = self.bot.get_partial_messageable(seen.channel)
        await place.get_partial_message(seen.id).delete()

    def emit_press(self, who: Any, custom_id: str, shown: Seen, *, kind: int = 2) -> Result:
        """A press of a button as Discord tells of it, though it may not stand there; its interaction."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
        button: dict[str, Any] = {"type": kind, "id": 2, "custom_id": custom_id}
        if kind == 3:
            data["values"] = ["never offered", "²", "x" * 100]
            button["options"] = [{"label": "a", "value": "a"}]
        else:
            button |= {"style": 1, "label": "x"}
        post = self.env.world.message(shown.id)
        return Result(self.env, forged_press(self.env, who.account, custom_id, post, data, button))

    def answer_to(self, pressed: Result) -> Seen:
        """The last answer to an interaction."""
        answers = [pressed.response, *pressed.followups]
        assert answers[-1] is not None, "nothing was answered"
        return answers[-1]

    async def at_once(self, *presses: tuple[Any, Seen, str]) -> None:
        """Presses on buttons that reach the bot before it has worked on any of them."""
        for who, seen, label in presses:
            self.emit_press(who, seen.custom_id(label), seen)
        await self.env.settle()

    async def settled(self) -> None:
        """Wait for what the test itself set off behind the bot's back."""
        await self.bot.publisher.settle()
        await asyncio.gather(*self.bot.private_cards.tasks.all)
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

    async def restart(self, away: float = 0, **options: Any) -> None:
        """The bot stops, and starts on the same database ``away`` seconds later, perhaps with ``options``."""
        await self.stop()
        if away:
            await self.env.advance_time(away)
        await self.env.connect(await new_bot(self.path, **options))


def wall() -> int:
    """What the clock on the wall says: milliseconds since 1970."""
    return round(1000 * seconds())


async def new_bot(path: Path, **options: Any) -> CaptainsTable:
    """The real bot on a database file; ``options`` are what differs from the bot of most tests."""
    # A look at the clock every minute would make days last long.
    store = await Store.open(sqlite_url(path), alone=True)
    usual: dict[str, Any] = {"games": GAMES, "rng": Random(1), "now": wall, "poll_s": DAY}
    return CaptainsTable(store, shards=ALL_SHARDS, **(usual | options))


@contextlib.asynccontextmanager
async def simulated(path: Path, **options: Any) -> AsyncIterator[Simulation]:
    """A server in memory, with the bot on a database file."""
    sim = Simulation(Env(), path)
    await sim.env.connect(await new_bot(path, **options))
    try:
        yield sim
    finally:
        await sim.stop()
