"""The sentences of practice boards."""

from __future__ import annotations

from typing import Final

NO_BOARD: Final = "You don’t have a practice board open. `/learn` opens one."
BOARD_GONE: Final = "This practice board isn’t available any more. `/learn` opens another one."
MOVED_ON: Final = "That button is from an earlier position. Here’s your practice board as it is now."
BUSY: Final = "Your practice board changed just now. Please try again."
ONLY_YOU: Final = "-# Practice · only you can see this"
