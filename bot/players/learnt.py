"""Learnt files: the tables that a computer player has learnt by playing itself, as whole numbers.

A file begins with a line of text, ``learnt GAME VERSION SHA256``. After it comes what the checksum is of:
the numbers of all tables, one after the other, as 16-bit little-endian integers, compressed by zlib. Sums of
whole numbers are the same on every machine, in whatever order they are added.

``python -m tests.players.train GAME`` makes them.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Final, TypeAlias
from zlib import compress, decompressobj, error

from data.files import UnreadableFile, unpacked

UNIT: Final = 256
"""What stands for 1 in a file."""
NUMBER: Final = array("h").itemsize

Tables: TypeAlias = tuple["array[int]", ...]


@dataclass(frozen=True)
class LearntFile:
    """A learnt file in the folder of a game's player."""

    game: str
    """The game's key."""
    version: int
    """Raised when its tables mean something else."""
    sizes: tuple[int, ...]
    """How many numbers each table has."""
    name: str = "learnt.bin"

    def read(self) -> Tables:
        """The tables.

        :raises UnreadableFile: when the file is missing, cut, changed or of another version.
        """
        return unpacked(f"bot.players.{self.game}", self.name, self.unpack)

    @property
    def fault(self) -> str:
        """Why the file can't be read; empty if it can."""
        try:
            self.read()
        except UnreadableFile as fault:
            return str(fault)
        return ""

    def unpack(self, data: bytes) -> Tables:
        """The tables in the bytes of a file.

        :raises ValueError: when they aren't those of this version, whole and unchanged.
        """
        head, _, packed = data.partition(b"\n")
        if not head.startswith(self._head):
            raise ValueError(f"it isn’t of version {self.version}")
        if head != self._head + sha256(packed).hexdigest().encode():
            raise ValueError("it’s cut or changed")
        length, reader = NUMBER * sum(self.sizes), decompressobj()
        try:
            found = reader.decompress(packed, length + 1)
        except error as fault:
            raise ValueError(str(fault)) from fault
        if len(found) != length or not reader.eof:
            raise ValueError("its tables have other sizes")
        numbers = array("h", found)
        if sys.byteorder == "big":
            numbers.byteswap()
        ends = [sum(self.sizes[: place + 1]) for place in range(len(self.sizes))]
        return tuple(numbers[end - size : end] for end, size in zip(ends, self.sizes, strict=True))

    def pack(self, tables: Sequence[Iterable[int]]) -> bytes:
        """The bytes of a file with these tables.

        :raises OverflowError: when a number has more than 16 bits.
        """
        numbers = array("h", [number for table in tables for number in table])
        if sys.byteorder == "big":
            numbers.byteswap()
        packed = compress(numbers.tobytes(), 9)
        return self._head + sha256(packed).hexdigest().encode() + b"\n" + packed

    @property
    def _head(self) -> bytes:
        return f"learnt {self.game} {self.version} ".encode()


def lanes(numbers: Iterable[int], width: int) -> int:
    """One integer that has each number in a lane of ``width`` bits, the first in the lowest.

    Adding such integers adds all their numbers at once; each sum has to fit in its lane.
    """
    return sum(number << width * lane for lane, number in enumerate(numbers))


@cache
def tables(file: LearntFile) -> Tables | None:
    """The tables of ``file``, kept; None if it can't be read, which the thinkers log and the doctor tells."""
    try:
        return file.read()
    except UnreadableFile:
        return None
