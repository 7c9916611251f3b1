"""Why a profile isn't shown."""

from __future__ import annotations

from typing import Final

NO_PROFILE: Final = (
    "There’s no profile to show: it may be private, or this member hasn’t finished a game yet. To see "
    "somebody else’s profile, use `/profile` in a server that you’re both in."
)
