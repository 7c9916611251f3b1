"""Rate limits: how often one person, one channel and one server may ask for something expensive.

Pictures for one person, films, files, new tables, posts for everybody and autocomplete are counted; **Move**
and everything else that changes a table is not. Nobody who plays fast comes near these numbers.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import discord
import structlog
from cachetools import LRUCache
from discord.app_commands import Cooldown

from bot.languages import gettext_noop
from bot.people.display_names import escape_markdown
from bot.tables.errors import TableError
from bot.tables.model.seating import Person

log: Final = structlog.get_logger(__name__)
MAX_COUNTS: Final = 4096
"""Counts that are kept; the least recently used ones start again at zero."""
MAX_FILMS: Final = 2
"""Films that are made at the same time; each takes a whole processor."""
MAX_WAITING_FILMS: Final = 20
"""Films that may wait: the last one is ready within the 15 minutes that Discord allows for a reply."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How often something may be asked for within ``seconds``, by one person, in a channel, in a server."""

    person: int
    channel: int
    server: int
    seconds: float


Cost: TypeAlias = Literal["picture", "film", "file", "table", "list", "post", "autocomplete"]
"""What a button or command makes the bot do; None: nothing that is limited."""
ALLOWANCES: Final[Mapping[Cost, Allowance]] = {
    "picture": Allowance(40, 200, 600, 20),
    "film": Allowance(4, 12, 30, 60),
    "file": Allowance(12, 60, 150, 60),
    "table": Allowance(12, 120, 300, 600),
    "list": Allowance(6, 12, 30, 60),
    "post": Allowance(4, 12, 30, 60),
    "autocomplete": Allowance(100, 1000, 3000, 20),
}
TOO_MUCH: Final = {
    "person": gettext_noop("You’re going a bit fast. Try again {time}."),
    "channel": gettext_noop("There’s a lot going on in this channel. Try again {time}."),
    "server": gettext_noop("There’s a lot going on in this server. Try again {time}."),
}
"""What is said beyond each of its numbers."""
LOGGED_S: Final = 60.0
"""Seconds between two lines in the log about the same person."""
PAIR_PERIOD_S: Final = 600.0
"""Seconds within which it is counted what one person asks of another."""


@dataclass(frozen=True, slots=True)
class AskLimit:
    """How often one person may ask another for something within ``PAIR_PERIOD_S`` if it isn't granted."""

    kind: str
    most: int
    refusal: str
    """What is said after that, with the other's ``{name}`` and the ``{time}`` when it may be asked again."""


class RateLimiter:
    """Counts of recent requests."""

    def __init__(self, allowed: Mapping[Cost, Allowance] = ALLOWANCES) -> None:
        self._allowed = allowed
        self._counts: LRUCache[tuple[str, str, int], Cooldown] = LRUCache(MAX_COUNTS)
        self._film_slots = asyncio.Semaphore(MAX_FILMS)
        self.films = 0
        """Films that are being made or wait."""

    def __len__(self) -> int:
        return len(self._counts)

    def require(self, kind: Cost, asked: discord.Interaction, now: int) -> None:
        """Count one more of ``kind`` that was ``asked`` at ``now``, in milliseconds since 1970.

        :raises TableError: when there were too many; says when the next one is allowed.
        """
        if (allowed := self._allowed.get(kind)) is None:
            return
        person, server = asked.user.id, asked.guild_id
        counts = (
            ("person", person, allowed.person),
            ("channel", asked.channel_id, allowed.channel),
            ("server", server, allowed.server),
        )
        for of, number, most in counts:
            if number is None:
                continue
            if wait := self._count((kind, of, number), most, allowed.seconds, now):
                if not self._count(("log", "person", person), 1, LOGGED_S, now):
                    log.info("refused for speed", what=kind, limit=of, person=person, server=server)
                raise TableError(TOO_MUCH[of], time=f"<t:{math.ceil(now / 1000 + wait)}:R>")

    def ask(self, limit: AskLimit, asker: int, other: Person, now: int) -> None:
        """Count one more that ``asker`` asks of ``other`` at ``now`` (milliseconds since 1970).

        :raises TableError: when ``other`` has left too many unanswered; says when the next one is allowed.
        """
        if wait := self._count((limit.kind, f"of {other.id}", asker), limit.most, PAIR_PERIOD_S, now):
            again = f"<t:{math.ceil(now / 1000 + wait)}:R>"
            raise TableError(limit.refusal, name=escape_markdown(other.name), time=again)

    def agreed(self, limit: AskLimit, asker: int, other: int) -> None:
        """Start the count again, because ``other`` has agreed."""
        self._counts.pop((limit.kind, f"of {other}", asker), None)

    def _count(self, key: tuple[str, str, int], most: int, seconds: float, now: int) -> float:
        """Count one more. Returns the seconds to wait if there were too many, else 0."""
        cooldown = self._counts.setdefault(key, Cooldown(most, seconds))
        wait = cooldown.update_rate_limit(now / 1000) or 0.0
        if wait > seconds:
            # The machine's clock was set back.
            cooldown.reset()
            wait = cooldown.update_rate_limit(now / 1000) or 0.0
        return wait

    @property
    def films_wait(self) -> bool:
        """Whether a film that is asked for now has to wait for others."""
        return self._film_slots.locked()

    @asynccontextmanager
    async def making_film(self) -> AsyncIterator[None]:
        """Make a film inside, as soon as fewer than ``MAX_FILMS`` are being made.

        :raises TableError: when ``MAX_WAITING_FILMS`` wait already.
        """
        if self.films >= MAX_FILMS + MAX_WAITING_FILMS:
            raise TableError("Lots of replays are being made right now. Try again in a few minutes.")
        self.films += 1
        try:
            async with self._film_slots:
                yield
        finally:
            self.films -= 1
