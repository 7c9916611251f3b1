"""The doctor's checks against Discord: token, application, commands, servers, clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any, Final

import aiohttp
import discord

from bot.app import CaptainsTable
from bot.components.interactions import channels
from bot.config import LOGIN_REFUSED, Settings, no_token
from bot.languages import ngettext
from bot.lifecycle.command_sync import ENTRY_POINT
from data.store.program import program
from data.store.store import Store

from .check_result import CheckResult, NoAnswer, Refused, failed, passed, results, skipped

REQUEST_TIMEOUT_S: Final = 10.0
"""Seconds to wait for each answer from Discord."""
MAX_CLOCK_SKEW_S: Final = 60
"""The largest tolerated difference between this machine's clock and Discord's, in seconds."""
PAGE: Final = 200
"""Servers per page of Discord's list."""
PAGE_PAUSE_S: Final = 1.0
"""Seconds between two pages: the running bot shares the token's rate limit."""
PORTAL: Final = "https://discord.com/developers/applications"


class Caller:
    """A client for Discord's REST API."""

    def __init__(self, session: aiohttp.ClientSession, settings: Settings) -> None:
        self._session = session
        self._base = (settings.api_url or discord.http.Route.BASE).rstrip("/")
        self._token = settings.token
        self.date: datetime | None = None
        """Discord's time at its last answer."""

    async def get(self, path: str, **query: str) -> Any:
        """Request ``path`` and parse the JSON answer.

        :raises NoAnswer: when the request fails.
        """
        headers = {"Authorization": f"Bot {self._token}", "User-Agent": f"DiscordBot ({PORTAL}, doctor)"}
        try:
            async with self._session.get(self._base + path, headers=headers, params=query) as reply:
                if date := reply.headers.get("Date"):
                    self.date = parsedate_to_datetime(date)
                if reply.status == 401:
                    raise Refused(LOGIN_REFUSED)
                if reply.status != 200:
                    advice = (
                        "Check DISCORD_API_URL." if reply.status == 404 else "Try again in a few minutes."
                    )
                    raise NoAnswer(f"Discord returned status {reply.status} for {path}. {advice}")
                return await reply.json()
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError, RecursionError) as error:
            raise NoAnswer(
                f"Can’t reach Discord at {self._base}: {(str(error) or 'no answer in time')}. Check the "
                "network, the firewall and DISCORD_API_URL."
            ) from error


@asynccontextmanager
async def calling(settings: Settings) -> AsyncIterator[Caller]:
    """A client for Discord's REST API, as long as it's needed."""
    timeout = aiohttp.ClientTimeout(total=REQUEST_TIMEOUT_S)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        yield Caller(session, settings)


def invitation(application_id: str) -> str:
    """The link that adds the bot to a server, with the permissions that it needs and no others."""
    return (
        f"https://discord.com/oauth2/authorize?client_id={application_id}&scope=bot+applications.commands"
        f"&permissions={channels.PERMISSIONS.value}"
    )


async def call(settings: Settings, now: int) -> AsyncIterator[CheckResult]:
    """All checks against Discord; a refused request ends them."""
    if not settings.token:
        yield failed(
            f"{no_token()} Run {program()} setup, which asks for it.",
            what="token",
        )
        return
    async with calling(settings) as caller:
        about: Any = None

        async def asked() -> CheckResult:
            nonlocal about
            about = await caller.get("/applications/@me")
            return application(about)

        what = "token"
        try:
            for what, check in (
                ("token", lambda: token(caller)),
                ("clock", lambda: clock(caller.date, now)),
                ("application", asked),
                ("commands", lambda: commands(caller, settings, str(about["id"]))),
                ("servers", lambda: servers(caller, str(about["id"]))),
            ):
                async for finding in results(what, check):
                    yield finding
        except NoAnswer as error:
            yield failed(str(error), what="token" if what == "token" else "discord")


async def token(caller: Caller) -> CheckResult:
    """Whether Discord accepts the token."""
    me = await caller.get("/users/@me")
    return passed(f"Discord accepts the token. The bot is called {me.get('username')}.")


