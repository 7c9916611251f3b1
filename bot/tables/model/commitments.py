"""Commitments, by which anybody can check that a secret placement wasn't changed afterwards.

The log stores a commitment with each secret placement: a random salt and a digest. The digest is published
at once, the salt when the game is over. The digest is the SHA-256 of one line of text, in UTF-8 and without
a line break: salt, the word ``table`` and the table's number, seat, placement in the game's notation, such as

    00112233445566778899aabbccddeeff table 214 south mines b2 d3 f4 h5 j6
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.games.core import Placement, RulesError, Seat
from data.store.records import Event

from .table import Commitment, Table

SALT_BITS: Final = 128
"""Enough to keep anybody from finding a placement by trying them all."""
_TEXT: Final = re.compile(r"([0-9a-f]{32}) ([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class ShownCommitment:
    """A commitment as it may be shown to everybody."""

    seat: Seat
    verb: str
    """What was placed, such as ``mines``."""
    digest: str
    line: str | None = None
    """The text with that digest; None until the game is over."""

    @property
    def holds(self) -> bool:
        """Whether the opened commitment matches what was played."""
        return self.line is not None and digest_of(self.line) == self.digest


def committed_line(salt: str, table: int, seat: str, placement: str) -> str:
    """The text to digest."""
    return f"{salt} table {table} {seat} {placement}"


def digest_of(line: str) -> str:
    """The SHA-256 of a line, in hexadecimal."""
    return hashlib.sha256(line.encode()).hexdigest()


def commit(table: Table, played: Event, rng: Random) -> tuple[Event, ...]:
    """The commitment to ``played``, with a salt from ``rng``; empty unless it is a placement."""
    seat = Seat(played.seat)
    if not isinstance(table.legal(seat), Placement):
        return ()
    salt = f"{rng.getrandbits(SALT_BITS):032x}"
    digest = digest_of(committed_line(salt, table.id, seat, played.text))
    return (Event("seal", seat, text=f"{salt} {digest}", at=played.at),)


def read(event: Event, table: Table) -> Commitment:
    """The commitment in ``event``, to the placement that was played last at ``table``.

    :raises RulesError: when the event is malformed.
    """
    found = _TEXT.fullmatch(event.text)
    if found is None or not table.turns:
        raise RulesError("The log contains a broken seal.")
    last = table.turns[-1]
    return Commitment(last.seq, Seat(event.seat), str(last.action), found[1], found[2])


def openings(table: Table) -> tuple[ShownCommitment, ...]:
    """All commitments of the table as anybody may see them now; opened once the game has an outcome."""
    over = table.outcome is not None
    return tuple(
        ShownCommitment(
            seal.seat,
            seal.placement.split()[0],
            seal.digest,
            committed_line(seal.salt, table.id, seal.seat, seal.placement) if over else None,
        )
        for seal in table.commitments
    )


def just_made(table: Table) -> tuple[ShownCommitment, ...]:
    """The commitments that the newest card mentions: all so far, if the latest action is a placement."""
    if not table.commitments or not table.turns or table.turns[-1].seq != table.commitments[-1].seq:
        return ()
    return openings(table)
