"""A clock that doesn't follow the machine's clock when that jumps for a moment."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from bot.tables.model.pace import MINUTE

LOG: Final = logging.getLogger(__name__)
MAX_DRIFT_MS: Final = 5 * MINUTE
"""A larger difference between the wall clock and the monotonic one is a jump."""
SETTLE_S: Final = 60.0
"""Seconds for which the wall clock must go evenly after a jump."""


class JumpGuardedClock:
    """The wall clock, in milliseconds since 1970; after a jump the time it would have shown without one.

    So a clock that is wrong for a moment dates no action and ends no turn. If it stays where it jumped to for
    ``patience`` seconds, it was set right or the machine slept: then it is believed, and the scheduler gives
    back the time between.
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
        """Wall and monotonic time of the last reading that is believed; of the last one after a jump."""
        self._since: float | None = None
        """The monotonic time since which the clock goes evenly after a jump; None without a jump."""

    def __call__(self) -> int:
        wall, second = self._wall(), self._monotonic()
        expected = _carried(self._trusted, second)
        if abs(wall - expected) <= MAX_DRIFT_MS:
            self._since = None
            self._trusted = (wall, second)
            return wall
        if self._since is None or abs(wall - _carried(self._strange, second)) > MAX_DRIFT_MS:
            LOG.warning("the machine's clock has jumped; it is ignored until it has gone evenly for a minute")
            self._since = second
        self._strange = (wall, second)
        if second - self._since < self._patience:
            return expected
        LOG.warning("the machine's clock goes evenly again and is used")
        self._since = None
        self._trusted = self._strange
        return wall


def _carried(reading: tuple[int, float], second: float) -> int:
    """The wall time expected at the monotonic time ``second``, from an earlier ``reading``."""
    wall, before = reading
    return wall + int((second - before) * 1000)
