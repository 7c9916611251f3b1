"""What people can choose about forced moves."""

from __future__ import annotations

from typing import Final

from bot.people.settings import switch

FORCED: Final = switch(
    "forced",
    "Forced moves",
    on="played for you if you have just one",
    off="you always play it yourself",
    description="Play your move for you when it’s the only one (not in games with secrets)",
    topic="moves",
)
