"""A clock that ignores brief jumps of the machine's clock."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from bot.tables.model.pace import MINUTE

LOG: Final = logging.getLogger(__name__)
MAX_DRIFT_MS: Final = 5 * MINUTE
"""A larger difference between the wall clock and the monotonic clock is a jump."""
SETTLE_S: Final = 60.0
"""Seconds for which the wall clock must run steadily after a jump."""


class JumpGuardedClock:
    """The wall clock, in milliseconds since 1970; after a jump, the time it would show without the jump.

    So a brief jump neither puts a wrong time on an action nor ends a turn. If the clock runs steadily for
    ``patience`` seconds after a jump, it was corrected or the machine was asleep. Then the new time is used,
    and the scheduler gives back the difference.
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
        """Wall and monotonic time of the last trusted reading, and of the last reading after a jump."""
        self._since: float | None = None
        """The monotonic time since which the clock has run steadily after a jump; None without a jump."""

    def __call__(self) -> int:
        wall, second = self._wall(), self._monotonic()
        expected = _carried(self._trusted, second)
        if abs(wall - expected) <= MAX_DRIFT_MS:
            self._since = None
            self._trusted = (wall, second)
            return wall
        if self._since is None or abs(wall - _carried(self._strange, second)) > MAX_DRIFT_MS:
            LOG.warning("the machine's clock has jumped; ignoring it until it has run steadily for a minute")
            self._since = second
        self._strange = (wall, second)
        if second - self._since < self._patience:
            return expected
        LOG.warning("the machine's clock is running steadily again; using it")
        self._since = None
        self._trusted = self._strange
        return wall

    def steady(self) -> int:
        """Milliseconds since some moment, by the clock that nobody sets."""
        return int(self._monotonic() * 1000)


def _carried(reading: tuple[int, float], second: float) -> int:
    """The wall time expected at the monotonic time ``second``, extrapolated from an earlier ``reading``."""
    wall, before = reading
    return wall + int((second - before) * 1000)
