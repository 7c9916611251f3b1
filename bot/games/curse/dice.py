"""The dice of a game with a seed: the n-th roll is a pure, stable function of the seed (rulings, head).

The bytes of SHA-256 over ``captains-curse:SEED:N:BLOCK`` (decimal numbers, N from 0, BLOCK from 0) are read
in order; the first one below 252 = 7 × 36 gives the roll, as white = byte mod 36 div 6 + 1 and
black = byte mod 6 + 1. Larger bytes are passed over, so that all 36 rolls are equally likely.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from typing import Final

from .actions import Roll

ROLLS: Final = tuple(Roll(white, black) for white in range(1, 7) for black in range(1, 7))
"""All 36 outcomes, by white, then black."""
FAIR: Final = 256 - 256 % len(ROLLS)


def seeded_roll(seed: int, number: int) -> Roll:
    """The roll with this ``number``, from 0, of the game with this ``seed``."""
    for block in count():
        for byte in sha256(f"captains-curse:{seed}:{number}:{block}".encode("ascii")).digest():
            if byte < FAIR:
                return ROLLS[byte % len(ROLLS)]
    raise AssertionError("unreachable: count() never ends")
