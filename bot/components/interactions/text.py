"""What the front door says: refusals before a handler runs, and errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.games.plurals import listed

OTHER_RELEASE: Final = "This button is from another version of the bot. Use `/games` to find your games."
CHOOSE: Final = "Choose one"
STOPPING: Final = "The bot is being restarted. Please try again in a minute."
TOO_MANY_FILMS: Final = "Lots of replays are being made right now. Try again in a few minutes."


def failed(reference: str) -> str:
    """That the bot failed; its log has the error under ``reference``."""
    return (
        f"Something went wrong on the bot’s side, but your game is safe. Please try again. If it keeps "
        f"happening, give the bot’s host this reference: `{reference}`."
    )


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


def seat_taken_over(table_id: int) -> str:
    """To somebody who was replaced, on what they still have of a table that they can't see any more."""
    return f"Somebody else has taken over your seat at Table {table_id}. Use `/games` to see your games."


# Sharing

NEVER_SHARED: Final = (
    "A daily challenge stays private, because seeing yours would spoil it for others. Share your result "
    "instead."
)
SHARE_AT_HOME: Final = (
    "Not everyone here can see the channel where this game was played. Open the replay or review in that "
    "channel and share it there."
)
