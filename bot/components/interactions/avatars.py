"""The pictures of accounts, for pictures of people: kept in memory for an hour, never waited for long."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

import discord
from cachetools import LRUCache, TTLCache

from .discord_errors import CONNECTION_ERRORS

SIDE: Final = 128
"""Pixels across, as Discord scales them."""
MOST_BYTES: Final = 80_000
"""Of one picture; a larger one isn't shown."""
MOST_PEOPLE: Final = 1000
MOST_KEPT: Final = 64
KEPT_S: Final = 3600.0
WITHIN_S: Final = 0.5
"""How long a card waits for the pictures that it lacks."""


class Avatars:
    """The accounts' pictures of people who have lately pressed or typed."""

    def __init__(self) -> None:
        self._assets: LRUCache[int, discord.Asset] = LRUCache(MOST_PEOPLE)
        self._kept: TTLCache[str, bytes] = TTLCache(MOST_KEPT, KEPT_S)
        """By address; empty if it couldn't be had."""

    def met(self, user: discord.abc.User) -> None:
        """Somebody appeared, with the picture that they have now, if any."""
        self._assets.pop(user.id, None)
        # What Discord may send in its place raises an AttributeError where it's read.
        if isinstance(asset := getattr(user, "avatar", None), discord.Asset):
            self._assets[user.id] = asset.replace(size=SIDE, format="png")

    async def of(self, people: Iterable[int]) -> dict[int, bytes]:
        """The pictures of ``people``, as PNG files; without those that can't be had in half a second."""
        found = {person: asset for person in people if (asset := self._assets.get(person)) is not None}
        lacking = {asset.url: asset for asset in found.values() if asset.url not in self._kept}
        await asyncio.gather(*map(self._fetch, lacking.values()))
        kept = {person: self._kept.get(asset.url, b"") for person, asset in found.items()}
        return {person: data for person, data in kept.items() if data}

    async def _fetch(self, asset: discord.Asset) -> None:
        data = b""
        try:
            async with asyncio.timeout(WITHIN_S):
                data = await asset.read()
        except (*CONNECTION_ERRORS, discord.DiscordException):
            # A letter is shown instead; the next hour tries again.
            pass
        self._kept[asset.url] = data if len(data) <= MOST_BYTES else b""

    def forget(self, person: int) -> None:
        """Somebody is forgotten."""
        if (asset := self._assets.pop(person, None)) is not None:
            self._kept.pop(asset.url, None)
