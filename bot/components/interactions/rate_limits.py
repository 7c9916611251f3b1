"""Restraint: how often one person, and one channel, may ask for what costs. Never in the way of a turn.

Pictures that only one person sees, films, files and new tables are counted; **Move**, what it leads to and
all that changes a table are not. Nobody who plays in haste comes near these numbers.
"""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord.app_commands import Cooldown

from bot.tables.errors import TableError
from bot.tables.model.table import Person
from bot.tables.people.display_names import escape_markdown

MAX_COUNTS: Final = 4096
"""Counts that are kept, the latest used; the rest begins anew."""
AT_ONCE: Final = 2
"""Films that are made at the same time: they take all of a processor."""
QUEUED: Final = 20
"""Films that may wait: the last still comes within the 15 minutes that Discord allows for an answer."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How often something may be asked for, by each person and by all in one channel."""

    person: int
    channel: int
    seconds: float


ALLOWANCES: Final[Mapping[str, Allowance]] = {
    "picture": Allowance(40, 200, 20),
    "film": Allowance(4, 12, 60),
    "file": Allowance(12, 60, 60),
    "table": Allowance(20, 200, 60),
    "list": Allowance(6, 12, 60),
}
"""What costs, by its kind."""
PAIRS: Final[Mapping[str, tuple[int, str]]] = {
    "request": (5, "You’ve asked {name} for a lot lately. You can ask again <t:{moment}:R>."),
    "challenge": (3, "You’ve challenged {name} a lot lately. You can do it again <t:{moment}:R>."),
}
"""How often one person may ask another within ``PAIR_SECONDS``, and what they are told after that."""
PAIR_SECONDS: Final = 600.0
PRESSES: Final = {
    **dict.fromkeys(("view", "chart", "mark", "page", "leaf", "review", "leap"), "picture"),
    "replay": "film",
    "record": "file",
    "export": "file",
    "challenge": "table",
    "mend": "list",
}
"""The kinds of the buttons that cost, by verb."""
COMMANDS: Final = {
    "board": "picture",
    "rules": "picture",
    "mark": "picture",
    "table replay": "film",
    "table record": "file",
    "privacy export": "file",
    "server board": "list",
    "doctor": "list",
}
"""The kinds of the commands that cost; each game's ``start`` opens a table."""


class RateLimiter:
    """Counts of what was asked for of late."""

    def __init__(self, allowed: Mapping[str, Allowance] = ALLOWANCES) -> None:
        self._allowed = allowed
        self._counts: OrderedDict[tuple[str, str, int], Cooldown] = OrderedDict()
        self._film_slots = asyncio.Semaphore(AT_ONCE)
        self._films = 0
        """Films that are made or wait."""

    def __len__(self) -> int:
        return len(self._counts)

    def require(self, kind: str | None, person: int, channel: int | None, now: int) -> None:
        """Count one more of ``kind`` (None costs nothing) at ``now``, in milliseconds since 1970.

        :raises TableError: when there were too many, with when there may be another.
        """
        allowed = self._allowed.get(kind or "")
        if kind is None or allowed is None:
            return
        waits = [self._count((kind, "person", person), allowed.person, allowed.seconds, now)]
        if waits == [0.0] and channel is not None:
            waits.append(self._count((kind, "channel", channel), allowed.channel, allowed.seconds, now))
        if wait := max(waits):
            whose = "" if len(waits) == 1 else " in this channel"
            moment = math.ceil(now / 1000 + wait)
            raise TableError(f"That was a lot in a short time{whose}. Try again <t:{moment}:R>.")

    def require_pair(self, kind: str, asker: int, other: Person, now: int) -> None:
        """Count one more request or challenge (``kind``) of ``asker`` to ``other`` at ``now`` (milliseconds).

        :raises TableError: when there were too many that ``other`` did not accept, with when they may go on.
        """
        most, refusal = PAIRS[kind]
        if wait := self._count((kind, f"of {other.id}", asker), most, PAIR_SECONDS, now):
            raise TableError(
                refusal.format(name=escape_markdown(other.name), moment=math.ceil(now / 1000 + wait))
            )

    def agreed(self, kind: str, asker: int, other: int) -> None:
        """Begin to count anew: ``other`` has agreed to what ``asker`` wanted."""
        self._counts.pop((kind, f"of {other}", asker), None)

    def _count(self, key: tuple[str, str, int], most: int, seconds: float, now: int) -> float:
        """How many seconds are to be waited; 0 when it counts."""
        cooldown = self._counts.setdefault(key, Cooldown(most, seconds))
        self._counts.move_to_end(key)
        if len(self._counts) > MAX_COUNTS:
            self._counts.popitem(last=False)
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
        """While a film is made: ``AT_ONCE`` at the same time, ``QUEUED`` more wait for their turn.

        :raises TableError: when that many wait already.
        """
        if self._films >= AT_ONCE + QUEUED:
            raise TableError("Many replays are being painted right now. Try again in a few minutes.")
        self._films += 1
        try:
            async with self._film_slots:
                yield
        finally:
            self._films -= 1


def kind_of(interaction: discord.Interaction[Any]) -> str | None:
    """What a slash command costs; None for nothing."""
    command = interaction.command
    name = command.qualified_name if command is not None else ""
    return "table" if name.endswith(" start") else COMMANDS.get(name)
