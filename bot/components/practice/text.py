"""The sentences of practice boards."""

from __future__ import annotations

from typing import Final

NO_BOARD: Final = "You don’t have a practice board open. Use `/learn` or `/puzzle solve` to open one."
BOARD_GONE: Final = (
    "This practice board isn’t available any more. Use `/learn` or `/puzzle solve` to open another one."
)
MOVED_ON: Final = "That button is from an earlier position. Here’s your practice board as it is now."
BUSY: Final = "Your practice board has just changed. Please try again."
ONLY_YOU: Final = "-# Practice · only you can see this"


def news(told: str) -> str:
    return f"-# {told}"


# Lessons


def right(words: str) -> str:
    return f"✅ {words or 'Well done!'}"


def wrong(words: str) -> str:
    return f"❌ {words}"
