"""The local Discord's state: one server, its people, channels and messages.

Everything is in memory and outlives the bot: a bot can be killed and another can connect to the same world.
Every change is passed to two listeners: the gateway, for the bot, and the page's windows.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import TypeVar

from cachetools import FIFOCache

from bot.languages import closest, gettext, speaking
from bot.local import text
from bot.local.errors import InvalidInput, Json, Refusal

from .model import (
    ALL_PERMISSIONS,
    BOT_PERMISSIONS,
    MEMBER_PERMISSIONS,
    NO_PERMISSIONS,
    Channel,
    ChannelType,
    File,
    Member,
    Message,
    Overwrite,
    Permission,
    Role,
    ScheduledEvent,
    Snowflakes,
    iso,
)

MAX_GROUP = 10
"""People in a group message."""
CACHE_BYTES = 64 * 1024 * 1024
"""Bytes of attachments kept in memory."""
PEOPLE = ("Marina", "Finn", "Pearl", "Morgan")


Named = TypeVar("Named", Member, Channel)


def _found(things: Mapping[int, Named], ref: int | str, unknown: str) -> Named:
    """The thing with that id or name; :raises Refusal: when there is none."""
    found = things.get(int(ref)) if str(ref).isdigit() else None
    found = found or next((one for one in things.values() if one.name == ref), None)
    if found is None:
        raise Refusal(unknown)
    return found


class World:
    """One server with its people and channels.

    Worlds ``founded`` at the same time (seconds since 1970) have the same ids for the server, its people and
    channels. The bot is a new application each time, so it registers its commands again.
    """

    def __init__(
        self,
        *,
        now: Callable[[], float] = time.time,
        founded: float | None = None,
        locale: str = "en-US",
    ) -> None:
        self.now = now
        self.locale = locale
        """The language of the server, and of everybody's Discord."""
        self.next_id = new_id = Snowflakes(now)
        self.base_url = ""
        self.guild_name = "The Harbour"
        self.people: dict[int, Member] = {}
        self.channels: dict[int, Channel] = {}
        self.dms: dict[int, Channel] = {}
        """Direct conversations, by the person's id."""
        self.messages: dict[int, Message] = {}
        self.events: dict[int, ScheduledEvent] = {}
        """Those that are to come or are under way."""
        self.files: FIFOCache[str, File] = FIFOCache(CACHE_BYTES, getsizeof=lambda file: len(file.data))
        """The files of attachments by their paths, the oldest dropped when there are too many.

        One that an edit removed from its message stays for a while: somebody may still have its address.
        """
        self.tell_bot: Callable[[str, Json], None] = lambda _name, _data: None
        self.tell_page: Callable[[str, Message | None], None] = lambda _kind, _message: None
        self._change = asyncio.Event()
        self.bot_role_id = self.next_id()
        self.bot = self.add_person("Captain’s Table", bot=True)
        self.bot.roles.add(self.bot_role_id)
        self.application_id = self.bot.id
        if founded is not None:
            self.next_id = Snowflakes(lambda: founded)
        self.guild_id = self.next_id()
        self.roles = {
            self.guild_id: Role("@everyone", MEMBER_PERMISSIONS),
            self.bot_role_id: Role(self.bot.name, BOT_PERMISSIONS),
        }
        self.owner = self.add_person(PEOPLE[0], owner=True)
        for name in PEOPLE[1:]:
            self.add_person(name)
        with speaking(closest(locale)):
            for name, topic in text.CHANNEL_TOPICS.items():
                self.add_channel(name, gettext(topic))
        self.next_id = new_id

    @property
    def gateway_url(self) -> str:
        """The gateway's address."""
        return self.base_url.replace("http", "ws", 1) + "/gateway/"

    # Look-ups, by the object itself, its id, or (people and channels) its name.

    def person(self, ref: Member | int | str) -> Member:
        """A person; :raises Refusal: 10013."""
        return ref if isinstance(ref, Member) else _found(self.people, ref, "Unknown User")

    def channel(self, ref: Channel | int | str) -> Channel:
        """A channel, thread or conversation; :raises Refusal: 10003."""
        return _found(self.channels, ref.id if isinstance(ref, Channel) else ref, "Unknown Channel")

    def role(self, ref: int | str) -> int:
        """The number of a role, by that or its name; :raises Refusal: 10011."""
        names = {held.name: number for number, held in self.roles.items()}
        number = int(ref) if str(ref).isdecimal() else names.get(str(ref), 0)
        if number not in self.roles:
            raise Refusal("Unknown Role")
        return number

    def message(self, ref: Message | int | str) -> Message:
        """A message; :raises Refusal: 10008."""
        found = self.messages.get(ref.id if isinstance(ref, Message) else int(ref))
        if found is None:
            raise Refusal("Unknown Message")
        return found

    def dm(self, person: Member) -> Channel:
        """The direct conversation of ``person`` with the bot, opened if there is none."""
        if person.id not in self.dms:
            place = Channel(self.next_id(), ChannelType.DM, person.name, recipient=person)
            self.channels[place.id] = self.dms[person.id] = place
            self.changed()
        return self.dms[person.id]

    def open_group(self, owner: Member, others: list[Member]) -> Channel:
        """A new group message of people who have installed the bot, which isn't a member and can only answer.

        :raises InvalidInput: for too few or too many people, or for a bot among them.
        """
        people = list(dict.fromkeys([owner, *others]))
        if not 2 <= len(people) <= MAX_GROUP or any(person.bot for person in people):
            raise InvalidInput(gettext("Choose 1–9 other people for your group message."))
        place = Channel(self.next_id(), ChannelType.GROUP, "", owner_id=owner.id)
        place.joined = {person.id: iso(self.now()) for person in people}
        self.channels[place.id] = place
        self.changed()
        return place

    # Permissions.

    def may(self, person: Member, place: Channel | None = None) -> Permission:
        """A person's permissions, in ``place`` or on the server; the server's owner has all of them."""
        if person.owner:
            return ALL_PERMISSIONS
        if place is not None and not place.on_server:
            return MEMBER_PERMISSIONS
        holders = {self.guild_id}, person.roles, {person.id}
        held = reduce(or_, (self.roles[role].permissions for role in (self.guild_id, *person.roles)))
        special = (place.parent or place).overwrites if place is not None else {}
        for each in holders if special else ():
            found = [special[one] for one in each if one in special]
            denied = reduce(or_, (one.deny for one in found), NO_PERMISSIONS)
            held = reduce(or_, (one.allow for one in found), held & ~denied)
        return held

    def bot_sees(self, place: Channel) -> bool:
        """Whether the bot sees ``place``."""
        return not place.is_group and Permission.VIEW_CHANNEL in self.may(self.bot, place)

    def denied_to_bot(self, place: Channel) -> Permission:
        """What ``place`` denies the bot in particular."""
        return place.overwrites.get(self.bot.id, Overwrite()).deny

    def sees(self, person: Member, place: Channel) -> bool:
        """Whether ``person`` sees ``place``."""
        if not place.on_server:
            return place.recipient is person or person.id in place.joined
        may = self.may(person, place)
        is_let_in = person.id in place.joined or Permission.MANAGE_THREADS in may
        is_open = place.kind is not ChannelType.PRIVATE_THREAD
        return person.member and Permission.VIEW_CHANNEL in may and (is_open or is_let_in)

    def reads(self, person: Member, post: Message) -> bool:
        """Whether ``person`` sees ``post``."""
        return (post.reader is None or post.reader is person) and self.sees(person, post.channel)

    def history(self, place: Channel, person: Member | None = None) -> Iterator[Message]:
        """The messages of ``place`` that ``person`` sees, newest first; for None without ephemeral ones."""
        for post in reversed(place.messages.values()):
            if post.reader is None or post.reader is person:
                yield post

    def newest(self, place: Channel, person: Member) -> Message | None:
        """The newest message of ``place`` that ``person`` sees, if there is one."""
        return next(self.history(place, person), None)

    # Changes.

    def changed(self, kind: str = "state", message: Message | None = None) -> None:
        """Tell the page's windows, and check what ``until`` waits for.

        ``kind`` is ``message``, ``edit`` or ``delete`` with the ``message`` concerned; ``state``: people,
        channels or commands; ``answer``: the bot's.
        """
        self.tell_page(kind, message)
        self._change.set()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until ``condition`` holds; it's checked after every change that windows could show."""
        while not condition():
            self._change.clear()
            await self._change.wait()

    def add_person(self, name: str, *, bot: bool = False, owner: bool = False) -> Member:
        """Add a person to the server."""
        person = Member(self.next_id(), name, iso(self.now()), bot=bot, owner=owner)
        self.people[person.id] = person
        return person

    def add_channel(self, name: str, topic: str | None = None) -> Channel:
        """Add a text channel to the server, of which the bot isn't told."""
        place = Channel(self.next_id(), ChannelType.TEXT, name, position=len(self.channels), topic=topic)
        self.channels[place.id] = place
        self.changed()
        return place

    def set_membership(self, person: Member, *, member: bool) -> None:
        """Make ``person`` leave the server or come back. A bot without the members intent isn't told."""
        person.member = member
        self.changed()

    def set_accepts_dms(self, person: Member, *, accepts: bool) -> None:
        """Open or close ``person``'s direct messages for the bot."""
        person.accepts_dms = accepts
        self.changed()

    def delete(self, post: Message) -> None:
        """Delete a message and its files."""
        del self.messages[post.id], post.channel.messages[post.id]
        for file in post.attachments:
            self.files.pop(file.path, None)
        self.changed("delete", post)

    def mark_read(self, person: Member, place: Channel) -> None:
        """Mark all of ``place`` as read by ``person``."""
        if newest := self.newest(place, person):
            person.read[place.id] = newest.id
        if person.pings.pop(place.id, None):
            self.changed()
