"""What discord.py has no setting for: events that it can't read, pruning its rate limits, objects, logs.

discord.py keeps a record for each channel and kind of request for five minutes, and with more than 256 of
them looks through all for each new one: at a hundred turns a second, tens of thousands of records hundreds of
times a second. Here that happens every ten seconds. Only this module knows discord.py's private parts.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from typing import Any, Final

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import HTTPClient, Ratelimit
from discord.utils import MISSING

from bot.errors import Stopped

from .discord_errors import ALREADY_ACKNOWLEDGED, INTERACTION_EXPIRED, lost, unanswered

PRUNE_PAUSE_S: Final = 10.0
"""Seconds between two prunings; a record unused for as long is removed."""
CLIENT_PARTS: Final = ("_buckets", "_try_clear_expired_ratelimits")
"""The attributes of a client that are read or replaced."""
RECORD_PARTS: Final = frozenset({"_last_request", "_loop", "_pending_requests", "expires", "outgoing"})
"""The attributes of a record that are read."""

SESSION_EVENTS: Final = ("READY", "RESUMED")
"""The events without which there is no session."""
UNREAD: Final = "unread_event"
"""What listeners hear of an event that can't be read: its name, its data, and what was raised."""
LAUNCH_FAILED: Final = "Failed to connect for shard_id"
"""The start of discord.py's message about a shard that couldn't connect at the start."""


class _Gateway(DiscordWebSocket):
    """A connection to the gateway that goes on after an event which discord.py can't read."""

    _text = ""
    """What was received last."""

    def log_receive(self, data: Any, /) -> None:
        self._text = data

    async def received_message(self, msg: Any, /) -> None:
        try:
            await super().received_message(msg)
        except ReconnectWebSocket:
            raise
        except Exception as error:
            if (event := _event_in(self._text)) is None:
                if isinstance(error, discord.DiscordException | OSError | aiohttp.ClientError):
                    raise
                # It's part of the protocol, so another connection has to take this one's place.
                await self.close()
                raise ConnectionError(f"the gateway sent what can't be read: {error!r}") from error
            name, data = event
            self._dispatch(UNREAD, name, data, error)
            if name in SESSION_EVENTS:
                raise Stopped(
                    f"Discord’s event {name} can’t be read by this release ({error!r}). Install a newer "
                    "release. If there’s none, please report this, with what the log says."
                ) from error
        finally:
            self._text = ""


def _event_in(text: str) -> tuple[str, Any] | None:
    """The name and the data of the event that was received; None if it was none."""
    try:
        frame: Any = json.loads(text)
        return (str(frame["t"]), frame.get("d")) if frame["op"] == DiscordWebSocket.DISPATCH else None
    except (LookupError, TypeError, ValueError, RecursionError):
        return None


class _Interaction(discord.Interaction):
    """A command, press, form or autocomplete; without what all of these have, it can't be read."""

    __slots__ = ()

    def __init__(self, *, data: Any, state: Any) -> None:
        super().__init__(data=data, state=state)
        known = self.type in discord.InteractionType
        if not known or self.user is MISSING or not isinstance(self.data, dict):
            raise ValueError("an interaction without its user, its type or its data")


def go_on_after_unread_events() -> None:
    """Keep the bot running after an event that discord.py can't read; listeners hear of it (``UNREAD``).

    discord.py lets what its parsers raise end the client, for all servers.
    """
    discord.shard.DiscordWebSocket = _Gateway  # type: ignore[misc]
    discord.state.Interaction = _Interaction  # type: ignore[attr-defined,assignment]


def shorten_failed_launches() -> None:
    """Log each failed try to connect a shard at the start as one line, with the address."""
    logging.getLogger(discord.shard.__name__).addFilter(_shorten_failed_launch)


def _shorten_failed_launch(record: logging.LogRecord) -> bool:
    if record.exc_info and str(record.msg).startswith(LAUNCH_FAILED):
        error = record.exc_info[1]
        shard = next(iter(record.args or ()), "")
        address = DiscordWebSocket.DEFAULT_GATEWAY
        record.msg = f"can't connect shard {shard} to {address} yet; trying again in 5 s ({error!r})"
        record.args = record.exc_info = None
        # The next try follows by itself.
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


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
    if not isinstance(error, discord.HTTPException):
        return not unanswered(error)
    late = error.code in (*INTERACTION_EXPIRED, ALREADY_ACKNOWLEDGED)
    return not (late or lost(error) or unanswered(error))
