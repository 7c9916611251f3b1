"""The REST API: every route that the bot uses, and nothing else."""

from __future__ import annotations

from itertools import islice

from aiohttp import web

from bot.local import payloads
from bot.local.api import posting, threads
from bot.local.errors import (
    DMS_CLOSED,
    INVALID_RECIPIENT,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_MUTUAL_GUILD,
    NOT_THE_AUTHOR,
    THREAD_EXISTS,
    THREAD_IS_ARCHIVED,
    Json,
    Refusal,
    invalid_form,
    unknown,
)
from bot.local.validate.commands import Commands
from bot.local.validate.messages import Upload
from bot.local.world.model import (
    BOT_PERMISSIONS,
    Channel,
    ChannelType,
    Flag,
    Message,
    Permission,
    WorldChange,
)
from bot.local.world.world import World

from .http_codec import answer, nothing, number, read, read_json, read_list
from .interaction_broker import InteractionBroker
from .interactions import Interaction, ResponseType

ARCHIVE_AFTER = {60, 1440, 4320, 10080}
"""Minutes after which an idle thread may be archived."""


class RestRoutes:
    """The application, channels and messages, and answers to interactions."""

    def __init__(
        self,
        world: World,
        commands: Commands,
        broker: InteractionBroker,
        *,
        shards: int = 1,
        max_concurrency: int = 16,
    ) -> None:
        self._world = world
        self._commands = commands
        self._broker = broker
        self._shards = shards
        """How many shards the bot is told to run."""
        self._max_concurrency = max_concurrency
        """How many of them may identify at a time."""

    def routes(self) -> list[web.RouteDef]:
        """All routes, below the API's base."""
        commands = "/applications/{application}/commands"
        channel, messages = "/channels/{channel}", "/channels/{channel}/messages"
        message, webhook = messages + "/{message}", "/webhooks/{application}/{token}"
        reply = webhook + "/messages/{message}"
        return [
            web.get("/gateway", self.gateway),
            web.get("/gateway/bot", self.gateway_bot),
            web.get("/applications/@me", self.application),
            web.get("/oauth2/applications/@me", self.application),
            web.get(commands, self.list_commands),
            web.put(commands, self.sync_commands),
            web.get("/users/@me", self.own_user),
            web.get("/users/@me/guilds", self.own_guilds),
            web.post("/users/@me/channels", self.open_dm),
            web.get(channel, self.get_channel),
            web.patch(channel, self.edit_thread),
            web.post(messages, self.post),
            web.get(message, self.get_message),
            web.patch(message, self.edit_message),
            web.delete(message, self.delete_message),
            web.post(message + "/threads", self.open_thread),
            web.post("/interactions/{interaction}/{token}/callback", self.callback),
            web.post(webhook, self.follow_up),
            web.get(reply, self.get_reply),
            web.patch(reply, self.edit_reply),
            web.delete(reply, self.delete_reply),
        ]

    # The application.

    @property
    def gateway_url(self) -> str:
        """The gateway's address."""
        return self._world.base_url.replace("http", "ws", 1) + "/gateway/"

    async def gateway(self, _request: web.Request) -> web.Response:
        """The gateway's address."""
        return answer({"url": self.gateway_url})

    async def gateway_bot(self, _request: web.Request) -> web.Response:
        """The gateway's address, and how many shards to run."""
        limit = {
            "total": 1000,
            "remaining": 1000,
            "reset_after": 86_400_000,
            "max_concurrency": self._max_concurrency,
        }
        return answer({"url": self.gateway_url, "shards": self._shards, "session_start_limit": limit})

    async def application(self, _request: web.Request) -> web.Response:
        """The application, owned by the server's owner."""
        world = self._world
        return answer(
            {
                "id": str(world.application_id),
                "name": world.bot.name,
                "icon": None,
                "description": "",
                "type": None,
                "bot": payloads.user(world.bot),
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "0" * 64,
                "flags": 0,
                "flags_new": "0",
                "redirect_uris": [],
                "interactions_endpoint_url": None,
                "role_connections_verification_url": None,
                "owner": payloads.user(world.owner),
                "approximate_guild_count": 1,
                "approximate_user_install_count": 0,
                "approximate_user_authorization_count": 0,
                "explicit_content_filter": 0,
                "team": None,
                "eligible_oauth2_scopes": [],
            }
        )

    def _check_application(self, request: web.Request) -> None:
        if number(request, "application") != self._world.application_id:
            raise unknown("Application")

    async def list_commands(self, request: web.Request) -> web.Response:
        """The bot's commands."""
        self._check_application(request)
        return answer(self._commands.listed)

    async def sync_commands(self, request: web.Request) -> web.Response:
        """Replace the bot's commands."""
        self._check_application(request)
        synced = self._commands.sync(await read_list(request))
        self._world.changed(WorldChange("state"))
        return answer(synced)

    async def own_user(self, _request: web.Request) -> web.Response:
        """The bot's own account."""
        return answer(payloads.own_user(self._world.bot))

    async def own_guilds(self, _request: web.Request) -> web.Response:
        """The one server that the bot is on."""
        world = self._world
        return answer(
            [
                {
                    "id": str(world.guild_id),
                    "name": world.guild_name,
                    "icon": None,
                    "banner": None,
                    "owner": False,
                    "permissions": str(int(BOT_PERMISSIONS)),
                    "features": [],
                }
            ]
        )

    async def open_dm(self, request: web.Request) -> web.Response:
        """A direct conversation. Opening one always succeeds, even if sending won't."""
        payload = await read_json(request)
        person = self._world.person(str(payload.get("recipient_id", "")))
        if person.bot:
            raise Refusal(*INVALID_RECIPIENT)
        return answer(payloads.channel(self._world, self._world.dm(person)))

    # Channels and messages.

    def _channel(self, request: web.Request, *needed: Permission) -> Channel:
        """The channel in the address, if the bot sees it and has the permissions."""
        place = self._world.channel(number(request, "channel"))
        if not self._world.bot_sees(place):
            raise Refusal(*MISSING_ACCESS)
        may = self._world.bot_may(place)
        if not place.is_dm and any(one not in may for one in needed):
            raise Refusal(*MISSING_PERMISSIONS)
        return place

    def _message(self, request: web.Request, *needed: Permission) -> Message:
        """The message in the address; ephemeral ones can't be reached by it."""
        place = self._channel(request, *needed)
        post = place.messages.get(number(request, "message"))
        if post is None or post.reader is not None:
            raise unknown("Message")
        return post

    async def get_channel(self, request: web.Request) -> web.Response:
        """A channel."""
        return answer(payloads.channel(self._world, self._channel(request)))

    async def edit_thread(self, request: web.Request) -> web.Response:
        """Archive, reopen, lock or unlock a thread; the bot changes nothing else."""
        payload = await read_json(request)
        place = self._channel(request)
        if not place.is_thread:
            raise Refusal(*MISSING_PERMISSIONS)
        archived, locked = payload.get("archived"), payload.get("locked")
        if others := payload.keys() - {"archived", "locked"}:
            raise invalid_form(dict.fromkeys(others, "A thread’s only settings are “archived” and “locked”."))
        if Permission.MANAGE_THREADS not in self._world.bot_may(place):
            own = place.owner_id == self._world.bot.id
            if place.locked or locked is not None or not (own or archived is False):
                raise Refusal(*MISSING_PERMISSIONS)
        if place.archived and archived is not False:
            raise Refusal(*THREAD_IS_ARCHIVED)
        threads.change(self._world, place, archived=archived, locked=locked)
        return answer(payloads.channel(self._world, place))

    async def post(self, request: web.Request) -> web.Response:
        """Send a message."""
        payload, uploads = await read(request)
        place = self._channel(request)
        self._check_sending(place, uploads)
        if payload.get("enforce_nonce") and payload.get("nonce") is not None:
            recent = islice(self._world.history(place), 25)
            same = (one for one in recent if one.nonce == str(payload["nonce"]))
            if (again := next(same, None)) is not None:
                return answer(payloads.message(self._world, again))
        if int(payload.get("flags") or 0) & Flag.EPHEMERAL:
            raise invalid_form({"flags": "Only a response to an interaction can be ephemeral."})
        post = posting.post(self._world, place, self._world.bot, payload, uploads)
        threads.welcome(self._world, post, post.mentions)
        return answer(payloads.message(self._world, post))

    def _check_sending(self, place: Channel, uploads: list[Upload]) -> None:
        if person := place.recipient:
            if not person.member:
                raise Refusal(*NO_MUTUAL_GUILD)
            if not person.accepts_dms:
                raise Refusal(*DMS_CLOSED)
            return
        may = self._world.bot_may(place)
        needed = Permission.SEND_MESSAGES_IN_THREADS if place.is_thread else Permission.SEND_MESSAGES
        if needed not in may or (uploads and Permission.ATTACH_FILES not in may):
            raise Refusal(*MISSING_PERMISSIONS)
        if place.archived and place.locked and Permission.MANAGE_THREADS not in may:
            raise Refusal(*THREAD_IS_ARCHIVED)

    async def get_message(self, request: web.Request) -> web.Response:
        """A message."""
        post = self._message(request, Permission.READ_MESSAGE_HISTORY)
        return answer(payloads.message(self._world, post))

    async def edit_message(self, request: web.Request) -> web.Response:
        """Edit one of the bot's messages."""
        payload, uploads = await read(request)
        post = self._message(request)
        if post.author is not self._world.bot:
            raise Refusal(*NOT_THE_AUTHOR)
        if post.channel.archived:
            raise Refusal(*THREAD_IS_ARCHIVED)
        posting.edit(self._world, post, payload, uploads)
        return answer(payloads.message(self._world, post))

    async def delete_message(self, request: web.Request) -> web.Response:
        """Delete a message."""
        post = self._message(request)
        if post.author is not self._world.bot and (
            post.channel.is_dm or Permission.MANAGE_MESSAGES not in self._world.bot_may(post.channel)
        ):
            raise Refusal(*MISSING_PERMISSIONS)
        if post.channel.archived:
            raise Refusal(*THREAD_IS_ARCHIVED)
        self._world.delete(post)
        return nothing()

    async def open_thread(self, request: web.Request) -> web.Response:
        """Open a thread under a message."""
        payload = await read_json(request)
        start = self._message(request)
        if start.channel.kind is not ChannelType.TEXT:
            raise invalid_form({"channel": "Cannot execute action on this channel type"})
        if Permission.CREATE_PUBLIC_THREADS not in self._world.bot_may(start.channel):
            raise Refusal(*MISSING_PERMISSIONS)
        if start.thread is not None:
            raise Refusal(*THREAD_EXISTS)
        if not 1 <= len(str(payload.get("name") or "")) <= 100:
            raise invalid_form({"name": "Must be between 1 and 100 in length."})
        if (payload.get("auto_archive_duration") or 60) not in ARCHIVE_AFTER:
            raise invalid_form({"auto_archive_duration": "Value must be one of (60, 1440, 4320, 10080)."})
        thread = threads.open_thread(self._world, start, self._world.bot, payload)
        return answer(payloads.channel(self._world, thread), 201)

    # Answers to interactions. The token in the address is the credential.

    async def callback(self, request: web.Request) -> web.Response:
        """The first answer."""
        payload, uploads = await read(request)
        token = request.match_info["token"]
        interaction = self._broker.callback(number(request, "interaction"), token, payload, uploads)
        if request.query.get("with_response", "").lower() not in ("1", "true"):
            return nothing()
        about: Json = {"id": str(interaction.id), "type": int(interaction.type)}
        report: Json = {"interaction": about}
        kind, post = interaction.answer, interaction.original
        if post is not None:
            about |= {
                "response_message_id": str(post.id),
                "response_message_loading": bool(post.flags & Flag.LOADING),
                "response_message_ephemeral": post.reader is not None,
            }
            if kind in (ResponseType.MESSAGE, ResponseType.UPDATE):
                report["resource"] = {"type": int(kind), "message": payloads.message(self._world, post)}
        return answer(report)

    def _interaction(self, request: web.Request) -> Interaction:
        return self._broker.by_token(number(request, "application"), request.match_info["token"])

    def _reply(self, request: web.Request) -> Message:
        """The first answer's message, or a follow-up."""
        return self._broker.find(self._interaction(request), request.match_info["message"])

    def _count_reply(self, interaction: Interaction) -> None:
        interaction.reply_count += 1
        self._world.changed(WorldChange("answer"))

    async def follow_up(self, request: web.Request) -> web.Response:
        """Another message."""
        payload, uploads = await read(request)
        interaction = self._interaction(request)
        post = self._broker.follow_up(interaction, payload, uploads)
        self._count_reply(interaction)
        return answer(payloads.message(self._world, post))

    async def get_reply(self, request: web.Request) -> web.Response:
        """The first answer's message, or a follow-up."""
        return answer(payloads.message(self._world, self._reply(request)))

    async def edit_reply(self, request: web.Request) -> web.Response:
        """Edit the first answer's message, or a follow-up."""
        payload, uploads = await read(request)
        post = self._reply(request)
        self._broker.edit(post, payload, uploads)
        self._count_reply(self._interaction(request))
        return answer(payloads.message(self._world, post))

    async def delete_reply(self, request: web.Request) -> web.Response:
        """Delete the first answer's message, or a follow-up."""
        self._world.delete(self._reply(request))
        return nothing()
