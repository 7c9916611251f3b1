"""Ranges of shards: which servers a process serves, where several processes share one database."""

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

    Discord tells of a server on shard ``(server >> 22) % count``, and on shard 0 of all that is in none.
    """

    first: int
    last: int
    count: int

    @classmethod
    def read(cls, text: str) -> ShardRange:
        """A part as a host writes it: ``0-3/8`` for shards 0 to 3 of 8, ``5/8`` for one.

        :raises ValueError: when it is none.
        """
        found = WRITTEN.fullmatch(text.strip())
        first, last, count = (int(number or found[1]) for number in found.groups()) if found else (0, 0, 0)
        if not first <= last < count:
            raise ValueError(
                "shards are written as 0-3/8, for the shards 0 to 3 of 8; the first one has the number 0"
            )
        return cls(first, last, count)

    def __str__(self) -> str:
        numbers = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{numbers}/{self.count}"

    @property
    def whole(self) -> bool:
        """Whether nothing is left to other processes."""
        return self.last - self.first + 1 == self.count

    @property
    def shards(self) -> range:
        """The numbers of the shards."""
        return range(self.first, self.last + 1)

    def holds(self, guild: int | None) -> bool:
        """Whether a server is on one of these shards; None: what is in no server."""
        return ((guild or 0) >> 22) % self.count in self.shards

    def holding(self, guild: sa.ColumnElement[int] | sa.ColumnElement[int | None]) -> sa.ColumnElement[bool]:
        """:meth:`holds` for a column."""
        if self.whole:
            return sa.true()
        # PostgreSQL shifts a bigint by an integer only.
        by = sa.literal(22, sa.Integer)
        number = sa.func.coalesce(guild, 0, type_=sa.BigInteger).bitwise_rshift(by) % self.count
        return number.between(self.first, self.last)

    @property
    def phrase(self) -> str:
        """The part in a sentence."""
        if self.whole:
            return "all shards"
        return f"{'shard' if self.first == self.last else 'shards'} {self}"

    def overlaps(self, other: ShardRange) -> bool:
        """Whether the two may look after the same server."""
        apart = self.last < other.first or other.last < self.first
        return self.count != other.count or not apart


ALL_SHARDS: Final = ShardRange(0, 0, 1)
"""All servers, however many shards they are told of on."""


def runs(shards: Sequence[int], count: int) -> list[ShardRange]:
    """Ascending ``shards`` of ``count``, as few parts as possible."""
    found: list[ShardRange] = []
    for shard in shards:
        if found and found[-1].last == shard - 1:
            found[-1] = ShardRange(found[-1].first, shard, count)
        else:
            found.append(ShardRange(shard, shard, count))
    return found
