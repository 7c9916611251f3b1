"""What the doctor asks Discord: token, application, commands, servers, and the time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

import aiohttp
import discord

from bot.app import COGS, CaptainsTable
from bot.components.interactions import channels
from bot.config import Settings
from data.store.store import Store

from .check_result import CheckResult, failed, passed

REQUEST_TIMEOUT_S: Final = 10.0
"""Seconds that Discord has for each answer."""
MAX_CLOCK_SKEW_S: Final = 60
"""Seconds by which this machine's clock may differ from Discord's."""
PAGE: Final = 200
"""Servers that Discord lists at once."""
PORTAL: Final = "https://discord.com/developers/applications"


class Unanswered(Exception):
    """Discord did not give what was asked for; the message says what to do."""


class Caller:
    """Asks Discord's REST API."""

    def __init__(self, session: aiohttp.ClientSession, settings: Settings) -> None:
        self._session = session
        self._base = (settings.api_url or discord.http.Route.BASE).rstrip("/")
        self._token = settings.token.get_secret_value().strip()
        self.date: datetime | None = None
        """Discord's time at its last answer."""

    async def get(self, path: str, **query: str) -> Any:
        """:raises Unanswered: when there is no such answer."""
        headers = {"Authorization": f"Bot {self._token}", "User-Agent": f"DiscordBot ({PORTAL}, doctor)"}
        try:
            async with self._session.get(self._base + path, headers=headers, params=query) as reply:
                if told := reply.headers.get("Date"):
                    self.date = parsedate_to_datetime(told)
                if reply.status == 401:
                    raise Unanswered(
                        "Discord refuses it: copy it again from the developer portal (Bot → Reset Token) "
                        "into DISCORD_TOKEN."
                    )
                if reply.status != 200:
                    raise Unanswered(f"Discord answers {reply.status} to {path}. Try again in a few minutes.")
                return await reply.json()
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError, RecursionError) as error:
            reason = str(error) or "no answer in time"
            raise Unanswered(
                f"Discord can’t be reached at {self._base}: {reason}. Look at the network, a firewall, or "
                f"DISCORD_API_URL."
            ) from error


async def call(settings: Settings, now: int) -> AsyncIterator[CheckResult]:
    """All findings at Discord; those that need an answer which is refused are left out."""
    if not settings.token.get_secret_value().strip():
        yield failed("token", "None: set DISCORD_TOKEN in the environment or a .env file (README).")
        return
    timeout = aiohttp.ClientTimeout(total=REQUEST_TIMEOUT_S)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        caller = Caller(session, settings)
        try:
            me = await caller.get("/users/@me")
        except Unanswered as error:
            yield failed("token", str(error))
            return
        yield passed("token", f"Discord knows it: {me.get('username')}.")
        yield clock(caller.date, now)
        try:
            about = await caller.get("/applications/@me")
            yield application(about)
            yield await commands(caller, settings, str(about["id"]))
            async for finding in servers(caller, str(about["id"])):
                yield finding
        except Unanswered as error:
            yield failed("discord", str(error))


def clock(theirs: datetime | None, now: int) -> CheckResult:
    """Whether this machine's clock goes as Discord's does."""
    if theirs is None:
        return passed("clock", "Discord did not say what time it is.")
    away = abs(datetime.fromtimestamp(now / 1000, UTC) - theirs).total_seconds()
    if away > MAX_CLOCK_SKEW_S:
        return failed("clock", f"It is {away:.0f} seconds off. Set it (NTP): players' clocks go by it.")
    return passed("clock", "It goes as Discord's does.")


def application(about: dict[str, Any]) -> CheckResult:
    """Whether the application is set as the bot needs it."""
    if url := about.get("interactions_endpoint_url"):
        return failed(
            "application",
            f"Its Interactions Endpoint URL is set ({url}), so the bot hears no command: empty that field "
            f"at {PORTAL} (General Information).",
        )
    if about.get("bot_require_code_grant"):
        return failed(
            "application",
            f"“Requires OAuth2 Code Grant” is on, so the link of the README can't invite the bot: turn it "
            f"off at {PORTAL} (Bot).",
        )
    flags = discord.ApplicationFlags._from_value(int(about.get("flags") or 0))
    asked = [
        title
        for title, names in (
            ("Presence", ("gateway_presence", "gateway_presence_limited")),
            ("Server Members", ("gateway_guild_members", "gateway_guild_members_limited")),
            ("Message Content", ("gateway_message_content", "gateway_message_content_limited")),
        )
        if any(getattr(flags, name) for name in names)
    ]
    if asked:
        words = f"The bot needs no privileged intent; {', '.join(asked)} may be turned off."
        return passed("application", words)
    return passed("application", "No privileged intent is on, and none is needed.")


async def commands(caller: Caller, settings: Settings, application_id: str) -> CheckResult:
    """Whether Discord has the commands of this release."""
    # Only the list of commands is looked at: nothing is opened.
    bot = CaptainsTable(Store(settings.database_url))
    try:
        for cog in COGS:
            await bot.load_extension(cog)
        ours = {(command.to_dict(bot.tree)["type"], command.name) for command in bot.tree.get_commands()}
    finally:
        await bot.close()
    listed = await caller.get(f"/applications/{application_id}/commands")
    theirs = {(command.get("type", 1), command["name"]) for command in listed}
    if not theirs:
        return passed("commands", "Discord has none so far; the first start tells them.")
    if ours != theirs:
        return passed("commands", "Discord has those of another release; the next start tells the new.")
    return passed("commands", f"Discord has all {len(ours)}.")


async def servers(caller: Caller, application_id: str) -> AsyncIterator[CheckResult]:
    """Whether the bot has in each server what its invitation asks for."""
    link = (
        f"https://discord.com/oauth2/authorize?client_id={application_id}&scope=bot+applications.commands"
        f"&permissions={channels.PERMISSIONS.value}"
    )
    count, after, lacking = 0, "0", 0
    while True:
        page = await caller.get("/users/@me/guilds", limit=str(PAGE), after=after)
        for server in page:
            allowed = discord.Permissions(int(server["permissions"]))
            missing = () if allowed.administrator else channels.missing_permissions(allowed, threads=True)
            if missing:
                lacking += 1
                words = f"In “{server['name']}” the bot lacks {', '.join(missing)}: give its role that."
                yield failed("server", words)
        count += len(page)
        if len(page) < PAGE:
            break
        after = page[-1]["id"]
        # No more than one page a second: the bot itself has the same token.
        await asyncio.sleep(1)
    if not count:
        yield passed("servers", f"None so far. Invite the bot: {link}")
    elif not lacking:
        every = "1 server" if count == 1 else f"{count} servers"
        yield passed("servers", f"The bot has what it needs in {every}; channels may differ (/doctor).")
