"""Rate limits: what discord.py remembers of Discord's, let go of when it says nothing any more.

discord.py keeps a record for each channel and kind of request for five minutes, and with more than 256 of
them goes through all for each new one: with a hundred turns a second ten thousands of them, hundreds of times
a second. Here they are gone through now and then, and those go whose time is over. This is the one place
that knows how discord.py keeps them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from discord.http import HTTPClient, Ratelimit

EVERY: Final = 10.0
"""Seconds between two looks through the records; one that nobody used for as long may go."""

HELD: Final = ("_buckets", "_try_clear_expired_ratelimits")
"""What is read of a client, and what is replaced."""
KEPT: Final = frozenset({"_last_request", "_loop", "_pending_requests", "expires", "outgoing"})
"""What is read of a record."""


def prune_rate_limits(http: HTTPClient, now: Callable[[], float] = time.monotonic) -> None:
    """Let ``http`` look through its records now and then instead of each time that there is a new one."""
    if not all(hasattr(http, name) for name in HELD) or not set(Ratelimit.__slots__) >= KEPT:
        return
    looked = now()

    def look() -> None:
        nonlocal looked
        if now() - looked < EVERY:
            return
        looked = now()
        for key in [key for key, record in http._buckets.items() if _over(record)]:
            del http._buckets[key]

    http._try_clear_expired_ratelimits = look  # type: ignore[method-assign]


def _over(record: Ratelimit) -> bool:
    """Whether nothing waits for it or is under way, and what it says of the past is no longer so."""
    idle = record._loop.time() - record._last_request >= EVERY
    known = record.expires is not None and not record.is_expired()
    return idle and not known and not record.outgoing and not record._pending_requests
