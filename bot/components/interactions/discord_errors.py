"""Discord's error codes by name: which errors pass, and which are final."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Final

import aiohttp
import discord
import structlog

from bot.tables.errors import NoSuchTable, UnknownGame
from bot.tables.jobs.retries import Outcome

log: Final = structlog.get_logger(__name__)
UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
CHANNEL_OR_MESSAGE_GONE: Final = (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE)
INTERACTION_EXPIRED: Final = (10062, 10015, 50027)
"""The interaction is too old to be answered."""
ALREADY_ACKNOWLEDGED: Final = 40060
MISSING_PERMISSION: Final = 50013
"""For example the permission to attach files."""
INVALID_MESSAGE: Final = 50035
"""For example a message that shows a picture which it doesn't have."""
THREAD_ARCHIVED: Final = 50083
THREAD_EXISTS: Final = 160004
TOO_MANY_THREADS: Final = 160006
"""No further thread can be open in the server."""
TOO_OLD_TO_EDIT: Final = 30046
"""Too many edits of a message older than an hour. It comes as a 429, but no later attempt helps."""
TRANSIENT: Final = (40003, 130000)
"""Direct messages opened too fast; an overloaded API. They come as neither 429 nor 5xx."""
DIRECT_MESSAGES_CLOSED: Final = (50007, 50278)
"""The user takes no direct messages, or shares no server with the bot any more."""
MAX_FAULTS: Final = 3
"""The most faults of a request that are told."""
CONNECTION_ERRORS: Final = (discord.HTTPException, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""What a call to Discord may raise; a lost connection raises aiohttp's own errors."""


def passes(error: Exception) -> bool:
    """Whether the same request may succeed later; an error that isn't Discord's own counts as passing."""
    if not isinstance(error, discord.HTTPException):
        return True
    if error.code == TOO_OLD_TO_EDIT:
        return False
    return error.status >= 500 or error.status in (408, 429) or error.code in TRANSIENT


def unanswered(error: BaseException | None) -> bool:
    """Whether Discord didn't take a request for now, or wasn't reached: nothing is wrong with the bot."""
    return isinstance(error, discord.HTTPException | aiohttp.ClientError) and passes(error)


def summary(error: discord.HTTPException) -> str:
    """What Discord says was wrong, without a full stop: of many faults, the first few and how many more."""
    first, *faults = str(error).strip().splitlines() or [""]
    more = [f"and {len(faults) - MAX_FAULTS} more"] if len(faults) > MAX_FAULTS else []
    return "\n".join([first, *faults[:MAX_FAULTS], *more]).rstrip(".")


def outcome_of(error: Exception) -> Outcome:
    """What came of an attempt to show something that ended with one of :data:`CONNECTION_ERRORS`."""
    if passes(error):
        return "unanswered"
    refused = isinstance(error, discord.HTTPException) and error.status in (401, 403, 404)
    return "refused" if refused else "failed"


async def attempt(failed: str, work: Awaitable[object], **known: object) -> Outcome:
    """Do ``work`` that shows something, and return what came of it; an error is logged as ``failed``.

    A table that is gone, or whose game the bot doesn't have, needs nothing any more.
    """
    try:
        await work
    except CONNECTION_ERRORS as error:
        outcome = outcome_of(error)
        level = logging.INFO if outcome == "unanswered" else logging.WARNING
        log.log(level, failed, outcome=outcome, error=str(error), **known)
        return outcome
    except (NoSuchTable, UnknownGame) as gone:
        log.info(failed, reason=type(gone).__name__, **known)
    except Exception:
        # An error in one game's text or in the store must end no other task.
        log.exception(failed, **known)
        return "failed"
    return "done"


def lost(error: discord.HTTPException) -> bool:
    """Whether a channel refuses for good: deleted, closed, or without permission to write."""
    return error.status in (403, 404) or error.code in (THREAD_ARCHIVED, TOO_MANY_THREADS)


def direct_messages_closed(error: discord.HTTPException) -> bool:
    """Whether Discord says that the user gets no direct messages from the bot."""
    return error.code in DIRECT_MESSAGES_CLOSED