def clock(theirs: datetime | None, now: int) -> CheckResult:
    """Whether this machine's clock agrees with Discord's."""
    if theirs is None:
        return skipped("Discord didn’t say what time it is.")
    away = abs(datetime.fromtimestamp(now / 1000, UTC) - theirs).total_seconds()
    if away > MAX_CLOCK_SKEW_S:
        return failed(
            f"The clock is {away:.0f} seconds off. Set it with NTP: players’ time limits depend on it.",
        )
    return passed("The clock agrees with Discord’s.")


def application(about: dict[str, Any]) -> CheckResult:
    """Whether the application's settings suit the bot."""
    if url := about.get("interactions_endpoint_url"):
        return failed(
            f"The application’s Interactions Endpoint URL is set ({url}), so commands don’t reach the bot. "
            f"Clear that field at {PORTAL} (General Information).",
        )
    if about.get("bot_require_code_grant"):
        return failed(
            f"“Requires OAuth2 Code Grant” is on, so the usual invite link doesn’t work. Turn it off at "
            f"{PORTAL} (Bot).",
        )
    flags = discord.ApplicationFlags._from_value(int(about.get("flags") or 0))
    intents = [
        title
        for title, name in (
            ("Presence", "gateway_presence"),
            ("Server Members", "gateway_guild_members"),
            ("Message Content", "gateway_message_content"),
        )
        if getattr(flags, name) or getattr(flags, f"{name}_limited")
    ]
    if intents:
        return passed(f"The bot needs no privileged intents. You can turn off {', '.join(intents)}.")
    return passed("No privileged intents are on, and none are needed.")


async def commands(caller: Caller, settings: Settings, application_id: str) -> CheckResult:
    """Whether Discord has this release's commands."""
    # Only the bot's list of commands is used, so the store isn't opened.
    bot = CaptainsTable(Store(settings.database_url))
    try:
        await bot.load_commands()
        ours = {(command.to_dict(bot.tree)["type"], command.name) for command in bot.tree.get_commands()}
    finally:
        await bot.close()
    listed = await caller.get(f"/applications/{application_id}/commands")
    known = {(command.get("type", 1), command["name"]) for command in listed}
    theirs = {(kind, name) for kind, name in known if kind != ENTRY_POINT}
    if not theirs:
        return passed("Discord has no commands yet. They’ll be registered the first time the bot starts.")
    if ours != theirs:
        return passed(
            "Discord has another release’s commands. They’ll be updated the next time the bot starts.",
        )
    return passed(f"Discord has all {len(ours)} commands.")


def permissions_in(server: dict[str, Any]) -> CheckResult | None:
    """Which permissions the bot is missing in a server; None if it has them all."""
    allowed = discord.Permissions(int(server["permissions"]))
    missing = () if allowed.administrator else channels.missing_permissions(allowed, threads=True)
    if not missing:
        return None
    those = "that permission" if len(missing) == 1 else "those permissions"
    return failed(f"In “{server['name']}”, the bot is missing {', '.join(missing)}. Give its role {those}.")


async def servers(caller: Caller, application_id: str) -> AsyncIterator[CheckResult]:
    """Whether the bot has the permissions from its invitation in each server."""
    count, after, lacking = 0, "0", 0
    while True:
        page = await caller.get("/users/@me/guilds", limit=str(PAGE), after=after)
        for server in page:
            where = f"“{server.get('name')}”: "
            async for finding in results("server", partial(permissions_in, server), where):
                lacking += 1
                yield finding
        count += len(page)
        if len(page) < PAGE:
            break
        after = page[-1]["id"]
        await asyncio.sleep(PAGE_PAUSE_S)
    if not count:
        yield passed(f"The bot isn’t in any server yet. Invite it: {invitation(application_id)}")
    elif not lacking:
        servers = ngettext("{number} server", "{number} servers", count)
        yield passed(
            f"The bot has the permissions it needs in {servers}. /doctor checks individual channels.",
        )
