"""Events that discord.py couldn't read: the host learns of them, and so does whoever waits for an answer."""

from __future__ import annotations

from typing import Any, Final

import structlog
from discord.http import HTTPClient, Route

from bot.languages import closest, gettext, speak

from .discord_errors import CONNECTION_ERRORS
from .languages import Languages
from .metrics import Metrics

log: Final = structlog.get_logger(__name__)
AUTOCOMPLETE: Final = 4
"""The type of the interactions that are answered with choices."""


class UnreadEvents:
    """What became of events that couldn't be read, since the bot started."""

    def __init__(self, languages: Languages, metrics: Metrics, http: HTTPClient) -> None:
        self._languages = languages
        self._metrics = metrics
        self._http = http
        self.count = 0
        self.servers: set[int] = set()
        """The servers that such events were about."""

    async def note(self, name: str, data: Any, error: Exception) -> None:
        """Log and count an event, and tell the person who pressed or typed something, if that was it."""
        self.count += 1
        self._metrics.unread_events.labels(name).inc()
        fields: dict[str, Any] = data if isinstance(data, dict) else {}
        server = fields.get("id" if name.startswith("GUILD_") and "guild_id" not in fields else "guild_id")
        if str(server).isdecimal():
            self.servers.add(int(str(server)))
        log.error("Discord sent an event that can't be read", name=name, server=server, exc_info=error)
        if name == "INTERACTION_CREATE":
            await self._answer(fields)

    async def _answer(self, interaction: dict[str, Any]) -> None:
        """Answer an interaction of which only its number and token need be known."""
        speak(await self._language(interaction))
        sentence = gettext(
            "The bot couldn’t read what Discord sent for this, so nothing has happened. Please try again. If "
            "it keeps happening, tell the bot’s host: the log has the details."
        )
        answer: dict[str, Any] = {"type": 4, "data": {"content": sentence, "flags": 64}}
        if interaction.get("type") == AUTOCOMPLETE:
            answer = {"type": 8, "data": {"choices": []}}
        path = "/interactions/{id}/{token}/callback"
        route = Route("POST", path, id=interaction.get("id"), token=interaction.get("token"))
        try:
            await self._http.request(route, json=answer)
        except CONNECTION_ERRORS as refused:
            log.warning("couldn't tell somebody that what they did can't be read", error=str(refused))

    async def _language(self, interaction: dict[str, Any]) -> str:
        """The language of whoever pressed or typed, as far as that can be read."""
        heard = closest(str(interaction.get("locale")))
        try:
            person = int((interaction.get("member") or interaction)["user"]["id"])
        except (LookupError, TypeError, ValueError):
            return heard
        return await self._languages.of_somebody(person, heard)
