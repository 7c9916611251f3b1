"""What people can choose about computer players."""

from __future__ import annotations

from typing import Final

from bot.people.settings import switch

COMPUTERS_RESIGN: Final = switch(
    "computers_resign",
    "Computers",
    on="at your tables, First Mates and Captains resign when there’s no hope left",
    off="at your tables, they play every game to the end",
    description="Let strong computers resign at your tables once they have no hope left",
    default=True,
)
