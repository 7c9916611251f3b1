"""The sentences of hints."""

from __future__ import annotations

from typing import Final

HINT: Final = "Hint:"
FIRST_HINT: Final = "Hint (Makes the Game Unrated)"
"""The button in a rated game, until somebody has had a hint there."""
UNRATED: Final = "-# Because you’ve had a hint, this game won’t be rated."
NO_HINTS: Final = "Hints aren’t available at the moment. Please play on without one."
NO_HINT: Final = "There’s no hint for this move. You’ll have to trust your instincts."
