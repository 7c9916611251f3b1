"""Whom the host has banned: they get a sentence, and nothing else happens."""

from __future__ import annotations

from collections.abc import Mapping

from data.store.queries import bans
from data.store.store import Store

from .errors import TableError


class Bans:
    """The reasons of all bans, as they were at the last look."""

    def __init__(self) -> None:
        self._people: Mapping[int, str] = {}
        self._servers: Mapping[int, str] = {}

    async def look(self, store: Store) -> None:
        """Read them."""
        self._people = await bans.reasons(store, "person")
        self._servers = await bans.reasons(store, "server")

    def require_none(self, person: int, server: int | None) -> None:
        """Refuse a banned ``person``, and anybody in a banned ``server``.

        :raises TableError: with the host's reason.
        """
        if reason := self._people.get(person):
            raise TableError(
                "The bot’s host has banned you from this bot: {reason}\nIf you think that’s a mistake, write "
                "to the host. Only `/privacy` still works for you.",
                reason=reason,
            )
        if server is not None and (reason := self._servers.get(server)):
            raise TableError(
                "The bot’s host has banned this server from this bot: {reason}\nIf you think that’s a "
                "mistake, write to the host. Only `/privacy` still works here.",
                reason=reason,
            )
