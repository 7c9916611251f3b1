"""What the front door says: refusals before a handler runs, and errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.games.plurals import listed


def too_fast(moment: int) -> str:
    """That one person asks for too much; ``moment`` in seconds since 1970."""
    return f"You’re going a bit fast. Try again <t:{moment}:R>."


def busy_channel(moment: int) -> str:
    """That the people in a channel ask for too much."""
    return f"There’s a lot going on in this channel. Try again <t:{moment}:R>."


def missing_permissions(permissions: Iterable[str], where: str) -> str:
    """That the bot can't show a table in ``where``."""
    missing = listed(f"**{name}**" for name in permissions)
    return (
        f"The bot can’t show a game in {where}: it needs {missing} there. Ask somebody who manages the "
        "server to allow that. `/doctor` has the details."
    )


# Sharing

SHARE_AT_HOME: Final = (
    "Not everyone here can see the channel where this game was played. Open the replay or review in that "
    "channel and share it there."
)
