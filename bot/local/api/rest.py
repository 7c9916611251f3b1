"""REST, part one: the application, its commands, people and the server."""

from __future__ import annotations

from aiohttp import web

from bot.local.validate.commands import Commands
from bot.local.world.model import BOT_PERMISSIONS, MEMBER_PERMISSIONS, Change
from bot.local.world.world import World

from . import payloads
from .errors import Json, Refusal, unknown
from .http_codec import answer, number, read_json, read_list


class AccountRoutes:
    """What is asked about the bot itself, people and the server."""

    def __init__(self, world: World, commands: Commands, shards: int = 1, doors: int = 16) -> None:
        self._world = world
        self._commands = commands
        self.shards = shards
        """How many shards the bot is advised to run."""
        self.doors = doors
        """How many of them may identify at a time."""

    def routes(self) -> list[web.RouteDef]:
        """All routes of this part, below the API's base."""
        commands = "/applications/{application}/commands"
        guild_commands = "/applications/{application}/guilds/{guild}/commands"
        return [
            web.get("/gateway/bot", self.gateway_bot),
            web.get("/gateway", self.gateway),
            web.get("/applications/@me", self.application),
            web.get("/oauth2/applications/@me", self.application),
            web.get("/applications/{application}/emojis", self.emojis),
            web.get(commands, self.list_commands),
            web.put(commands, self.sync_commands),
            web.get(guild_commands, self.list_commands),
            web.put(guild_commands, self.sync_commands),
            web.get("/users/@me", self.me),
            web.get("/users/@me/guilds", self.own_guilds),
            web.post("/users/@me/channels", self.open_dm),
            web.get("/users/{user}", self.user),
            web.get("/guilds/{guild}", self.guild),
            web.get("/guilds/{guild}/channels", self.channels),
            web.get("/guilds/{guild}/roles", self.roles),
            web.get("/guilds/{guild}/members", self.members),
            web.get("/guilds/{guild}/members/{user}", self.member),
            web.get("/guilds/{guild}/threads/active", self.active_threads),
        ]

    async def gateway(self, _request: web.Request) -> web.Response:
        """Where the gateway is."""
        return answer({"url": self.gateway_url})

    async def gateway_bot(self, _request: web.Request) -> web.Response:
        """Where the gateway is, and how many shards to run."""
        limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": self.doors}
        return answer({"url": self.gateway_url, "shards": self.shards, "session_start_limit": limit})

    @property
    def gateway_url(self) -> str:
        """The gateway's address."""
        return self._world.base_url.replace("http", "ws", 1) + "/gateway/"

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

    async def emojis(self, _request: web.Request) -> web.Response:
        """The application's own emoji: none."""
        return answer({"items": []})

    def _scope(self, request: web.Request) -> int | None:
        if number(request, "application") != self._world.application_id:
            raise unknown("Application")
        if "guild" not in request.match_info:
            return None
        self._home(request)
        return self._world.guild_id

    def _home(self, request: web.Request) -> None:
        if number(request, "guild") != self._world.guild_id:
            raise unknown("Guild")

    async def list_commands(self, request: web.Request) -> web.Response:
        """The commands of one scope."""
        return answer(self._commands.listed(self._scope(request)))

    async def sync_commands(self, request: web.Request) -> web.Response:
        """A whole new set of commands for one scope."""
        scope = self._scope(request)
        synced = self._commands.sync(scope, await read_list(request))
        self._world.changed(Change("state"))
        return answer(synced)

    async def me(self, _request: web.Request) -> web.Response:
        """The bot's own account."""
        return answer(payloads.own_user(self._world.bot))

    async def own_guilds(self, _request: web.Request) -> web.Response:
        """The servers that the bot is a member of: one."""
        world = self._world
        return answer(
            [
                {
                    "id": str(world.guild_id),
                    "name": world.guild_name,
                    "icon": None,
                    "banner": None,
                    "owner": False,
                    "permissions": str(int(MEMBER_PERMISSIONS | BOT_PERMISSIONS)),
                    "features": [],
                }
            ]
        )

    async def user(self, request: web.Request) -> web.Response:
        """Anybody's account."""
        return answer(payloads.user(self._world.person(number(request, "user"))))

    async def open_dm(self, request: web.Request) -> web.Response:
        """The direct conversation with somebody. Opening one always succeeds; sending may not."""
        payload: Json = await read_json(request)
        person = self._world.person(str(payload.get("recipient_id", "")))
        if person.bot:
            raise Refusal(400, 50033, "Invalid Recipient(s)")
        return answer(payloads.channel(self._world, self._world.dm(person)))

    async def guild(self, request: web.Request) -> web.Response:
        """The server."""
        self._home(request)
        members = sum(person.member for person in self._world.people.values())
        counts = {"approximate_member_count": members, "approximate_presence_count": members}
        return answer(payloads.guild(self._world) | counts)

    async def channels(self, request: web.Request) -> web.Response:
        """The text channels."""
        self._home(request)
        return answer(
            [payloads.channel(self._world, one) for one in self._world.channels.values() if one.kind == 0]
        )

    async def roles(self, request: web.Request) -> web.Response:
        """The roles."""
        self._home(request)
        return answer(payloads.roles(self._world))

    async def members(self, request: web.Request) -> web.Response:
        """The members, by id, as many as asked for."""
        self._home(request)
        limit, after = int(request.query.get("limit", 1)), int(request.query.get("after", 0))
        found = [one for one in self._world.people.values() if one.member and one.id > after]
        return answer([payloads.member(self._world, one) for one in found[:limit]])

    async def member(self, request: web.Request) -> web.Response:
        """One member; 10007 for those who left."""
        self._home(request)
        person = self._world.person(number(request, "user"))
        if not person.member:
            raise unknown("Member")
        return answer(payloads.member(self._world, person))

    async def active_threads(self, request: web.Request) -> web.Response:
        """The threads that are not archived, and those of them that the bot is in."""
        self._home(request)
        world = self._world
        threads = [
            one
            for one in world.channels.values()
            if one.is_thread and not one.archived and world.bot_sees(one)
        ]
        joined = [payloads.thread_member(one, world.bot.id) for one in threads if world.bot.id in one.joined]
        return answer(
            {
                "threads": [payloads.channel(world, one) for one in threads],
                "members": joined,
                "has_more": False,
            }
        )
