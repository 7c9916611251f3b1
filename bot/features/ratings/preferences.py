"""What people can choose about ratings."""

from __future__ import annotations

from typing import Final

from bot.people.settings import switch

RATINGS: Final = switch(
    "ratings",
    "Ratings",
    on="on",
    off="off, so your games aren’t rated for anyone",
    description="Take part in ratings (if you don’t, your games aren’t rated for anyone)",
    default=True,
    topic="people",
)
PUBLIC: Final = switch(
    "public",
    "Profile",
    on="everyone can see it, along with your ratings",
    off="only you can see it, along with your ratings",
    description="Let others see your profile and your ratings",
    default=True,
    topic="people",
)
