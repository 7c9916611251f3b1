"""The REST API: every route that the bot uses, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice
from typing import NamedTuple

from aiohttp import web

from bot.local import payloads
from bot.local.api import channels, posting
from bot.local.errors import Json, Refusal, invalid_form
from bot.local.validate.commands import Commands
from bot.local.validate.components import wrong_lengths
from bot.local.world.model import (
    NO_PERMISSIONS,
    Channel,
    ChannelType,
    EventStatus,
    Flag,
    Message,
    Permission,
    ScheduledEvent,
    iso,
)
from bot.local.world.world import World

from .http_codec import Call, answer, read
from .interaction_broker import InteractionBroker
from .interactions import Interaction, ResponseType

Handler = Callable[[Call], "Message | Channel | Json | list[Json] | None"]
"""Answers a request; None: there is nothing to say."""
ARCHIVE_AFTER = {60, 1440, 4320, 10080}
"""Minutes after which an idle thread may be archived."""
MAX_NONCE = 25
"""Characters."""
GATEWAY_ONLY = {
    "channels", "guild_scheduled_events", "joined_at", "large", "member_count", "members", "presences",
    "soundboard_sounds", "stage_instances", "threads", "unavailable", "voice_states",
}  # fmt: skip
"""What only the gateway tells of a server."""
NONCE_S = 300.0
"""Seconds for which a nonce is compared: Discord says “the past few minutes”."""


EVENT_STEPS = {
    (EventStatus.SCHEDULED, EventStatus.ACTIVE),
    (EventStatus.ACTIVE, EventStatus.COMPLETED),
    (EventStatus.SCHEDULED, EventStatus.CANCELED),
}
"""What an event can become from what."""


class Route(NamedTuple):
    """A route: where it is, and what answers it with a status and a body."""

    method: str
    path: str
    respond: Callable[[Call], tuple[int, Json | list[Json] | None]]

    async def handler(self, request: web.Request) -> web.Response:
        """Answer a request of the server's."""
        status, body = self.respond(await read(request))
        return web.Response(status=status) if body is None else answer(body, status)


