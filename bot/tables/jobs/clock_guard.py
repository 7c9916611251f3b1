"""A clock that is not led astray when the machine's clock jumps."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from bot.tables.model.pace import MINUTE

LOG: Final = logging.getLogger(__name__)
ASTRAY: Final = 5 * MINUTE
"""How far the machine's clock may go from its own counter of seconds before it is not believed at once."""
SETTLE_S: Final = 60.0
"""Seconds for which it must then go evenly."""


class JumpGuardedClock:
    """The wall's clock, in milliseconds since 1970; after a jump the time it would have been.

    A clock that is set wrong for a moment thus dates no action and ends no turn. One that stays where it
    jumped to was set right (or the machine slept), and is believed after ``patience`` seconds; the
    deadlines then give back the time between. The first reading is believed, since there is no other.
    """

    def __init__(
        self,
        wall: Callable[[], int],
        monotonic: Callable[[], float] = time.monotonic,
        *,
        patience: float = SETTLE_S,
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._patience = patience
        self._trusted = self._strange = (wall(), monotonic())
        """A reading with its second, in the clock that is believed; in the one that it jumped to."""
        self._since: float | None = None
        """The second since when that other clock goes evenly; None while there is none."""

    def __call__(self) -> int:
        wall, second = self._wall(), self._monotonic()
        expected = _carried(self._trusted, second)
        if abs(wall - expected) <= ASTRAY:
            self._since = None
            self._trusted = (wall, second)
            return wall
        if self._since is None or abs(wall - _carried(self._strange, second)) > ASTRAY:
            LOG.warning("the machine's clock has jumped: it is not believed until it goes evenly")
            self._since = second
        self._strange = (wall, second)
        if second - self._since < self._patience:
            return expected
        LOG.warning("the machine's clock goes evenly again: it is believed")
        self._since = None
        self._trusted = self._strange
        return wall


def _carried(reading: tuple[int, float], second: float) -> int:
    """What a clock must show at a second, after it showed ``reading``."""
    wall, before = reading
    return wall + int((second - before) * 1000)
