"""The local Discord's state: one server, its people, channels and messages, and what changes them.

Everything lives in memory and outlives the bot: a bot may be killed and another connect to the same world.
Whoever changes something here tells two listeners: the gateway (what the bot hears) and the page (what
people see).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

from bot.local.api import payloads
from bot.local.api.errors import Json, invalid_form, unknown
from bot.local.validate.messages import Upload, compose

from .model import (
    ALL_PERMISSIONS,
    BOT_PERMISSIONS,
    DIRECT_MESSAGES,
    GUILDS,
    MEMBER_PERMISSIONS,
    MEMBERS,
    NO_PERMISSIONS,
    Attachment,
    Change,
    Channel,
    Files,
    Flag,
    Kind,
    Message,
    Permission,
    Person,
    Snowflakes,
    iso,
)

MAX_GROUP = 10
"""People in a group message."""
PEOPLE = ("Marina", "Finn", "Pearl", "Morgan")
CHANNELS = {
    "harbour": "Meet here.",
    "games": "Open a table here.",
    "lighthouse": "A quiet place to watch.",
}


class World:
    """One server with its people and channels.

    Worlds that were ``founded`` at the same time have the same ids for the server, its people and channels.
    The bot is another application each time, and registers its commands.
    """

    def __init__(
        self,
        *,
        bot_name: str = "Captain's Table",
        now: Callable[[], float] = time.time,
        founded: float | None = None,
    ) -> None:
        self.now = now
        self.next_id = new_id = Snowflakes(now)
        self.base_url = ""
        self.guild_name = "The Harbour"
        self.people: dict[int, Person] = {}
        self.channels: dict[int, Channel] = {}
        self.dms: dict[int, Channel] = {}
        """Direct conversations, by the person's id."""
        self.messages: dict[int, Message] = {}
        self.files = Files()
        self.tell_bot: Callable[[str, Json, int], None] = lambda _name, _data, _intent: None
        self.tell_page: Callable[[Change], None] = lambda _change: None
        self._waiting: list[tuple[Callable[[], object], asyncio.Future[None]]] = []
        self.bot_role_id = self.next_id()
        self.bot = self.add_person(bot_name, bot=True)
        self.application_id = self.bot.id
        if founded is not None:
            self.next_id = Snowflakes(lambda: founded)
        self.guild_id = self.next_id()
        self.owner = self.add_person(PEOPLE[0], owner=True)
        for name in PEOPLE[1:]:
            self.add_person(name)
        for name, topic in CHANNELS.items():
            self.add_channel(name, topic)
        self.next_id = new_id

    # Looking things up. A reference is the thing itself, its id, or (people and channels) its name.

    def person(self, ref: Person | int | str) -> Person:
        """The person meant; :raises Refusal: 10013."""
        if isinstance(ref, Person):
            return ref
        found = self.people.get(int(ref)) if str(ref).isdigit() else None
        found = found or next((one for one in self.people.values() if one.name == ref), None)
        if found is None:
            raise unknown("User")
        return found

    def channel(self, ref: Channel | int | str) -> Channel:
        """The channel, thread or conversation meant; :raises Refusal: 10003."""
        if isinstance(ref, Channel):
            ref = ref.id
        found = self.channels.get(int(ref)) if str(ref).isdigit() else None
        found = found or next((one for one in self.channels.values() if one.name == ref), None)
        if found is None:
            raise unknown("Channel")
        return found

    def message(self, ref: Message | int | str) -> Message:
        """The message meant; :raises Refusal: 10008."""
        found = self.messages.get(ref.id if isinstance(ref, Message) else int(ref))
        if found is None:
            raise unknown("Message")
        return found

    def dm(self, person: Person) -> Channel:
        """The direct conversation of ``person`` with the bot, opened when there is none."""
        if person.id in self.dms:
            return self.dms[person.id]
        place = Channel(self.next_id(), Kind.DM, person.name, recipient=person)
        self.channels[place.id] = self.dms[person.id] = place
        self.tell_bot("CHANNEL_CREATE", payloads.channel(self, place), DIRECT_MESSAGES)
        self.changed(Change("state", only=person))
        return place

    def open_group(self, owner: Person, others: list[Person]) -> Channel:
        """A new group message of people who have installed the bot. It isn't there, and can only answer.

        :raises Refusal: 50035 for too few or too many people, or for a bot among them.
        """
        people = list(dict.fromkeys([owner, *others]))
        if not 2 <= len(people) <= MAX_GROUP or any(person.bot for person in people):
            raise invalid_form(
                {"people": f"Choose 1 to {MAX_GROUP - 1} people besides yourself; bots can't come."}
            )
        place = Channel(self.next_id(), Kind.GROUP, "", owner_id=owner.id)
        place.joined = {person.id: iso(self.now()) for person in people}
        self.channels[place.id] = place
        self.changed(Change("state"))
        return place

    def attachment_url(self, file: Attachment) -> str:
        """Where a file's bytes are: unguessable, as Discord's signed links are."""
        return f"{self.base_url}/attachments/{file.channel_id}/{file.id}/{file.filename}?key={file.key}"

    # Who may what.

    def bot_may(self, place: Channel) -> Permission:
        """The bot's permissions in ``place``."""
        if not place.on_server:
            return MEMBER_PERMISSIONS
        parent = place.parent or place
        return Permission((MEMBER_PERMISSIONS | BOT_PERMISSIONS) & ~parent.denied)

    def bot_sees(self, place: Channel) -> bool:
        """Whether the bot sees ``place``: a private thread only as its member or with Manage Threads."""
        may = NO_PERMISSIONS if place.is_group else self.bot_may(place)
        if place.kind is Kind.PRIVATE_THREAD and self.bot.id not in place.joined:
            return Permission.MANAGE_THREADS in may
        return Permission.VIEW_CHANNEL in may

    def person_may(self, person: Person) -> Permission:
        """A member's permissions: all of them for the server's owner."""
        return ALL_PERMISSIONS if person.owner else MEMBER_PERMISSIONS

    def sees(self, person: Person, place: Channel) -> bool:
        """Whether ``person`` sees ``place``."""
        if not place.on_server:
            return place.recipient is person or person.id in place.joined
        if place.kind is Kind.PRIVATE_THREAD and person.id not in place.joined:
            return person.owner and person.member
        return person.member

    def reads(self, person: Person, post: Message) -> bool:
        """Whether ``person`` sees ``post``."""
        return (post.reader is None or post.reader is person) and self.sees(person, post.channel)

    def history(self, place: Channel, person: Person | None = None) -> Iterator[Message]:
        """The messages of ``place`` that ``person`` sees, newest first; None: the bot, no ephemeral ones."""
        for post in reversed(place.messages.values()):
            if post.reader is None or post.reader is person:
                yield post

    def newest(self, place: Channel, person: Person) -> Message | None:
        """The newest message of ``place`` that ``person`` sees; None where there is none."""
        return next(self.history(place, person), None)

    # Changing things.

    def changed(self, change: Change) -> None:
        """Let the page and whoever waits in a test know."""
        self.tell_page(change)
        if self._waiting:
            # Later, when whatever is going on has been seen through.
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        for condition, future in self._waiting:
            if not future.done() and condition():
                future.set_result(None)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until ``condition`` holds; it is looked at after every change that people could see."""
        if condition():
            return
        waiting = (condition, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            await waiting[1]
        finally:
            self._waiting.remove(waiting)

    def add_person(self, name: str, *, bot: bool = False, owner: bool = False) -> Person:
        """Somebody new on the server."""
        person = Person(self.next_id(), name, iso(self.now()), bot=bot, owner=owner)
        self.people[person.id] = person
        if len(self.people) > 1:
            self._tell_member("GUILD_MEMBER_ADD", person)
        return person

    def add_channel(self, name: str, topic: str | None = None) -> Channel:
        """A new text channel."""
        place = Channel(self.next_id(), Kind.TEXT, name, position=len(self.channels), topic=topic)
        self.channels[place.id] = place
        self.tell_bot("CHANNEL_CREATE", payloads.channel(self, place), GUILDS)
        self.changed(Change("state"))
        return place

    def set_membership(self, person: Person, *, member: bool) -> None:
        """Let ``person`` leave the server, or come back."""
        if person.member is member:
            return
        person.member = member
        self._tell_member("GUILD_MEMBER_ADD" if member else "GUILD_MEMBER_REMOVE", person)

    def set_accepts_dms(self, person: Person, *, accepts: bool) -> None:
        """Whether ``person`` takes direct messages from the bot."""
        person.accepts_dms = accepts
        self.changed(Change("state"))

    def deny_bot(self, place: Channel, denied: Permission) -> None:
        """Take permissions from the bot in a text channel (and in its threads)."""
        place.denied = denied
        self.tell_bot("CHANNEL_UPDATE", payloads.channel(self, place), GUILDS)
        self.changed(Change("state"))

    def _tell_member(self, event: str, person: Person) -> None:
        body: Json = {"guild_id": str(self.guild_id), "user": payloads.user(person)}
        if event == "GUILD_MEMBER_ADD":
            body = payloads.member(self, person) | body
        self.tell_bot(event, body, MEMBERS)
        self.changed(Change("state"))

    def post(
        self,
        place: Channel,
        author: Person,
        payload: Json,
        uploads: list[Upload] | None = None,
        *,
        reader: Person | None = None,
        metadata: Json | None = None,
        command: str | None = None,
        flags: int = 0,
        kind: int = 0,
    ) -> Message:
        """A new message in ``place``, ephemeral when only ``reader`` may see it."""
        post = Message(self.next_id(), place, author, iso(self.now()), kind, reader=reader)
        post.metadata, post.command, post.flags = metadata, command, flags
        if kind == 0:
            called = compose(self, post, payload, uploads or [], fresh=True)
        else:
            post.content, called = str(payload.get("content", "")), set()
        if payload.get("nonce") is not None:
            post.nonce = str(payload["nonce"])
        if reference := payload.get("message_reference"):
            post.reply_to = int(reference["message_id"])
        place.messages[post.id] = self.messages[post.id] = post
        if reader is None:
            place.last_message_id = post.id
            place.sent += 1
        self._count_pings(post, called)
        if reader is None:
            self.tell_bot("MESSAGE_CREATE", payloads.message_event(self, post), place.intent)
        self.changed(Change("message", place, post, only=reader))
        return post

    def _count_pings(self, post: Message, called: set[Person]) -> None:
        if post.channel.recipient and post.author.bot:
            called = called | {post.channel.recipient}
        place, called = post.channel, called - {post.author}
        post.author.read[place.id] = post.id
        if post.reader or post.flags & Flag.LOADING:
            return
        for person in called:
            if not person.bot and self.sees(person, place):
                person.pings[place.id] = person.pings.get(place.id, 0) + 1
        if called:
            self.changed(Change("state"))

    def edit(
        self, post: Message, payload: Json, uploads: list[Upload] | None = None, *, completing: bool = False
    ) -> None:
        """Change a message, or complete one that was "thinking…". Neither calls anybody."""
        compose(self, post, payload, uploads or [], fresh=False)
        post.edited = None if completing else iso(self.now())
        self.touched(post)

    def touched(self, post: Message) -> None:
        """Tell of a message that has changed."""
        if post.reader is None:
            event = payloads.message_event(self, post)
            self.tell_bot("MESSAGE_UPDATE", event, post.channel.intent)
        self.changed(Change("edit", post.channel, post, only=post.reader))

    def delete(self, post: Message) -> None:
        """Take a message away, its files with it."""
        del self.messages[post.id], post.channel.messages[post.id]
        for file in post.attachments:
            self.files.remove(file)
        if post.reader is None:
            body: Json = {"id": str(post.id), "channel_id": str(post.channel.id)}
            if post.channel.on_server:
                body["guild_id"] = str(self.guild_id)
            self.tell_bot("MESSAGE_DELETE", body, post.channel.intent)
        self.changed(Change("delete", post.channel, post, only=post.reader))

    def mark_read(self, person: Person, place: Channel) -> None:
        """All of ``place`` has been seen by ``person``."""
        if newest := self.newest(place, person):
            person.read[place.id] = newest.id
        if person.pings.pop(place.id, None):
            self.changed(Change("state"))
