"""Numbers as Discord gives them: of servers, channels, people, and of things that are new."""

from __future__ import annotations

import time
from itertools import count
from typing import Final

EPOCH: Final = 1_420_070_400_000
"""When Discord's numbers begin, in milliseconds since 1970."""
BOT: Final = 10**18
ROLE: Final = 10**18 + 1
COMMANDS: Final = 2 * 10**18


class Numbers:
    """A source of numbers, the fresh ones given at the time ``at``."""

    def __init__(self, at: int) -> None:
        self._fresh = count(((at - EPOCH) << 22) + 1)
        self._presses = count(2, 2)

    def fresh(self) -> int:
        """A number that nothing has."""
        return next(self._fresh)

    def of_press(self) -> int:
        """The number of a press that is made now; the one before it is its private card's."""
        return ((time.time_ns() // 1_000_000 - EPOCH) << 22) + next(self._presses)

    def server(self, place: int) -> int:
        """The number of a server."""
        return 3 * 10**17 + place

    def channel(self, place: int, at: int) -> int:
        """The number of one of a server's channels."""
        return 4 * 10**17 + place * 100 + at

    def person(self, place: int, member: int) -> int:
        """The number of one of a server's members."""
        return 5 * 10**17 + place * 1000 + member