@dataclass(eq=False, repr=False)
class RestRoutes:
    """The application, channels and messages, and answers to interactions."""

    _world: World
    _commands: Commands
    _broker: InteractionBroker
    _shards: int
    """How many shards the bot is told to run."""

    def routes(self) -> list[Route]:
        """All routes, below the API's base."""
        commands = "/applications/{application}/commands"
        channel, messages = "/channels/{channel}", "/channels/{channel}/messages"
        message, webhook = messages + "/{message}", "/webhooks/{application}/{token}"
        events = "/guilds/{guild}/scheduled-events"
        event = events + "/{event}"
        reply = webhook + "/messages/{message}"
        route = self._route
        get = partial(route, "GET")
        return [
            get("/gateway/bot", self.gateway_bot),
            get("/applications/@me", self.application),
            get("/oauth2/applications/@me", self.application),
            get(commands, self.list_commands),
            route("PUT", commands, self.sync_commands, kind=list),
            get("/users/@me", self.own_user),
            get("/users/@me/guilds", self.own_guilds),
            get("/guilds/{guild}", self.guild),
            get("/guilds/{guild}/channels", self.guild_channels),
            get(events, self.list_events),
            route("POST", events, self.create_event),
            route("PATCH", event, self.edit_event),
            route("DELETE", event, self.delete_event),
            route("POST", "/users/@me/channels", self.open_dm),
            get(channel, self._channel),
            route("PATCH", channel, self.edit_thread),
            get(messages, self.history),
            route("POST", messages, self.post),
            get(message, partial(self._message, needed=Permission.READ_MESSAGE_HISTORY)),
            route("PATCH", message, self.edit_message),
            route("DELETE", message, self.delete_message),
            route("POST", message + "/threads", self.open_thread, status=201),
            route("POST", "/interactions/{interaction}/{token}/callback", self.callback),
            route("POST", webhook, self.follow_up),
            get(reply, self._reply),
            route("PATCH", reply, self.edit_reply),
            route("DELETE", reply, self.delete_reply),
        ]

    def _route(
        self, method: str, path: str, handler: Handler, *, kind: type = dict, status: int = 200
    ) -> Route:
        """A route whose ``handler`` takes a payload of that ``kind``."""

        def respond(call: Call) -> tuple[int, Json | list[Json] | None]:
            if not isinstance(call.payload, kind):
                raise Refusal("The request body contains invalid JSON.")
            match handler(call):
                case None:
                    return 204, None
                case Message() as post:
                    return status, payloads.message(self._world, post)
                case Channel() as place:
                    return status, payloads.channel(self._world, place)
                case body:
                    return status, body

        return Route(method, path, respond)

    # The application.

    def gateway_bot(self, _call: Call) -> Json:
        """The gateway's address, and how many shards to run."""
        limit = payloads.ALWAYS["session start limit"]
        return {"url": self._world.gateway_url, "shards": self._shards, "session_start_limit": limit}

    def application(self, _call: Call) -> Json:
        """The application, owned by the server's owner."""
        world = self._world
        return payloads.ALWAYS["application"] | {
            "id": str(world.application_id),
            "name": world.bot.name,
            "bot": payloads.user(world.bot),
            "owner": payloads.user(world.owner),
        }

    def _check_application(self, call: Call) -> None:
        if call.number("application") != self._world.application_id:
            raise Refusal("Unknown Application")

    def list_commands(self, call: Call) -> list[Json]:
        """The bot's commands."""
        self._check_application(call)
        return self._commands.listed

    def sync_commands(self, call: Call) -> list[Json]:
        """Replace the bot's commands."""
        self._check_application(call)
        synced = self._commands.sync(call.payload)
        self._world.changed()
        return synced

    def own_user(self, _call: Call) -> Json:
        """The bot's own account."""
        return payloads.own_user(self._world.bot)

    def own_guilds(self, _call: Call) -> list[Json]:
        """The one server that the bot is on."""
        world = self._world
        own = {"id": str(world.guild_id), "name": world.guild_name, "permissions": str(world.may(world.bot))}
        return [payloads.ALWAYS["own guild"] | own]

    def guild(self, call: Call) -> Json:
        """The server, without what only the gateway tells of it."""
        self._check_guild(call)
        found = payloads.guild(self._world)
        return {name: value for name, value in found.items() if name not in GATEWAY_ONLY}

    def guild_channels(self, call: Call) -> list[Json]:
        """The text channels of the server, also those that the bot doesn't see."""
        self._check_guild(call)
        places = [each for each in self._world.channels.values() if each.kind is ChannelType.TEXT]
        return [payloads.channel(self._world, each) for each in places]

    def _check_guild(self, call: Call) -> None:
        if call.number("guild") != self._world.guild_id:
            raise Refusal("Unknown Guild")

    # Scheduled events.

    def list_events(self, call: Call) -> list[Json]:
        """The events of the server that are to come or under way."""
        self._check_guild(call)
        return [payloads.scheduled_event(self._world, each) for each in self._world.events.values()]

    def create_event(self, call: Call) -> Json:
        """A new event, outside of all channels."""
        self._check_guild(call)
        may = self._world.may(self._world.bot)
        if not may & (Permission.CREATE_EVENTS | Permission.MANAGE_EVENTS):
            raise Refusal("Missing Permissions")
        given = call.payload
        if given.get("privacy_level") != 2 or given.get("entity_type") != 3 or given.get("channel_id"):
            raise invalid_form({"entity_type": "Only events outside of channels are known here."})
        made = ScheduledEvent(self._world.next_id(), self._world.bot, "", "", "", "", "")
        self._change_event(made, given)
        self._world.events[made.id] = made
        self._world.changed()
        return payloads.scheduled_event(self._world, made)

    def edit_event(self, call: Call) -> Json:
        """Change an event, or let it begin or end."""
        event = self._event(call)
        self._change_event(event, call.payload)
        if "status" in call.payload:
            status = call.payload["status"]
            if (event.status, status) not in EVENT_STEPS:
                raise invalid_form({"status": "Invalid Guild Scheduled Event Status Update"})
            event.status = EventStatus(status)
            if event.status in (EventStatus.COMPLETED, EventStatus.CANCELED):
                del self._world.events[event.id]
        self._world.changed()
        return payloads.scheduled_event(self._world, event)

    def delete_event(self, call: Call) -> None:
        """Delete an event."""
        del self._world.events[self._event(call).id]
        self._world.changed()

    def _event(self, call: Call) -> ScheduledEvent:
        """The event in the address, if the bot may change it."""
        self._check_guild(call)
        if (event := self._world.events.get(call.number("event"))) is None:
            raise Refusal("Unknown Guild Scheduled Event")
        may = self._world.may(self._world.bot)
        own = event.creator is self._world.bot and Permission.CREATE_EVENTS in may
        if not own and Permission.MANAGE_EVENTS not in may:
            raise Refusal("Missing Permissions")
        return event

    def _change_event(self, event: ScheduledEvent, given: Json) -> None:
        """:raises Refusal: 50035 when something of it isn't possible."""
        name = str(given.get("name", event.name))
        described = str(given.get("description", event.description))
        location = str((given.get("entity_metadata") or {"location": event.location}).get("location", ""))
        for field, text, most in (("name", name, 100), ("entity_metadata", location, 100)):
            if not 0 < len(text) <= most:
                raise invalid_form({field: f"Must be between 1 and {most} in length."})
        if len(described) > 1000:
            raise invalid_form({"description": "Must be 1000 or fewer in length."})
        starts = str(given.get("scheduled_start_time", event.starts))
        ends = str(given.get("scheduled_end_time", event.ends))
        begins = datetime.fromisoformat(starts).timestamp()
        if starts != event.starts and begins <= self._world.now():
            raise invalid_form({"scheduled_start_time": "Cannot schedule event in the past."})
        if datetime.fromisoformat(ends).timestamp() <= begins:
            raise invalid_form({"scheduled_end_time": "Cannot schedule event to end before it starts."})
        event.name, event.description, event.location = name, described, location
        event.starts, event.ends = starts, ends

    def open_dm(self, call: Call) -> Channel:
        """A direct conversation. Opening one always succeeds, even if sending won't."""
        person = self._world.person(str(call.payload.get("recipient_id", "")))
        if person.bot:
            raise Refusal("Invalid Recipient(s)")
        return self._world.dm(person)

    # Channels and messages.

    def _channel(self, call: Call, needed: Permission = NO_PERMISSIONS) -> Channel:
        """The channel in the address, if the bot sees it and has the permissions."""
        place = self._world.channel(call.number("channel"))
        if not self._world.bot_sees(place):
            raise Refusal("Missing Access")
        self._require(place, needed)
        return place

    def _require(self, place: Channel, needed: Permission) -> None:
        if needed & ~self._world.may(self._world.bot, place):
            raise Refusal("Missing Permissions")

    def _message(self, call: Call, needed: Permission = NO_PERMISSIONS) -> Message:
        """The message in the address; ephemeral ones can't be reached by it."""
        post = self._channel(call, needed).messages.get(call.number("message"))
        if post is None or post.reader is not None:
            raise Refusal("Unknown Message")
        return post

    def edit_thread(self, call: Call) -> Channel:
        """Archive, reopen, lock, unlock or rename a thread; the bot changes nothing else."""
        place = self._channel(call)
        if not place.is_thread:
            raise Refusal("Missing Permissions")
        archived, locked = call.payload.get("archived"), call.payload.get("locked")
        if others := call.payload.keys() - {"archived", "locked", "name"}:
            said = "A thread’s only settings are “archived”, “locked” and “name”."
            raise invalid_form(dict.fromkeys(others, said))
        if Permission.MANAGE_THREADS not in self._world.may(self._world.bot, place):
            own = place.owner_id == self._world.bot.id
            if place.locked or locked is not None or not (own or archived is False):
                raise Refusal("Missing Permissions")
        if place.archived and archived is not False:
            raise Refusal("Thread is archived")
        name = call.payload.get("name")
        channels.change_thread(self._world, place, archived=archived, locked=locked, name=name)
        return place

    def history(self, call: Call) -> list[Json]:
        """The messages that come next after one, the newest first; none if the bot may not read them."""
        place = self._channel(call)
        if Permission.READ_MESSAGE_HISTORY not in self._world.may(self._world.bot, place):
            return []
        after, most = int(call.query.get("after") or 0), int(call.query.get("limit") or 50)
        found = [post for post in place.messages.values() if post.id > after and post.reader is None]
        return [
            payloads.message(self._world, post) for post in sorted(found, key=lambda each: each.id)[:most]
        ][::-1]

    def post(self, call: Call) -> Message:
        """Send a message."""
        place = self._channel(call)
        if person := place.recipient:
            if not person.member:
                raise Refusal("Cannot send messages to this user due to having no mutual guilds")
            if not person.accepts_dms:
                raise Refusal("Cannot send messages to this user")
        else:
            needed = Permission.SEND_MESSAGES_IN_THREADS if place.is_thread else Permission.SEND_MESSAGES
            self._require(place, needed | (Permission.ATTACH_FILES if call.files else NO_PERMISSIONS))
        manages = Permission.MANAGE_THREADS in self._world.may(self._world.bot, place)
        if place.locked and place.archived and not manages:
            raise Refusal("Thread is archived")
        nonce = str(call.payload.get("nonce") or "")
        if len(nonce) > MAX_NONCE:
            raise invalid_form({"nonce": f"Must be {MAX_NONCE} or fewer in length."})
        if call.payload.get("enforce_nonce") and nonce:
            since = iso(self._world.now() - NONCE_S)
            recent = islice(self._world.history(place), 25)
            same = (one for one in recent if one.nonce == nonce and one.timestamp >= since)
            if (again := next(same, None)) is not None:
                return again
        if int(call.payload.get("flags") or 0) & Flag.EPHEMERAL:
            raise invalid_form({"flags": "Only a response to an interaction can be ephemeral."})
        return posting.post(self._world, place, self._world.bot, call.payload, call.files)

    def edit_message(self, call: Call) -> Message:
        """Edit one of the bot's messages."""
        post = self._message(call)
        if post.author is not self._world.bot:
            raise Refusal("Cannot edit a message authored by another user")
        if post.channel.archived:
            raise Refusal("Thread is archived")
        posting.edit(self._world, post, call.payload, call.files)
        return post

    def delete_message(self, call: Call) -> None:
        """Delete a message."""
        post = self._message(call)
        if post.author is not self._world.bot:
            self._require(post.channel, Permission.MANAGE_MESSAGES)
        if post.channel.archived:
            raise Refusal("Thread is archived")
        self._world.delete(post)

    def open_thread(self, call: Call) -> Channel:
        """Open a thread under a message."""
        start = self._message(call, Permission.CREATE_PUBLIC_THREADS)
        if start.channel.kind is not ChannelType.TEXT:
            raise invalid_form({"channel": "Cannot execute action on this channel type"})
        if start.thread is not None:
            raise Refusal("A thread has already been created for this message")
        errors = wrong_lengths(call.payload, "", {"name": (1, 100)})
        if (call.payload.get("auto_archive_duration") or 60) not in ARCHIVE_AFTER:
            errors["auto_archive_duration"] = "Value must be one of (60, 1440, 4320, 10080)."
        if errors:
            raise invalid_form(errors)
        return channels.open_thread(self._world, start, self._world.bot, call.payload)

    # Answers to interactions. The token in the address is the credential.

    def callback(self, call: Call) -> Json | None:
        """The first answer."""
        token = call.address["token"]
        interaction = self._broker.callback(call.number("interaction"), token, call.payload, call.files)
        if call.query.get("with_response", "").lower() not in ("1", "true"):
            return None
        about: Json = {"id": str(interaction.id), "type": interaction.type}
        report: Json = {"interaction": about}
        kind, post = interaction.answer, interaction.original
        if post is not None:
            about |= {
                "response_message_id": str(post.id),
                "response_message_loading": bool(post.flags & Flag.LOADING),
                "response_message_ephemeral": post.reader is not None,
            }
            if kind in (ResponseType.MESSAGE, ResponseType.UPDATE):
                report["resource"] = {"type": kind, "message": payloads.message(self._world, post)}
        return report

    def _interaction(self, call: Call) -> Interaction:
        return self._broker.by_token(call.number("application"), call.address["token"])

    def _reply(self, call: Call) -> Message:
        """The first answer's message, or a follow-up."""
        return self._broker.find(self._interaction(call), call.address["message"])

    def _count_reply(self, interaction: Interaction) -> None:
        interaction.reply_count += 1
        self._world.changed("answer")

    def follow_up(self, call: Call) -> Message:
        """Another message."""
        interaction = self._interaction(call)
        post = self._broker.follow_up(interaction, call.payload, call.files)
        self._count_reply(interaction)
        return post

    def edit_reply(self, call: Call) -> Message:
        """Edit the first answer's message, or a follow-up."""
        post = self._reply(call)
        self._broker.edit(post, call.payload, call.files)
        self._count_reply(self._interaction(call))
        return post

    def delete_reply(self, call: Call) -> None:
        """Delete the first answer's message, or a follow-up."""
        self._world.delete(self._reply(call))
