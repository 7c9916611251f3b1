"""REST, part two: channels, threads and their messages."""

from __future__ import annotations

from itertools import islice, takewhile

from aiohttp import web

from bot.local.validate.messages import Upload
from bot.local.world import threads
from bot.local.world.model import Change, Channel, Flag, Kind, Message, Permission, Person
from bot.local.world.world import World

from . import payloads
from .errors import (
    Json,
    dm_refused,
    invalid_form,
    missing_access,
    missing_permissions,
    no_mutual_guild,
    someone_elses_message,
    thread_exists,
    thread_is_archived,
    unknown,
)
from .http_codec import answer, nothing, number, read, read_json

ARCHIVE_AFTER = {60, 1440, 4320, 10080}
"""Minutes after which a quiet thread may be archived."""


class ChannelRoutes:
    """What the bot does in channels."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[web.RouteDef]:
        """All routes of this part, below the API's base."""
        channel, messages = "/channels/{channel}", "/channels/{channel}/messages"
        message, member = messages + "/{message}", channel + "/thread-members/{user}"
        return [
            web.get(channel, self.get),
            web.patch(channel, self.edit),
            web.delete(channel, self.delete),
            web.post(channel + "/typing", self.typing),
            web.get(messages, self.history),
            web.post(messages, self.post),
            web.get(message, self.get_message),
            web.patch(message, self.edit_message),
            web.delete(message, self.delete_message),
            web.post(message + "/threads", self.open_thread),
            web.post(channel + "/threads", self.open_thread),
            web.get(channel + "/thread-members", self.thread_members),
            web.put(member, self.join),
            web.delete(member, self.leave),
        ]

    def _place(self, request: web.Request, *needed: Permission) -> Channel:
        """The channel of the address, if the bot sees it and may do what is needed."""
        place = self._world.channel(number(request, "channel"))
        if not self._world.bot_sees(place):
            raise missing_access()
        may = self._world.bot_may(place)
        if not place.is_dm and any(one not in may for one in needed):
            raise missing_permissions()
        return place

    def _message(self, request: web.Request, *needed: Permission) -> Message:
        """The message of the address; the bot's own ephemeral ones are out of reach here."""
        place = self._place(request, *needed)
        post = place.messages.get(number(request, "message"))
        if post is None or post.reader is not None:
            raise unknown("Message")
        return post

    async def get(self, request: web.Request) -> web.Response:
        """A channel."""
        return answer(payloads.channel(self._world, self._place(request)))

    async def edit(self, request: web.Request) -> web.Response:
        """Edit a channel, or open, close and lock a thread."""
        payload = await read_json(request)
        place = self._place(request)
        may = self._world.bot_may(place)
        if place.is_dm:
            raise missing_access()
        if place.is_thread:
            manages = Permission.MANAGE_THREADS in may
            own = place.owner_id == self._world.bot.id
            reopening = payload.keys() == {"archived"} and not payload["archived"] and not place.locked
            if not (manages or reopening or (own and "locked" not in payload and not place.locked)):
                raise missing_permissions()
            if place.archived and payload.get("archived") is not False:
                raise thread_is_archived()
            if payload.get("auto_archive_duration", 60) not in ARCHIVE_AFTER:
                raise invalid_form({"auto_archive_duration": "Value must be one of (60, 1440, 4320, 10080)."})
        elif Permission.MANAGE_CHANNELS not in may:
            raise missing_permissions()
        _check_name(payload, required=False)
        threads.change(self._world, place, payload)
        return answer(payloads.channel(self._world, place))

    async def delete(self, request: web.Request) -> web.Response:
        """Delete a channel or a thread."""
        place = self._place(request)
        needed = Permission.MANAGE_THREADS if place.is_thread else Permission.MANAGE_CHANNELS
        if place.is_dm or needed not in self._world.bot_may(place):
            raise missing_permissions()
        body = payloads.channel(self._world, place)
        threads.delete(self._world, place)
        return answer(body)

    async def typing(self, request: web.Request) -> web.Response:
        """Show the bot as typing."""
        self._world.changed(Change("typing", self._place(request)))
        return nothing()

    async def history(self, request: web.Request) -> web.Response:
        """Messages, newest first, or the oldest after a given one."""
        place = self._place(request, Permission.READ_MESSAGE_HISTORY)
        query = request.query
        limit = min(int(query.get("limit", 50)), 100)
        posts = self._world.history(place)
        if after := query.get("after"):
            newer = list(takewhile(lambda post: post.id > int(after), posts))
            chosen = newer[-limit:]
        elif around := query.get("around"):
            listed = list(posts)
            middle = next((n for n, post in enumerate(listed) if post.id <= int(around)), len(listed))
            chosen = listed[max(0, middle - limit // 2) :][:limit]
        else:
            before = int(query.get("before") or self._world.next_id())
            chosen = list(islice((post for post in posts if post.id < before), limit))
        return answer([payloads.message(self._world, post) for post in chosen])

    async def post(self, request: web.Request) -> web.Response:
        """Send a message."""
        payload, uploads = await read(request)
        place = self._place(request)
        self._may_send(place, uploads)
        if payload.get("enforce_nonce") and payload.get("nonce") is not None:
            recent = islice(self._world.history(place), 25)
            same = (one for one in recent if one.nonce == str(payload["nonce"]))
            if (again := next(same, None)) is not None:
                return answer(payloads.message(self._world, again))
        if int(payload.get("flags") or 0) & Flag.EPHEMERAL:
            raise invalid_form({"flags": "Only an interaction's answer may be ephemeral."})
        reference = payload.get("message_reference") or {"fail_if_not_exists": False}
        strict = reference.get("fail_if_not_exists", True)
        if strict and int(reference["message_id"]) not in place.messages:
            raise invalid_form({"message_reference": "Unknown message"})
        post = self._world.post(place, self._world.bot, payload, uploads)
        threads.welcome(self._world, post, post.mentions)
        return answer(payloads.message(self._world, post))

    def _may_send(self, place: Channel, uploads: list[Upload]) -> None:
        if person := place.recipient:
            if not person.member:
                raise no_mutual_guild()
            if not person.accepts_dms:
                raise dm_refused()
            return
        may = self._world.bot_may(place)
        if (Permission.SEND_MESSAGES_IN_THREADS if place.is_thread else Permission.SEND_MESSAGES) not in may:
            raise missing_permissions()
        if uploads and Permission.ATTACH_FILES not in may:
            raise missing_permissions()
        if place.archived and place.locked and Permission.MANAGE_THREADS not in may:
            raise thread_is_archived()

    async def get_message(self, request: web.Request) -> web.Response:
        """One message."""
        post = self._message(request, Permission.READ_MESSAGE_HISTORY)
        return answer(payloads.message(self._world, post))

    async def edit_message(self, request: web.Request) -> web.Response:
        """Edit one of the bot's messages."""
        payload, uploads = await read(request)
        post = self._message(request)
        if post.author is not self._world.bot:
            raise someone_elses_message()
        if post.channel.archived:
            raise thread_is_archived()
        self._world.edit(post, payload, uploads)
        return answer(payloads.message(self._world, post))

    async def delete_message(self, request: web.Request) -> web.Response:
        """Delete a message."""
        post = self._message(request)
        if post.author is not self._world.bot and (
            post.channel.is_dm or Permission.MANAGE_MESSAGES not in self._world.bot_may(post.channel)
        ):
            raise missing_permissions()
        if post.channel.archived:
            raise thread_is_archived()
        self._world.delete(post)
        return nothing()

    async def open_thread(self, request: web.Request) -> web.Response:
        """Open a thread, from a message or without one."""
        payload = await read_json(request)
        parent = self._place(request)
        if parent.kind is not Kind.TEXT:
            raise invalid_form({"channel": "Cannot execute action on this channel type"})
        start = self._message(request) if "message" in request.match_info else None
        kind = Kind.PUBLIC_THREAD
        if start is None and int(payload.get("type") or Kind.PRIVATE_THREAD) == Kind.PRIVATE_THREAD:
            kind = Kind.PRIVATE_THREAD
        private = kind is Kind.PRIVATE_THREAD
        needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        if needed not in self._world.bot_may(parent):
            raise missing_permissions()
        if start is not None and start.thread is not None:
            raise thread_exists()
        _check_name(payload, required=True)
        if (payload.get("auto_archive_duration") or 60) not in ARCHIVE_AFTER:
            raise invalid_form({"auto_archive_duration": "Value must be one of (60, 1440, 4320, 10080)."})
        thread = threads.open_thread(self._world, parent, self._world.bot, payload, kind=kind, start=start)
        return answer(payloads.channel(self._world, thread), 201)

    async def thread_members(self, request: web.Request) -> web.Response:
        """Who is in a thread."""
        thread = self._thread(request)
        return answer([payloads.thread_member(thread, one) for one in thread.joined])

    def _thread(self, request: web.Request) -> Channel:
        place = self._place(request)
        if not place.is_thread:
            raise unknown("Channel")
        return place

    def _membership(self, request: web.Request) -> tuple[Channel, Person]:
        """The thread of the address, and the person whose place in it is to change."""
        thread, who = self._thread(request), request.match_info["user"]
        person = self._world.bot if who == "@me" else self._world.person(who)
        if thread.archived:
            raise thread_is_archived()
        return thread, person

    async def join(self, request: web.Request) -> web.Response:
        """Add somebody to a thread."""
        thread, person = self._membership(request)
        if not person.member:
            raise unknown("Member")
        threads.join(self._world, thread, person)
        return nothing()

    async def leave(self, request: web.Request) -> web.Response:
        """Take somebody out of a thread."""
        thread, person = self._membership(request)
        if person is not self._world.bot and Permission.MANAGE_THREADS not in self._world.bot_may(thread):
            raise missing_permissions()
        threads.leave(self._world, thread, person)
        return nothing()


def _check_name(payload: Json, *, required: bool) -> None:
    name = payload.get("name")
    if (required or name is not None) and not 1 <= len(str(name or "")) <= 100:
        raise invalid_form({"name": "Must be between 1 and 100 in length."})
