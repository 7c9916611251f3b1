"""Ranges of shards, which divide servers among the processes that share a database."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

WRITTEN: Final = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?/([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards ``first`` to ``last`` of ``count``.

    A server is on shard ``(server >> 22) % count``; everything outside servers is on shard 0.
    """

    first: int
    last: int
    count: int

    @classmethod
    def read(cls, text: str) -> ShardRange:
        """Parse a range as a host writes it: ``0-3/8`` for shards 0 to 3 of 8, ``5/8`` for one shard.

        :raises ValueError: when it isn't a valid range.
        """
        found = WRITTEN.fullmatch(text.strip())
        first, last, count = (int(number or found[1]) for number in found.groups()) if found else (0, 0, 0)
        if not first <= last < count:
            raise ValueError(
                "Shards are written as 0-3/8, for the shards 0 to 3 of 8; the first one has the number 0."
            )
        return cls(first, last, count)

    def __str__(self) -> str:
        numbers = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{numbers}/{self.count}"

    @property
    def whole(self) -> bool:
        """Whether this is all shards."""
        return self.last - self.first + 1 == self.count

    @property
    def shards(self) -> range:
        """The shards' numbers."""
        return range(self.first, self.last + 1)

    def holds(self, guild: int | None) -> bool:
        """Whether a server, or None for anything outside servers, is on one of these shards."""
        return ((guild or 0) >> 22) % self.count in self.shards

    def holding(self, guild: sa.ColumnElement[int] | sa.ColumnElement[int | None]) -> sa.ColumnElement[bool]:
        """The SQL condition for :meth:`holds` on a column."""
        if self.whole:
            return sa.true()
        # PostgreSQL's bigint >> takes only an integer.
        by = sa.literal(22, sa.Integer)
        number = sa.func.coalesce(guild, 0, type_=sa.BigInteger).bitwise_rshift(by) % self.count
        return number.between(self.first, self.last)

    @property
    def phrase(self) -> str:
        """The range as part of a sentence."""
        if self.whole:
            return "all shards"
        return f"{'shard' if self.first == self.last else 'shards'} {self}"

    def overlaps(self, other: ShardRange) -> bool:
        """Whether a server could be on both; always possible with different shard counts."""
        apart = self.last < other.first or other.last < self.first
        return self.count != other.count or not apart


ALL_SHARDS: Final = ShardRange(0, 0, 1)
"""All servers, whatever the number of shards."""


def runs(shards: Sequence[int], count: int) -> list[ShardRange]:
    """Ascending ``shards`` of ``count`` as the fewest possible ranges."""
    found: list[ShardRange] = []
    for shard in shards:
        if found and found[-1].last == shard - 1:
            found[-1] = ShardRange(found[-1].first, shard, count)
        else:
            found.append(ShardRange(shard, shard, count))
    return found
