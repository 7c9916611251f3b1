"""Whose language is spoken: what one person sees is in theirs, what everybody sees in the server's.

A person's language is the one that they chose, else that of their Discord when they were last here; a
server's is the one that its rules name, else its own. They are set where work begins: at the
front door (whoever asks), in the publisher (everybody), and wherever something is sent to somebody else.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

import discord
import structlog
from cachetools import LRUCache

from bot.languages import ENGLISH, closest
from bot.people.preferences import AS_DISCORD, HEARD, LANGUAGE
from bot.people.settings import change, load
from bot.tables import server_rules
from bot.tables.model.table import Table
from bot.tables.service import TableService

log: Final = structlog.get_logger(__name__)
ASKED: Final = "language"
"""Where an interaction keeps the language of whoever asks, once that was read."""
CACHE_SIZE: Final = 16_384
"""People and servers of whom something is known that isn't stored."""


class Languages:
    """The languages of people and servers."""

    def __init__(self, service: TableService, native: Callable[[int], str] = lambda _server: ENGLISH) -> None:
        self._store = service.store
        self.unstored: LRUCache[int, str] = LRUCache(CACHE_SIZE)
        """What people's Discord speaks now, where that isn't stored yet."""
        self._native: LRUCache[int, str] = LRUCache(CACHE_SIZE)
        """What Discord said last of each server's own."""
        self.native = native
        """A server's own language, where nobody has pressed anything yet."""

    async def of_person(self, person: int) -> str:
        """The language in which the bot talks to ``person``."""
        stored = await load(self._store, person)
        chosen, heard = stored[LANGUAGE], self.unstored.get(person, stored[HEARD])
        return heard if chosen == AS_DISCORD else chosen

    async def of_server(self, server: int) -> str:
        """The language of what everybody sees in ``server``."""
        ruled = (await server_rules.load(self._store, server)).language
        return ruled or self._native.get(server) or self.native(server)

    async def of_table(self, table: Table) -> str:
        """The language of what everybody sees of ``table``; in direct messages, that of its host."""
        if table.address.guild is None:
            return await self.of_person(table.header.host)
        return await self.of_server(table.address.guild)

    async def of_everybody(self, interaction: discord.Interaction) -> str:
        """The language of what everybody sees where somebody pressed or typed."""
        if interaction.guild_id is None:
            return await self.of_person(interaction.user.id)
        return await self.of_server(interaction.guild_id)

    async def of_asker(
        self, interaction: discord.Interaction, table_id: int | None = None, *, within_s: float | None = None
    ) -> str:
        """The language of somebody who pressed or typed, at a table; what their Discord speaks is noted.

        If the database can't say what they chose, or not ``within_s`` seconds, it's that of their Discord.
        """
        if ASKED in interaction.extras:
            return str(interaction.extras[ASKED])
        person, heard = interaction.user.id, closest(str(interaction.locale.value))
        interaction.extras[ASKED] = heard
        if interaction.guild_id is not None and interaction.guild_locale is not None:
            self._native[interaction.guild_id] = closest(str(interaction.guild_locale.value))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                interaction.extras[ASKED] = await self.of_somebody(person, heard, table_id)
        return str(interaction.extras[ASKED])

    async def of_somebody(self, person: int, heard: str, table_id: int | None = None) -> str:
        """The language of ``person`` at a table, whose Discord speaks ``heard``, which is noted."""
        try:
            stored = await load(self._store, person, table_id)
        except Exception:
            log.exception("couldn't read in which language somebody wants to be answered")
            return heard
        if stored[HEARD] != heard:
            self.unstored[person] = heard
        return heard if stored[LANGUAGE] == AS_DISCORD else stored[LANGUAGE]

    async def store_heard(self, person: int) -> None:
        """Store what the Discord of somebody speaks, if that is new; they have their answer already."""
        if (heard := self.unstored.get(person)) is None:
            return
        try:
            await change(self._store, person, {HEARD: heard})
        except Exception:
            # The next press tries again.
            log.exception("couldn't store which language somebody's Discord speaks")
        self.unstored.pop(person, None)

    def forget(self, person: int) -> None:
        """Somebody is forgotten."""
        self.unstored.pop(person, None)
