"""What discord.py has no setting for: pruning its rate limits, which objects it makes, and what it logs.

discord.py keeps a record for each channel and kind of request for five minutes, and with more than 256 of
them looks through all for each new one: at a hundred turns a second, tens of thousands of records hundreds of
times a second. Here that happens every ten seconds. Only this module knows discord.py's private parts.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

import discord
from discord.http import HTTPClient, Ratelimit

from .discord_errors import ALREADY_ACKNOWLEDGED, INTERACTION_EXPIRED, unanswered

PRUNE_PAUSE_S: Final = 10.0
"""Seconds between two prunings; a record unused for as long is removed."""
CLIENT_PARTS: Final = ("_buckets", "_try_clear_expired_ratelimits")
"""The attributes of a client that are read or replaced."""
RECORD_PARTS: Final = frozenset({"_last_request", "_loop", "_pending_requests", "expires", "outgoing"})
"""The attributes of a record that are read."""


def prune_rate_limits(http: HTTPClient, now: Callable[[], float] = time.monotonic) -> None:
    """Make ``http`` prune its records every few seconds instead of with each new one."""
    if not all(hasattr(http, name) for name in CLIENT_PARTS) or not set(Ratelimit.__slots__) >= RECORD_PARTS:
        return
    looked = now()

    def look() -> None:
        nonlocal looked
        if now() - looked < PRUNE_PAUSE_S:
            return
        looked = now()
        for key in [key for key, record in http._buckets.items() if _over(record)]:
            del http._buckets[key]

    http._try_clear_expired_ratelimits = look  # type: ignore[method-assign]


def _over(record: Ratelimit) -> bool:
    """Whether a record is unused and its limit has ended."""
    idle = record._loop.time() - record._last_request >= PRUNE_PAUSE_S
    known = record.expires is not None and not record.is_expired()
    return idle and not known and not record.outgoing and not record._pending_requests


class _Pressed(discord.Message):
    """A message with a button that was pressed."""

    __slots__ = ()


def leave_out_components() -> None:
    """Make no objects of the components of messages that are pressed or answered with: nobody reads them."""
    discord.interactions.Message = _Pressed  # type: ignore[attr-defined]
    for kind in (_Pressed, discord.InteractionMessage, discord.WebhookMessage):
        # It takes the components, as what discord.py has there does, and makes nothing of them.
        kind._handle_components = staticmethod(bool)  # type: ignore[assignment]


def hush_unanswered_autocomplete() -> None:
    """Keep tracebacks out of the log when suggestions come too late or not at all: people type on.

    Of another fault, discord.py's line leaves out who typed.
    """
    logging.getLogger("discord.app_commands.tree").addFilter(_is_fault)


def _is_fault(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(record.args, tuple) and "User: %s" in str(record.msg):
        record.msg, record.args = "autocomplete failed for %r", record.args[:1]
    late = (*INTERACTION_EXPIRED, ALREADY_ACKNOWLEDGED)
    return not (unanswered(error) or (isinstance(error, discord.HTTPException) and error.code in late))
