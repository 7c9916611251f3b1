"""What Discord's errors mean: which of them pass, and which say that somebody takes no direct messages."""

from __future__ import annotations

from typing import Final

import discord

TOO_OLD: Final = 30046
"""Discord's code for one edit too many of messages that are older than an hour.

It comes as a 429, but no attempt within minutes helps: the message is as old then.
"""
PASSING: Final = (40003, 130000)
"""Discord's codes for refusals that pass without being a 429 or 5xx: direct messages opened too fast; an
overloaded API."""
DIRECT_CLOSED: Final = (50007, 50278)
"""Discord's codes for a user who takes no direct messages, or shares no server with the bot any more."""
GONE: Final = (10003, 10008)
"""Discord's codes for a channel or message that no longer exists."""


def passes(error: Exception) -> bool:
    """Whether the same request may succeed later. Whatever is not Discord's own refusal counts as passing."""
    if not isinstance(error, discord.HTTPException):
        return True
    if error.code == TOO_OLD:
        return False
    return error.status >= 500 or error.status in (408, 429) or error.code in PASSING


def direct_messages_closed(error: discord.HTTPException) -> bool:
    """Whether Discord says that the user gets no direct messages from the bot."""
    return error.code in DIRECT_CLOSED
